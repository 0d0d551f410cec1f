import { t } from '@dossier/core/testing/t';
import { rangeOf, within } from '../ranges.ts';

t.test('a part is read from what was asked for', async (t) => {
  const cases: readonly (readonly [string | undefined, ReturnType<typeof rangeOf>])[] = [
    [undefined, 'whole'],
    ['bytes=0-9', { from: 0, to: 9 }],
    ['bytes=90-', { from: 90, to: 99 }],
    ['bytes=90-500', { from: 90, to: 99 }],
    ['bytes=-10', { from: 90, to: 99 }],
    ['bytes=-500', { from: 0, to: 99 }],
    ['bytes=100-', 'beyond'],
    ['bytes=-0', 'beyond'],
    ['bytes=9-3', 'whole'],
    ['bytes=-', 'whole'],
    ['bytes=0-1,5-6', 'whole'],
    ['pages=1-2', 'whole'],
  ];
  for (const [header, range] of cases) t.strictSame(rangeOf(header, 100), range, header ?? 'none');
});

t.test('and nothing behind it', async (t) => {
  const given: number[] = [];
  async function* bytes(): AsyncGenerator<Uint8Array> {
    for (const start of [0, 4, 8, 12]) {
      given.push(start);
      yield Uint8Array.from([start, start + 1, start + 2, start + 3]);
    }
  }
  const parts: number[] = [];
  for await (const chunk of within(bytes(), { from: 3, to: 8 })) parts.push(...chunk);
  t.strictSame(parts, [3, 4, 5, 6, 7, 8]);
  t.strictSame(given, [0, 4, 8]);
});
