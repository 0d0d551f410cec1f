import { t } from '@dossier/core/testing/t';
import { concurrencyLimit } from '../concurrency-limit.ts';

t.test('what is computed at once takes places: one of each person, so many of a node', async (t) => {
  const atOnce = concurrencyLimit({ most: 2, each: 3 });
  const begun: string[] = [];
  const ends = new Map<string, () => void>();
  const work = (person: string, name: string): Promise<string> =>
    atOnce(
      person,
      () =>
        new Promise((done) => {
          begun.push(name);
          ends.set(name, () => done(name));
        }),
    );
  const settled = (): Promise<void> => new Promise((done) => setImmediate(done));
  const all = [work('ada', 'a1'), work('ada', 'a2'), work('ada', 'a3'), work('bob', 'b1'), work('eve', 'e1')];
  await t.rejects(work('ada', 'a4'), { status: 429, code: 'too-many-requests' }, 'nobody piles up more than that');
  await settled();
  t.same(begun.splice(0), ['a1', 'b1'], 'two at a time, and one of Ada');
  ends.get('a1')!();
  await settled();
  t.same(begun.splice(0), ['e1'], 'who waits for the first time does not wait for Ada');
  ends.get('b1')!();
  await settled();
  t.same(begun.splice(0), ['a2']);
  for (const name of ['e1', 'a2']) ends.get(name)!();
  await settled();
  ends.get('a3')!();
  t.same(await Promise.all(all), ['a1', 'a2', 'a3', 'b1', 'e1']);
  await t.rejects(
    atOnce('ada', () => Promise.reject(new Error('no'))),
    { message: 'no' },
  );
  t.equal(await atOnce('ada', async () => 'again'), 'again', 'what fails gives its place back');
});
