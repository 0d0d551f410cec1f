import { t } from '@dossier/core/testing/t';
import { manageOrganization } from '../../tenancy/contract.ts';
import { stage } from '../../workflow/test/stage.ts';
import { manageTemplates } from '../contract.ts';
import { loan } from './content.ts';

const s = await stage();
t.teardown(() => s.stop());
const beta = await stage({ platform: s.platform, slug: 'beta' });
const content = {
  ...loan,
  workflow: [
    { name: 'Check', kind: 'SYSTEM', handler: 'First' },
    { name: 'Underwriting', kind: 'MANUAL' },
  ],
};
const template = (await s.admin.post('/api/v1/templates', { name: 'Car loan', ...content })).body;
const boss = await s.person('boss', { permissions: [manageOrganization, manageTemplates] });
const { client: clients, staff: lending } = s;
const foreign = beta.staff;
const at = `/api/v1/templates/${template.id}/offers`;

t.test('clients are offered a template where it names who handles what they send', async (t) => {
  t.same((await s.admin.get(at)).body, []);
  const offer = {
    clientWorkspaceId: clients,
    workspaceId: lending,
  };
  for (const _ of ['first', 'again'])
    t.match(await s.admin.put(`${at}/${clients}`, { workspaceId: lending }), { status: 200, body: offer });
  t.match((await s.admin.get(at)).body, [offer]);
  t.equal((await s.admin.delete(`${at}/${clients}`)).status, 204);
  t.equal((await s.admin.delete(`${at}/${clients}`)).status, 204);
  t.same((await s.admin.get(at)).body, []);
});

t.test('workspaces of other types, of nobody and of others are refused', async (t) => {
  for (const [client, handling, status, fault] of [
    [lending, lending, 422, '/clientWorkspaceId no-client-workspace'],
    [clients, clients, 422, '/workspaceId client-workspace'],
    [clients, foreign, 422, '/workspaceId not-found'],
    [foreign, lending, 404, undefined],
  ] as const) {
    const answer = await s.admin.put(`${at}/${client}`, { workspaceId: handling });
    t.equal(answer.status, status);
    const [first] = answer.body.errors ?? [];
    t.equal(first && `${first.pointer} ${first.code}`, fault);
  }
  t.equal((await beta.admin.get(at)).status, 404);
  t.equal((await beta.admin.put(`${at}/${clients}`, { workspaceId: foreign })).status, 404);
  t.equal((await s.officer.get(at)).status, 403);
});

t.test('an offer ends with its workspace', async (t) => {
  const { id: gone } = (await boss.post('/api/v1/workspaces', { name: 'For a while', type: 'STAFF' })).body;
  await s.admin.put(`${at}/${clients}`, { workspaceId: gone });
  t.equal((await s.admin.get(at)).body.length, 1);
  t.equal((await boss.delete(`/api/v1/workspaces/${gone}`)).status, 204);
  t.same((await s.admin.get(at)).body, []);
});

t.test('a copy is another template with the same draft, made once however often it is asked for', async (t) => {
  const copy = (): ReturnType<typeof s.admin.post> =>
    s.admin.post(`/api/v1/templates/${template.id}/duplicate`, undefined, { 'idempotency-key': 'a-copy' });
  const [first, second] = [await copy(), await copy()];
  t.match(first, { status: 201, body: { name: 'Car loan (copy)', version: null } });
  t.equal(second.body.id, first.body.id);
  t.same(first.body.draft, template.draft);
  const at = `/api/v1/templates/${first.body.id}`;
  await s.admin.put(at, { name: 'Boat loan', ...content, requiredDocuments: [] });
  t.same((await s.admin.get(`/api/v1/templates/${template.id}`)).body.draft, template.draft, 'the original stays');
  t.match(await s.admin.post(`/api/v1/templates/${template.id}/duplicate`, { name: 'Boat loan' }), {
    status: 409,
    body: { code: 'name-taken' },
  });
  t.equal((await beta.admin.post(`/api/v1/templates/${template.id}/duplicate`)).status, 404);
});

t.test('the checks that a step can name are listed with what may be set for them', async (t) => {
  t.match(
    (await s.admin.get('/api/v1/step-handlers')).body.find(({ id }: { id: string }) => id === 'First'),
    { id: 'First', description: String, available: true, outside: Boolean },
  );
});
