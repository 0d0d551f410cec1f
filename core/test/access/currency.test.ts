import { t } from '@dossier/core/testing/t';
import type { AccessChange } from '@dossier/sdk';
import { createCatchUpWithChanges } from '../../kernel/access/catch-up.ts';

/** A database that answers when told, and what came of it. */
function desk() {
  const waiting: (() => void)[] = [];
  const log: { number: number; change: AccessChange }[] = [];
  const seen = { looks: 0, told: [] as (string | undefined)[], lost: 0, fails: false };
  const current = createCatchUpWithChanges({
    source: {
      async head() {
        seen.looks++;
        const head = log.at(-1)?.number ?? 0;
        await new Promise<void>((resolve) => waiting.push(resolve));
        if (seen.fails) throw new Error('The database is away.');
        return head;
      },
      since: async (number) => log.filter((one) => one.number > number),
    },
    changed: ({ credential }) => void seen.told.push(credential),
    lost: () => void seen.lost++,
  });
  return {
    seen,
    current,
    /** Changes commit, with the next numbers. */
    commit: (...credentials: string[]) =>
      credentials.forEach((credential) =>
        log.push({ number: (log.at(-1)?.number ?? 0) + 1, change: { organization: null, credential } }),
      ),
    /** As a backup that was put back. */
    goBack: (number: number) => log.splice(number),
    sweep: (count: number) => log.splice(0, count),
    /** The database answers all that it was asked until now. */
    answer() {
      for (const resolve of waiting.splice(0)) resolve();
      return new Promise<void>((resolve) => setImmediate(resolve));
    },
  };
}
const started = async () => {
  const one = desk();
  const first = one.current();
  await one.answer();
  await first;
  one.seen.looks = one.seen.lost = 0;
  return one;
};

t.test('the first look finds out where the numbers are, and nothing from before it counts', async (t) => {
  const { seen, current, commit, answer } = desk();
  commit('a', 'b');
  const first = current();
  await answer();
  await first;
  t.match(seen, { lost: 1, told: [] });
});

t.test(
  'those that come while a question is under way share the next one, and are not answered by the one before',
  async (t) => {
    const { seen, current, commit, answer } = await started();
    const first = current();
    commit('ann');
    const later = Array.from({ length: 50 }, () => current());
    t.equal(seen.looks, 1);
    await answer();
    await first;
    t.same(seen.told, [], 'it was asked before');
    t.equal(seen.looks, 2, 'one question for fifty');
    await answer();
    await Promise.all(later);
    t.same(seen.told, ['ann']);
    const last = current();
    await answer();
    await last;
    t.match(seen, { looks: 3, told: ['ann'], lost: 0 }, 'each change once');
  },
);

t.test('a question that fails answers nobody, and the next one begins anew', async (t) => {
  const { seen, current, commit, answer } = await started();
  seen.fails = true;
  const [first, waiting] = [current(), current()];
  const outcomes = Promise.allSettled([first, waiting]);
  await answer();
  seen.fails = false;
  await answer();
  t.same(
    (await outcomes).map(({ status }) => status),
    ['rejected', 'fulfilled'],
  );
  commit('ann');
  const again = current();
  await answer();
  await again;
  t.same(seen.told, ['ann']);
});

t.test(
  'what cannot be listed in full drops everything: too much, swept away, or a database that was put back',
  async (t) => {
    for (const [title, befalls] of Object.entries<(one: ReturnType<typeof desk>) => void>({
      'too much': ({ commit }) => commit(...Array.from({ length: 501 }, (_, i) => `c${i}`)),
      'swept away': ({ commit, sweep }) => {
        commit('a', 'b', 'c');
        sweep(2);
      },
      'put back': ({ goBack }) => void goBack(0),
    })) {
      const one = desk();
      one.commit('before');
      for (const step of [() => undefined, () => befalls(one)]) {
        step();
        const look = one.current();
        await one.answer();
        await look;
      }
      t.equal(one.seen.lost, 2, title);
      one.commit('ann');
      const look = one.current();
      await one.answer();
      await look;
      t.equal(one.seen.told.at(-1), 'ann', `${title}, and goes on from there`);
      t.equal(one.seen.lost, 2);
    }
  },
);
