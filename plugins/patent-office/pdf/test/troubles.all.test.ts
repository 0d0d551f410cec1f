/** What can go wrong with a page: it is named, costs nothing, and can be asked for again; the others are there. */
import { t } from '@dossier/core/testing/t';
import type { Json } from '@dossier/core/testing';
import type { PatentTables } from '../../entities.ts';
import { fetched, picturesAtOffice, picturesIn, spent, stage, stateOf } from './stage.ts';

const s = await stage();
t.teardown(() => s.stop());
const acme = await s.office('acme');
const states = ({ pages }: Json): readonly string[] => pages.map(({ state }: Json) => state);

/** A document each, so that none has seen the fault before. */
const faults = [
  { how: 'broken', number: 'DE202021103355U1', link: 'DE/202021103355/U1', pages: 6, words: /damaged/ },
  { how: 'truncated', number: 'EP1012211A1', link: 'EP/1012211/A1', pages: 6, words: /cut off/ },
  { how: 'html', number: 'US2008110820A1', link: 'US/2008110820/A1', pages: 6, words: /no page/ },
  { how: 'error', number: 'DE102021112233A1', link: 'DE/102021112233/A1', pages: 6, words: /did not answer/ },
  { how: 'lost', number: 'EP4269744A1', link: 'EP/4269744/A1', pages: 7, words: /did not answer/ },
] as const;

for (const { how, number, link, pages, words } of faults)
  t.test(`page 3 comes ${how}`, async (t) => {
    const before = await spent(s, acme.access);
    s.ops.control.page({ page: 3, how, link, times: 1 });
    const state = await fetched(s, acme, number);
    t.match(state, { of: pages, isWhole: false, isRunning: false, credits: 1 });
    t.strictSame(
      states(state),
      Array.from({ length: pages }, (_, at) => (at === 2 ? 'failed' : 'there')),
    );
    t.match(state.pages[2].trouble, words);
    t.equal(await spent(s, acme.access), before + pages, 'which pages there are, and all but that one');
    t.equal((await acme.first.get(`${acme.of(number)}/pdf/file`)).headers['x-partial'], '3');

    t.match(await fetched(s, acme, number, [3]), { isWhole: true, credits: 0 });
    t.equal(acme.calls().at(-1), 3, 'it alone was asked for again');
    const merged = await picturesIn(await acme.first.get(`${acme.of(number)}/pdf/file`));
    t.strictSame(merged, await picturesAtOffice(s, link, pages));
    t.equal(await spent(s, acme.access), before + pages + 1);
  });

t.test('a page that shows what another one shows puts both in doubt, and is paid for once', async (t) => {
  const [number, link] = ['US2019277447A1', 'US/2019277447/A1'];
  const before = await spent(s, acme.access);
  s.ops.control.page({ page: 3, how: 'other', link, times: 1 });
  const state = await fetched(s, acme, number);
  t.strictSame(states(state), ['there', 'there', 'failed', 'failed', 'there', 'there', 'there']);
  for (const at of [2, 3]) t.match(state.pages[at].trouble, /shows the same/);
  t.match(state, { isWhole: false, credits: 1 }, 'page 3 was paid for, page 4 was not');
  t.equal(await spent(s, acme.access), before + 1 + 6);
  t.match(await fetched(s, acme, number), { isWhole: true });
  t.equal(await spent(s, acme.access), before + 1 + 7);
  t.strictSame(
    await picturesIn(await acme.first.get(`${acme.of(number)}/pdf/file`)),
    await picturesAtOffice(s, link, 7),
  );
});

t.test('where the office always sends another page, it never becomes a whole document', async (t) => {
  const [number, link] = ['WO2023137555A1', 'WO/2023137555/A1'];
  s.ops.control.page({ page: 8, how: 'other', link });
  for (let time = 0; time < 3; time += 1) {
    const state = await fetched(s, acme, number);
    t.equal(state.isWhole, false);
    t.strictSame(
      states(state).slice(0, 6),
      Array.from({ length: 6 }, () => 'there'),
    );
    t.strictSame(states(state).slice(6), ['failed', 'failed']);
  }
});

t.test('when the credits end it stops, says how many are missing, and goes on when there are some again', async (t) => {
  const poor = await s.office('poor', 4);
  const state = await fetched(s, poor, 'EP4352417B1');
  t.strictSame(states(state), ['there', 'there', 'there', ...Array.from({ length: 9 }, () => 'failed')]);
  t.match(state, { isRunning: false, credits: 9 });
  t.match(state.pages[3].trouble, /No credit/);
  t.equal(poor.calls().length, 3, 'the office was not asked in vain');
  t.equal(await spent(s, poor.access), 4);
  await poor.allow(100);
  t.match(await fetched(s, poor, 'EP4352417B1'), { isWhole: true });
  t.equal(await spent(s, poor.access), 13);
});

t.test('a run whose process has died is gone on with, once its time has passed', async (t) => {
  const number = 'EP3549733A1';
  t.match(await fetched(s, acme, number, [1]), { isWhole: false });
  const before = await spent(s, acme.access);
  const { id } = await s.database.read(acme.access, (tx) =>
    tx
      .sql<PatentTables>()
      .selectFrom('patent_document as d')
      .innerJoin('patent as p', 'p.id', 'd.patentId')
      .select('d.id')
      .where('p.docdb', '=', number)
      .executeTakeFirstOrThrow(),
  );
  await s.database.write(acme.access, (tx) =>
    tx
      .sql<PatentTables>()
      .insertInto('patent_flight')
      .values({
        organizationId: acme.access.organization,
        key: `document ${id}`,
        by: id,
        until: new Date(s.clock.time() + 200_000).toISOString(),
      })
      .execute(),
  );
  const waiting = await fetched(s, acme, number);
  t.match(waiting, { isRunning: true, isWhole: false });
  t.equal(await spent(s, acme.access), before, 'who waits asks for nothing');
  s.clock.advance(200_000);
  await s.platform.settle();
  t.match(await stateOf(acme.first, acme.of(number)), { isWhole: true, isRunning: false });
  t.equal(await spent(s, acme.access), before + waiting.of - 1);
});
