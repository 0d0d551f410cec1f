import { t } from '@dossier/core/testing/t';
import { listAddress, routeOf, workspaceOf } from '../routes.ts';

t.test('an address names a list, or one thing from it, or nothing', async (t) => {
  t.same(routeOf(''), { part: 'gallery', list: true, id: '' });
  t.same(routeOf('new'), { part: 'editor', list: false, id: '' });
  t.same(routeOf('edit/closed-applications'), { part: 'editor', list: false, id: 'closed-applications' });
  t.same(routeOf('runs'), { part: 'runs', list: true, id: '' });
  t.same(routeOf('schedules/new'), { part: 'schedules', list: false, id: 'new' });
  for (const strange of ['edit', 'new/new', 'runs/a/b', 'figures', '%E0%A4%A'])
    t.equal(routeOf(strange), undefined, strange);
});

t.test('a number leads to the list of its own workspace, by the filter that the server gave', async (t) => {
  const base = '/p/acme/w/0198/reports';
  t.equal(
    listAddress(base, 'workspaceId=0198&status=Approved%2CRejected&decidedFrom=2026-10-01T00%3A00%3A00.000Z'),
    '/p/acme/w/0198/applications?status=Approved%2CRejected&decidedFrom=2026-10-01T00%3A00%3A00.000Z',
  );
  t.equal(listAddress(base, 'workspaceId=0198'), '/p/acme/w/0198/applications');
  t.equal(workspaceOf(base), '0198');
});
