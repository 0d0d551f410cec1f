import { t } from '@dossier/core/testing/t';
import { filterOf, searchOf } from '../filter.ts';
import type { Filter } from '../filter.ts';
import { compare, holds, newer } from '../queue/list.model.ts';
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

t.test('a row that was pushed is held against the filter', async (t) => {
  const fresh = row(4, { minutes: 0, status: 'Submitted', applicantName: 'Ada Abara' });
  t.notOk(holds(fresh, { ...newest, status: ['Approved', 'Rejected'] }));
  t.notOk(holds(fresh, { ...newest, search: 'zebra' }));
  for (const narrowed of [
    { templateId: 'other' },
    { assignee: 'nobody' },
    { source: 'other' },
    { createdTo: fresh.createdAt },
    { decidedFrom: '2020-01-01T00:00:00.000Z' },
    { amountFrom: '1000000' },
    { amountTo: '1' },
  ])
    t.notOk(holds(fresh, { ...newest, narrowed }));
  const { templateId, source, createdAt } = fresh;
  const narrowed = { templateId, source: source.id, createdFrom: createdAt };
  t.ok(holds(fresh, { ...newest, status: ['Submitted'], narrowed }));
  t.ok(holds(fresh, { ...newest, search: 'ABARA ' }));
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

t.test('of two states of a row the later one is shown, with the answers that were read last', async (t) => {
  const known = { ...row(1, {}), version: 2, shown: { c: 1 } };
  t.equal(newer(known, { ...known, version: 1, shown: { c: 0 } }), known);
  const { shown: _, ...pushed } = known;
  t.equal(newer(known, pushed), known);
  t.same(newer(known, { ...pushed, status: 'Approved', version: 3 }), { ...known, status: 'Approved', version: 3 });
  t.same(newer(known, { ...known, shown: { c: 2 } }).shown, { c: 2 });
});

t.test('rows are in the order of the server: no amount is the least, no due time the last', async (t) => {
  const [a, b, c] = [
    row(1, { amount: null, dueAt: null, applicantName: 'Émile' }),
    row(2, { amount: 5, dueAt: '2026-02-01T00:00:00.000Z', applicantName: 'zoë' }),
    row(3, { amount: 7, dueAt: '2026-01-01T00:00:00.000Z', applicantName: 'Ada' }),
  ];
  const order = (sort: string) => [a, b, c].toSorted(compare(sort));
  t.same(order('amount'), [a, b, c]);
  t.same(order('-amount'), [c, b, a]);
  t.same(order('dueAt'), [c, b, a]);
  t.same(order('applicantName'), [c, a, b]);
  t.same(order('-createdAt'), [a, b, c]);
});
