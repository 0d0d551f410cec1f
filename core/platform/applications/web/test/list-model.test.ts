import t from 'tap';
import { admit, append, filterOf, searchOf, take } from '../list.model.ts';
import type { Filter, ListState } from '../list.model.ts';
import { row as rowIn } from './rows.ts';

const row = (i: number, o: Parameters<typeof rowIn>[2]): ReturnType<typeof rowIn> =>
  rowIn(i, { workspaceId: 'w', userId: 'u' }, o);

const newest: Filter = { status: [], search: '', sort: 'newest', narrowed: {} };
const old = [row(1, { minutes: 10 }), row(2, { minutes: 20 }), row(3, { minutes: 30 })];
const state: ListState = { rows: old, waiting: [] };
const ids = (rows: ListState['rows']): readonly string[] => rows.map((one) => one.id);

t.test('a new row joins at once at the top', async (t) => {
  const fresh = row(4, { minutes: 0 });
  t.same(ids(take(state, fresh, { filter: newest, atTop: true, complete: true }).rows), ids([fresh, ...old]));
});

t.test('further down it waits, and nothing on screen moves until it is let in', async (t) => {
  const fresh = row(4, { minutes: 0 });
  const waiting = take(state, fresh, { filter: newest, atTop: false, complete: true });
  t.equal(waiting.rows, state.rows);
  t.same(ids(waiting.waiting), [fresh.id]);
  t.same(ids(admit(waiting, 'newest').rows), ids([fresh, ...old]));
});

t.test('a change of a known row stays where the row is, also when sort and filter would move it', async (t) => {
  const changed = { ...old[1]!, status: 'Approved', updatedAt: new Date().toISOString(), version: 2 };
  const after = take(state, changed, {
    filter: { ...newest, status: ['InReview'], sort: 'updated' },
    atTop: true,
    complete: true,
  });
  t.same(ids(after.rows), ids(old));
  t.equal(after.rows[1]?.status, 'Approved');
});

t.test('an older version of a row, and the same message twice, change nothing', async (t) => {
  const second = take(
    state,
    { ...old[0]!, status: 'Approved', version: 3 },
    { filter: newest, atTop: true, complete: true },
  );
  t.equal(
    take(second, { ...old[0]!, status: 'InReview', version: 2 }, { filter: newest, atTop: true, complete: true }),
    second,
  );
  t.equal(
    take(second, { ...old[0]!, status: 'Approved', version: 3 }, { filter: newest, atTop: true, complete: true }),
    second,
  );
});

t.test('a waiting row that changes while it waits is let in as it is now', async (t) => {
  const fresh = row(4, { minutes: 0, status: 'Submitted' });
  const o = { filter: newest, atTop: false, complete: true };
  const after = admit(take(take(state, fresh, o), { ...fresh, status: 'Approved', version: 2 }, o), 'newest');
  t.equal(after.rows.length, 4);
  t.equal(after.rows[0]?.status, 'Approved');
});

t.test('a row that the filter leaves out does not appear', async (t) => {
  const fresh = row(4, { minutes: 0, status: 'Submitted', applicantName: 'Ada Abara' });
  t.equal(
    take(state, fresh, { filter: { ...newest, status: ['Approved', 'Rejected'] }, atTop: true, complete: true }),
    state,
  );
  t.equal(take(state, fresh, { filter: { ...newest, search: 'zebra' }, atTop: true, complete: true }), state);
  for (const narrowed of [
    { templateId: 'other' },
    { assignee: 'nobody' },
    { source: 'other' },
    { createdTo: fresh.createdAt },
    { decidedFrom: '2020-01-01T00:00:00.000Z' },
  ])
    t.equal(take(state, fresh, { filter: { ...newest, narrowed }, atTop: true, complete: true }), state);
  t.not(
    take(state, fresh, {
      filter: {
        ...newest,
        status: ['Submitted'],
        narrowed: { templateId: fresh.templateId, source: fresh.source.id, createdFrom: fresh.createdAt },
      },
      atTop: true,
      complete: true,
    }),
    state,
  );
  t.not(take(state, fresh, { filter: { ...newest, search: 'ABARA ' }, atTop: true, complete: true }), state);
});

t.test('oldest first, a new row behind the loaded pages is left to paging', async (t) => {
  const oldest: ListState = { rows: old.toReversed(), waiting: [] };
  const fresh = row(4, { minutes: 0 });
  t.equal(take(oldest, fresh, { filter: { ...newest, sort: 'oldest' }, atTop: true, complete: false }), oldest);
  t.same(
    ids(take(oldest, fresh, { filter: { ...newest, sort: 'oldest' }, atTop: true, complete: true }).rows),
    ids([...old.toReversed(), fresh]),
  );
});

t.test('a page that holds a row which a push brought already does not double it', async (t) => {
  t.equal(append(state, [old[2]!, row(5, { minutes: 40 })]).rows.length, 4);
});

t.test('the filter survives the way through the address', async (t) => {
  for (const filter of [
    newest,
    {
      status: ['InReview', 'Approved'],
      search: 'Müller & Söhne',
      sort: 'oldest',
      narrowed: { createdFrom: '2026-09-30T22:00:00.000Z', assignee: 'omar' },
    } as const,
  ])
    t.same(filterOf(searchOf(filter)), filter);
  t.equal(searchOf(newest), '');
  t.equal(filterOf('?sort=sideways').sort, 'newest');
});
