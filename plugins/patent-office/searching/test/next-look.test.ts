/** When saved searches look next, and what an interrupted look says. */
import { t } from '@dossier/core/testing/t';
import { Problem } from '@dossier/sdk';
import { OfficeError } from '../../service/errors.ts';
import { nextLook } from '../next-look.ts';
import { interruptedBy, inWords } from '../watch-trouble.ts';

t.test('in the morning of the place, also when its clocks change', async (t) => {
  const at = (every: 'day' | 'week', now: string, timeZone: string): string =>
    nextLook(every, new Date(now), timeZone).toISOString();
  t.equal(at('day', '2026-06-10T12:00:00Z', 'UTC'), '2026-06-11T06:00:00.000Z');
  t.equal(at('day', '2026-06-10T02:00:00Z', 'UTC'), '2026-06-11T06:00:00.000Z');
  // Half past midnight of the 29th in Berlin, where summer begins in that night.
  t.equal(at('day', '2026-03-28T23:30:00Z', 'Europe/Berlin'), '2026-03-30T04:00:00.000Z');
  t.equal(at('week', '2026-03-28T23:30:00Z', 'Europe/Berlin'), '2026-04-05T04:00:00.000Z');
  // Still the 27th in New York.
  t.equal(at('day', '2026-11-28T03:00:00Z', 'America/New_York'), '2026-11-28T11:00:00.000Z');
});

t.test('what passes by itself is tried again soon, and all else at the next regular time', async (t) => {
  const now = new Date('2026-06-10T12:00:00Z');
  const later = (hours: number): Date => new Date(now.getTime() + hours * 3_600_000);
  t.same(interruptedBy(new OfficeError('unavailable'), now), { trouble: 'office-silent', again: later(1) });
  t.same(interruptedBy(new OfficeError('suspended', { until: later(3) }), now), {
    trouble: 'office-closed',
    again: later(3),
  });
  t.same(interruptedBy(new OfficeError('suspended', { until: now }), now).again, later(1), 'not at once');
  t.same(interruptedBy(new OfficeError('quota-week'), now), { trouble: 'office-closed', again: null });
  t.same(interruptedBy(new OfficeError('wrong-key'), now), { trouble: 'office-key', again: null });
  t.same(interruptedBy(new Problem(409, 'no-credits', 'Too few credits'), now), { trouble: 'no-credits', again: null });
  t.throws(() => interruptedBy(new Problem(404, 'not-found', 'Not found'), now), { code: 'not-found' });
  t.throws(() => interruptedBy(new TypeError('A fault of ours'), now), TypeError);
});

t.test('people read words', async (t) => {
  t.equal(inWords(null), null);
  t.match(inWords('no-credits'), /Too few credits/);
  t.match(inWords('toString'), /did not answer/, 'a code that nobody knows has words, too');
});
