import { t } from '@dossier/core/testing/t';
import { createMemory } from '@dossier/sdk';

/** A memory of one second under a clock of its own, and a source that answers on command. */
function stage(o: { capacity?: number; keep?: (value: string) => boolean } = {}) {
  let now = 0;
  const asked: {
    key: string;
    former: string | undefined;
    answer: (value: string) => void;
    fail: (error: Error) => void;
  }[] = [];
  const memory = createMemory<string>({
    milliseconds: 1_000,
    capacity: o.capacity ?? 10,
    now: () => now,
    ...(o.keep ? { keep: o.keep } : {}),
  });
  const get = (key: string): string | Promise<string> =>
    memory.get(
      key,
      (former) =>
        new Promise((answer, fail) => {
          asked.push({ key, former, answer, fail });
        }),
    );
  return {
    memory,
    asked,
    get,
    pass: (milliseconds: number) => {
      now += milliseconds;
    },
  };
}

t.test('many that ask at once share one reading, and later ones need none', async (t) => {
  const { get, asked, pass } = stage();
  const waiting = [get('key'), get('key'), get('key')];
  t.equal(asked.length, 1);
  asked[0]!.answer('first');
  t.same(await Promise.all(waiting), ['first', 'first', 'first']);
  pass(999);
  t.equal(get('key'), 'first', 'without a promise');
  pass(1);
  const again = get('key');
  t.match(asked[1], { key: 'key', former: 'first' }, 'what was known before is handed to the next reading');
  asked[1]!.answer('second');
  t.equal(await again, 'second');
});

t.test('what is forgotten while it is being read is read once more before anybody sees it', async (t) => {
  const { memory, get, asked } = stage();
  const early = get('key');
  memory.forget((_value, key) => key === 'key');
  const late = get('key');
  asked[0]!.answer('from before the change');
  await new Promise(setImmediate);
  t.equal(asked.length, 2);
  asked[1]!.answer('from after it');
  t.same(await Promise.all([early, late]), ['from after it', 'from after it']);
  t.equal(get('key'), 'from after it');
});

t.test('only what is meant is forgotten', async (t) => {
  const { memory, get, asked } = stage();
  for (const key of ['one', 'two']) {
    const value = get(key);
    asked.at(-1)!.answer(`value of ${key}`);
    await value;
  }
  memory.forget((value) => value === 'value of one');
  t.type(get('one'), Promise);
  t.equal(get('two'), 'value of two');
});

t.test('a reading that fails, and what is not to be kept, are not remembered', async (t) => {
  const { get, asked } = stage({ keep: (value) => value !== 'nothing' });
  const failing = [get('key'), get('key')];
  asked[0]!.fail(new Error('The database is away.'));
  for (const one of failing) await t.rejects(async () => one, { message: 'The database is away.' });
  const empty = get('key');
  asked[1]!.answer('nothing');
  t.equal(await empty, 'nothing');
  t.type(get('key'), Promise);
});

t.test('the oldest makes room', async (t) => {
  const { get, asked } = stage({ capacity: 2 });
  for (const key of ['one', 'two', 'three']) {
    const value = get(key);
    asked.at(-1)!.answer(key);
    await value;
  }
  t.type(get('one'), Promise);
  t.equal(get('two'), 'two');
  t.equal(get('three'), 'three');
});

t.test('a key that is a secret is let go of when its time is over, though nobody asks any more', async (t) => {
  const later: (() => void)[] = [];
  t.intercept(globalThis, 'setTimeout', {
    value: (work: () => void) => {
      later.push(work);
      return {
        unref() {
          return this;
        },
      };
    },
  });
  let now = 0;
  const memory = createMemory<string>({ milliseconds: 1000, capacity: 10, now: () => now, secretKeys: true });
  const remembered = (): readonly string[] => {
    const keys: string[] = [];
    memory.forget((_value, key) => {
      keys.push(key);
      return false;
    });
    return keys;
  };
  await memory.get('first', async () => 'holder');
  now = 600;
  await memory.get('second', async () => 'holder');
  t.equal(later.length, 1);
  now = 1000;
  later.shift()!();
  t.same(remembered(), ['second'], 'one that is still young stays until the next time');
  now = 2000;
  later.shift()!();
  t.same(remembered(), []);
  t.same(later, [], 'nothing left, nothing to come');
});
