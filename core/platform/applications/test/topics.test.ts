import { t } from '@dossier/core/testing/t';
import type { LoggedEvent } from '@dossier/sdk';
import { topics } from '../topics.ts';

const [list, one, own] = topics;
const event = (payload: object): LoggedEvent<never> => ({
  id: 'e',
  place: '1',
  type: 'applications/changed@1',
  organization: 'o',
  workspace: 'w',
  subject: { type: 'application', id: 'a' },
  actor: { kind: 'system', id: 'workflow', name: 'System' },
  before: null,
  after: null,
  payload: payload as never,
  at: '2026-01-01T00:00:00.000Z',
});

t.test('the staff list gets the row, so that nothing need be asked again', async (t) => {
  t.same(list!.data?.(event({ row: { id: 'a', status: 'Approved' }, clients: ['c'] })), {
    id: 'a',
    status: 'Approved',
  });
});

t.test('one application is announced by its id, at its own address', async (t) => {
  t.same(one!.to?.(event({ position: 0, name: 'Check', state: 'passed' })), [{ id: 'a' }]);
  t.equal(one!.data, undefined);
});

t.test('a client hears of their own applications only, and no fields', async (t) => {
  t.same(own!.to?.(event({ row: {}, clients: ['c', 'd'] })), [{ userId: 'c' }, { userId: 'd' }]);
  t.same(own!.to?.(event({ userId: 'c' })), [{ userId: 'c' }]);
  t.same(own!.to?.(event({ documentId: 'd', fileName: 'payslip.pdf', clients: ['c'] })), [{ userId: 'c' }]);
  t.ok(
    ['documents/uploaded@1', 'documents/reviewed@1'].every((name) =>
      [one, own].every((topic) => topic!.events.some(({ id }) => id === name)),
    ),
    'papers too',
  );
  t.same(
    own!.to?.(event({ position: 0, name: 'Check', state: 'passed', clients: ['c'] })),
    [{ userId: 'c' }],
    'steps that change while the status stays',
  );
  t.same(own!.to?.(event({ position: 0, name: 'Check', state: 'passed' })), [], 'of nobody known nobody hears');
  t.same(own!.to?.(event({ row: {}, clients: [] })), []);
  t.equal(own!.data, undefined);
});
