import { t } from '@dossier/core/testing/t';
import { createRwLock } from '../../kernel/lifecycle/rw-lock.ts';

/** What has begun, in order, and the ends that the test holds in its hand. */
function stage() {
  const turns = createRwLock();
  const begun: string[] = [];
  const take = (
    name: string,
    { writes, reads = [] }: { readonly writes: readonly string[]; readonly reads?: readonly string[] },
  ) => {
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    const done = turns.hold({ writes: new Set(writes), reads: new Set(reads) }, async () => {
      begun.push(name);
      await promise;
      return name;
    });
    done.catch(() => undefined);
    return { done, end: resolve, fail: reject };
  };
  /** Everything that may begin has begun. */
  const settled = () => new Promise((resolve) => setImmediate(resolve));
  return { take, begun, settled };
}

t.test('changes that touch nothing of each other go side by side, also those that only read the same', async (t) => {
  const { take, begun, settled } = stage();
  const [a, b] = [take('a', { writes: ['a'], reads: ['base'] }), take('b', { writes: ['b'], reads: ['base'] })];
  await settled();
  t.same(begun, ['a', 'b']);
  a.end();
  b.end();
  t.same(await Promise.all([a.done, b.done]), ['a', 'b']);
});

t.test('a writer waits for readers and writers of the same thing, and a reader for its writers', async (t) => {
  for (const [first, second, why] of [
    [{ writes: ['x'] }, { writes: ['x'] }, 'writes what is written'],
    [{ writes: ['a'], reads: ['x'] }, { writes: ['x'] }, 'writes what is read'],
    [{ writes: ['x'] }, { writes: ['b'], reads: ['x'] }, 'reads what is written'],
  ] as const) {
    const { take, begun, settled } = stage();
    const one = take('first', first);
    const two = take('second', second);
    await settled();
    t.same(begun, ['first'], why);
    one.end();
    await one.done;
    await settled();
    t.same(begun, ['first', 'second'], why);
    two.end();
    t.equal(await two.done, 'second');
  }
});

t.test('a change that fails holds up nobody who waited for it', async (t) => {
  const { take } = stage();
  const [one, two] = [take('first', { writes: ['x'] }), take('second', { writes: ['x'] })];
  two.end();
  one.fail(new Error('broken'));
  await t.rejects(one.done, { message: 'broken' });
  t.equal(await two.done, 'second');
});
