import { t } from '@dossier/core/testing/t';
import { manageAccess } from '../../access/contract.ts';
import { createApplications, readApplications, readOwnApplications } from '../../applications/contract.ts';
import { manageOrganization } from '../../tenancy/contract.ts';
import { stage } from '../../workflow/test/stage.ts';
import type { Json } from '../../../testing/index.ts';
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

const workspaceOfClients = async (name: string): Promise<string> =>
  (await boss.post('/api/v1/workspaces', { name, type: 'CLIENT' })).body.id;

t.test('an offer tells which roles of clients may not apply, and no more once they may', async (t) => {
  const keeper = await s.person('keeper', { permissions: [manageAccess, manageTemplates] });
  const fresh = await workspaceOfClients('New clients');
  const templateId = await s.template();
  const at = `/api/v1/templates/${templateId}/offers`;
  const applying = async () => (await s.admin.get(at)).body[0].applying;
  t.match(
    (await s.admin.put(`${at}/${fresh}`, { workspaceId: lending })).body.applying,
    { hindrance: 'nobody', lacking: [] },
    'no team is in it yet',
  );
  const own = { workspaces: [fresh as typeof clients] };
  const all = [readApplications, readOwnApplications, createApplications];
  await s.person('auditor', { ...own, permissions: all });
  t.match(await applying(), { hindrance: 'no-client-role', lacking: [] }, 'who reads all of them is no client');
  const cleo = await s.person('cleo', { ...own, permissions: [readOwnApplications], role: 'Client' });
  const told = await applying();
  t.match(told, {
    hindrance: 'no-right',
    lacking: [{ roleName: 'Client', teamName: 'cleo', permission: 'applications.create' }],
  });
  t.equal(told.lacking.length, 1, 'nobody else is given it');
  const offered = `/api/v1/workspaces/${fresh}/offered-templates`;
  t.equal((await cleo.get(offered)).status, 403);

  const access = `/api/v1/workspaces/${fresh}/access`;
  const grants = told.lacking.map(({ teamRoleId, permission }: Json) => ({ teamRoleId, permission, granted: true }));
  t.equal((await s.admin.put(access, { grants })).status, 403, 'who edits templates gives no rights');
  t.same(await applying(), told);
  t.equal((await keeper.put(access, { grants })).status, 200);
  t.same(await applying(), { hindrance: null, lacking: [] });
  t.match((await cleo.get(offered)).body, [{ templateId }]);
});

t.test('a role that may apply is enough for its team, whether somebody has it or not', async (t) => {
  const keeper = await s.person('warden', { permissions: [manageAccess] });
  const fresh = await workspaceOfClients('Empty');
  const { body: team } = await boss.post('/api/v1/teams', { name: 'Clients to come' });
  await boss.put(`/api/v1/teams/${team.id}/workspaces/${fresh}`);
  const roles: Json[] = (await keeper.get(`/api/v1/workspaces/${fresh}/access`)).body.roles;
  const give = (name: string, permission: { id: string }): ReturnType<typeof keeper.put> =>
    keeper.put(`/api/v1/workspaces/${fresh}/access`, {
      grants: [
        { teamRoleId: roles.find((role) => role['name'] === name)?.['id'], permission: permission.id, granted: true },
      ],
    });
  const hindrance = async () => (await s.admin.put(`${at}/${fresh}`, { workspaceId: lending })).body.applying.hindrance;
  await give('Owner', readOwnApplications);
  await give('Member', readOwnApplications);
  t.equal(await hindrance(), 'no-right');
  await give('Member', createApplications);
  t.equal(await hindrance(), null);
  t.equal((await s.admin.delete(`${at}/${fresh}`)).status, 204);
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
