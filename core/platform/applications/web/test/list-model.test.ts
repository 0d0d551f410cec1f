import { t } from '@dossier/core/testing/t';
import { filterOf, searchOf } from '../filter.ts';
import type { Filter } from '../filter.ts';
import { admit, append, take } from '../queue/list.model.ts';
import type { ListState } from '../queue/list.model.ts';
import { grouped } from '../queue/saved/grouping.ts';
import { contentOf } from '../queue/saved/content.ts';
import { filterOfView, isWorthKeeping } from '../queue/saved/saved-view.ts';
import type { SavedView } from '../queue/saved/saved-view.ts';
import { row as rowIn } from './rows.ts';

const row = (i: number, o: Parameters<typeof rowIn>[2]): ReturnType<typeof rowIn> =>
  rowIn(i, { workspaceId: 'w', userId: 'u' }, o);

const newest: Filter = {
  view: 'all',
  status: [],
  flags: [],
  search: '',
  sort: '-createdAt',
  narrowed: {},
  columns: [],
  group: '',
  saved: '',
};
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
  t.same(ids(admit(waiting, '-createdAt').rows), ids([fresh, ...old]));
});

t.test('a change of a known row stays where the row is, also when sort and filter would move it', async (t) => {
  const changed = { ...old[1]!, status: 'Approved', updatedAt: new Date().toISOString(), version: 2 };
  const after = take(state, changed, {
    filter: { ...newest, status: ['InReview'], sort: '-updatedAt' },
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
  const after = admit(take(take(state, fresh, o), { ...fresh, status: 'Approved', version: 2 }, o), '-createdAt');
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
    { amountFrom: '1000000' },
    { amountTo: '1' },
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
  t.equal(take(oldest, fresh, { filter: { ...newest, sort: 'createdAt' }, atTop: true, complete: false }), oldest);
  t.same(
    ids(take(oldest, fresh, { filter: { ...newest, sort: 'createdAt' }, atTop: true, complete: true }).rows),
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
      sort: 'createdAt',
      view: 'unassigned',
      flags: ['corrected'],
      narrowed: { amountFrom: '5000', createdFrom: '2026-09-30T22:00:00.000Z', assignee: 'omar' },
      columns: ['due', 't:income'],
      group: 'day',
      saved: 'v',
    } as const,
  ])
    t.same(filterOf(searchOf(filter)), filter);
  t.equal(searchOf(newest), '');
  t.same(filterOf('?view=sideways&amountFrom=much'), newest, 'what is no view and no amount narrows nothing');
});

t.test('the address of a kept view says in what it differs from it, also where something is taken away', async (t) => {
  const base: Filter = { ...newest, view: 'mine', status: ['InReview'], narrowed: { amountFrom: '5000' }, saved: 'v' };
  t.equal(searchOf(base, base), '?saved=v');
  t.same(filterOf('?saved=v', base), base);
  const changed: Filter = { ...base, status: [], narrowed: { amountTo: '9' }, sort: 'dueAt', view: 'all' };
  t.equal(searchOf(changed, base), '?saved=v&view=all&status=&sort=dueAt&amountFrom=&amountTo=9');
  t.same(filterOf(searchOf(changed, base), base), changed);
  t.same(filterOf(searchOf(base, base, true)), base, 'who does not know the view reads everything');
  t.same(filterOf(searchOf(changed, base, true), base), changed);
});

t.test('rows are put together in the order of the list, with how many they are', async (t) => {
  const rows = [
    row(1, { minutes: 10, status: 'InReview' }),
    row(2, { minutes: 20, status: 'Approved' }),
    row(3, { minutes: 30, status: 'InReview' }),
  ];
  const told = { sort: '-createdAt', userId: 'u', names: new Map([['o', 'Omar']]) };
  const items = grouped(rows, 'status', told);
  t.same(
    items.map(({ heading, id }) => heading ?? id),
    [{ text: 'In review', count: 2 }, rows[0]!.id, rows[2]!.id, { text: 'Approved', count: 1 }, rows[1]!.id],
  );
  t.equal(grouped(rows, 'weather', told), rows, 'by what is not known by nothing');
  t.same(
    grouped(
      [row(1, { assignees: ['o'] }), row(2, { assignees: [] }), row(3, { assignees: ['u', 'o'] })],
      'assignee',
      told,
    ).flatMap(({ heading }) => heading?.text ?? []),
    ['Omar', 'Nobody', 'You'],
  );
});

t.test('a kept view is a filter, and a filter is kept, by the names of the server', async (t) => {
  const query = { view: 'mine', status: ['InReview'], search: 'abara', amountFrom: 5000, sort: '-amount' };
  const view: SavedView = {
    id: 'v',
    name: 'V',
    shared: false,
    query,
    columns: ['due'],
    group: 'day',
    roles: [],
    missing: [],
    author: null,
    begins: false,
    own: true,
    mayChange: true,
    position: 0,
    version: 1,
  };
  const filter = filterOfView(view);
  t.match(filter, { view: 'mine', search: 'abara', narrowed: { amountFrom: '5000' }, saved: 'v', group: 'day' });
  t.same(contentOf(filter), { query, columns: ['due'], group: 'day' });
  t.notOk(isWorthKeeping({ ...newest, view: 'mine' }), 'a given view is kept already');
  t.ok(isWorthKeeping({ ...newest, sort: 'dueAt' }));
});

t.test('a row that is pushed keeps the answers that are known, until they are read again', async (t) => {
  const [first = row(1, {})] = old;
  const known = { rows: [{ ...first, shown: { c: 1 } }], waiting: [] };
  const o = { filter: newest, atTop: true, complete: true };
  const pushed = take(known, { ...first, version: first.version + 1 }, o);
  t.same(pushed.rows[0]?.shown, { c: 1 });
  t.same(take(pushed, { ...first, version: first.version + 1, shown: { c: 2 } }, o).rows[0]?.shown, { c: 2 });
});
