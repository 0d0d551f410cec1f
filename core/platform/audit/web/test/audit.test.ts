import t from 'tap';
import { besides, changesOf } from '../changes.ts';
import { filterOf, queryOf, searchOf } from '../filter.ts';
import type { AuditEntry } from '../types.ts';

process.env['TZ'] = 'Europe/Berlin';
const entry = (o: Partial<AuditEntry>): AuditEntry => ({
  id: '1',
  place: '1-1',
  audience: 'internal',
  at: '2026-03-02T09:30:00.000Z',
  type: 'a/b@1',
  title: 'A',
  actor: { kind: 'user', id: 'u', name: 'Ada' },
  before: null,
  after: null,
  details: {},
  subject: { type: 'team', id: 't' },
  workspaceId: null,
  ...o,
});

t.test(
  'days of the address are those of the reader, the last one with it, and summer time moves their ends',
  async (t) => {
    const filter = filterOf('?from=2026-03-29&to=2026-03-29&type=a/b@1&other=x');
    t.same(Object.fromEntries(queryOf(filter)), {
      type: 'a/b@1',
      from: '2026-03-28T23:00:00.000Z',
      to: '2026-03-29T22:00:00.000Z',
    });
    t.equal(searchOf(filter), '?type=a%2Fb%401&from=2026-03-29&to=2026-03-29');
    t.equal(searchOf(filterOf('')), '');
  },
);

t.test('every day that does not exist is reported', async (t) => {
  t.match(
    t.throws(() => queryOf(filterOf('?from=2026-02-30&to=soon'))),
    { code: 'bad-query', errors: [{ pointer: '?from' }, { pointer: '?to' }] },
  );
  for (const day of ['2026-13-01', '2026-1-1', '26-01-01', '2026-02-29'])
    t.throws(() => queryOf(filterOf(`?to=${day}`)), day);
  t.doesNotThrow(() => queryOf(filterOf('?to=2028-02-29')));
});

t.test('only what is another after it than before is a change, nested values as JSON', async (t) => {
  t.same(
    changesOf(
      entry({
        before: { name: 'A', roles: ['x'], note: '' },
        after: { name: 'A', roles: ['x', 'y'], note: null, limit: 5, end: null },
      }),
    ),
    [
      { name: 'roles', before: '["x"]', after: '["x","y"]' },
      { name: 'note', before: '""', after: null },
      { name: 'limit', before: null, after: '5' },
    ],
  );
  t.same(changesOf(entry({ before: 'on', after: false })), [{ name: 'value', before: 'on', after: 'false' }]);
  t.same(changesOf(entry({})), []);
});

t.test('what the change says is not repeated', async (t) => {
  t.same(
    besides(
      entry({
        after: { name: 'A', scopes: ['x'] },
        details: { name: 'A', scopes: ['x'], prefix: 'dossier_live', end: null },
      }),
    ),
    [['prefix', 'dossier_live']],
  );
});
