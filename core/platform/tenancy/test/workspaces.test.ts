import { t } from '@dossier/core/testing/t';
import { newId } from '@dossier/sdk';
import { bank, sharedPlatform } from '@dossier/core/testing';
import { AccessAdministration } from '../../access/contract.ts';
import { Tenancy } from '../contract.ts';
import { auditEntries } from './stage.ts';

const platform = await sharedPlatform();
const acme = await bank(platform);
const beta = await bank(platform, 'beta');
const url = '/api/v1/workspaces';
const all = '/api/v1/organization/workspaces';
const made = async (name: string): Promise<string> => (await acme.admin.post(url, { name, type: 'STAFF' })).body.id;
const names = async (): Promise<string[]> => (await acme.admin.get(all)).body.map(({ name }: { name: string }) => name);

t.test('an administrator sees all workspaces and how many teams work there', async (t) => {
  await made('Empty');
  t.match(
    (await acme.admin.get(all)).body.map(
      ({ name, type, teams }: { name: string; type: string; teams: number }) => `${name} ${type} ${teams}`,
    ),
    ['Lending STAFF 1', 'Clients CLIENT 1', 'Empty STAFF 0'],
  );
  t.equal((await beta.admin.get(all)).body.length, 2, 'of another organization nothing');
});

t.test('a new workspace is found where its maker is sent', async (t) => {
  const { body, headers } = await acme.admin.post(url, { name: 'Nook', type: 'MIXED' });
  const location = `${url}/${body.id}`;
  t.match(headers, { location });
  t.match(await acme.admin.get(location), { status: 200, body });
  t.equal((await acme.officer.get(location)).status, 403);
  for (const answer of [
    await beta.admin.get(location),
    await acme.admin.get(`${url}/${newId()}`),
    await acme.admin.get(`${url}/nonsense`),
  ])
    t.match(answer, { status: 404, body: { code: 'not-found' } });
});

t.test('a workspace is renamed', async (t) => {
  const id = await made('Vault');
  const renamed = await acme.admin.put(`${url}/${id}`, { name: ' Safe ' });
  t.match(renamed, { status: 200, body: { id, name: 'Safe', type: 'STAFF', createdAt: /Z$/ } });
  t.match((await auditEntries(platform, acme, 'workspace', id)).at(-1), {
    type: 'tenancy/workspace-renamed@1',
    actor: { id: acme.admin.id },
    before: { name: 'Vault' },
    after: { name: 'Safe' },
  });
  t.equal((await acme.admin.put(`${url}/${id}`, { name: 'Safe' })).status, 200);
  t.equal((await auditEntries(platform, acme, 'workspace', id)).length, 2, 'the same name again is no change');
  t.match(await acme.admin.put(`${url}/${id}`, { name: 'Lending' }), { status: 409, body: { code: 'name-taken' } });
  for (const body of [
    { name: '  ' },
    { name: '' },
    {},
    { name: 'Safe', type: 'CLIENT' },
    { name: 'Safe', archivedAt: null },
  ])
    t.equal((await acme.admin.put(`${url}/${id}`, body)).status, 422, JSON.stringify(body));
  t.ok((await names()).includes('Safe'));
});

t.test('a workspace of another organization looks like none', async (t) => {
  for (const id of [acme.staffWorkspace, newId(), 'nonsense']) {
    t.match(await beta.admin.put(`${url}/${id}`, { name: 'Taken over' }), { status: 404, body: { code: 'not-found' } });
    t.match(await beta.admin.delete(`${url}/${id}`), { status: 404, body: { code: 'not-found' } });
  }
  t.ok((await names()).includes('Lending'));
});

t.test('the archived workspace is gone for everybody, and its name is free', async (t) => {
  const id = await made('Pilot');
  const lending = (await acme.admin.get(`${url}/${acme.staffWorkspace}/access`)).body.roles[0].teamId;
  await platform.service(AccessAdministration).assignTeam(acme.access, lending, id);
  t.ok((await acme.officer.get(url)).body.some((one: { id: string }) => one.id === id));

  t.match(await acme.admin.delete(`${url}/${id}`), { status: 204, text: '' });
  t.notOk((await names()).includes('Pilot'));
  t.notOk((await acme.officer.get(url)).body.some((one: { id: string }) => one.id === id));
  t.equal((await acme.officer.get(`/api/v1/applications?workspaceId=${id}`)).status, 404);
  t.equal(
    (
      await acme.key.post('/api/v1/applications', {
        ...acme.record(await acme.template(['DocumentCompletenessCheckHandler'])),
        workspaceId: id,
      })
    ).status,
    404,
  );
  t.equal(await platform.service(Tenancy).workspace(acme.organization, id), null);
  t.equal((await acme.admin.put(`${url}/${id}`, { name: 'Back' })).status, 404);
  t.equal((await acme.admin.put(`/api/v1/teams/${lending}/workspaces/${id}`)).status, 404, 'no team comes in again');
  t.equal((await acme.admin.delete(`${url}/${id}`)).status, 404, 'a second time');
  t.equal((await acme.admin.post(url, { name: 'Pilot', type: 'MIXED' })).status, 201);
  t.match((await auditEntries(platform, acme, 'workspace', id)).at(-1), {
    type: 'tenancy/workspace-archived@1',
    actor: { id: acme.admin.id },
    before: { archivedAt: null },
    after: { archivedAt: platform.clock.now().toISOString() },
  });
  t.ok(
    (await auditEntries(platform, acme, 'team', lending)).some(
      ({ type, before }) => type === 'access/team-unassigned@1' && JSON.stringify(before).includes(id),
    ),
  );
});

t.test('a workspace with open applications stays until they are decided', async (t) => {
  const submitted = (
    await acme.key.post(
      '/api/v1/applications',
      acme.record(await acme.template(['DocumentCompletenessCheckHandler']), { answers: {} }),
    )
  ).body.id;
  t.match(await acme.admin.delete(`${url}/${acme.staffWorkspace}`), {
    status: 409,
    body: { code: 'workspace-in-use', detail: /One application/ },
  });
  t.ok((await names()).includes('Lending'), 'nothing happened');
  t.equal((await acme.officer.get(`/api/v1/applications/${submitted}`)).status, 200);
  t.equal((await acme.officer.post(`/api/v1/applications/${submitted}/approve`, {})).status, 200);
  t.equal((await acme.admin.delete(`${url}/${acme.staffWorkspace}`)).status, 204);
});

t.test('the last workspace stays, also when two are archived at once', async (t) => {
  t.equal((await beta.admin.get(all)).body.length, 2);
  const [one, other] = await Promise.all(
    [beta.staffWorkspace, beta.clientWorkspace].map((id) => beta.admin.delete(`${url}/${id}`)),
  );
  t.same([one!.status, other!.status].sort(), [204, 409]);
  t.match(
    [one, other].find((answer) => answer?.status === 409),
    { body: { code: 'last-workspace' } },
  );
  t.equal((await beta.admin.get(all)).body.length, 1);
});

t.test('what is wrong with the name is reported with what the schema finds', async (t) => {
  const pointers = (answer: { body: { errors: { pointer: string }[] } }): string[] =>
    answer.body.errors.map(({ pointer }: { pointer: string }) => pointer).toSorted();
  t.same(pointers(await acme.admin.post(url, { name: ' ', type: 'x' })), ['/name', '/type']);
  t.same(pointers(await acme.admin.put(`${url}/${acme.staffWorkspace}`, { name: ' ', type: 'STAFF' })), [
    '/name',
    '/type',
  ]);
  const team = (await acme.admin.get('/api/v1/teams')).body[0].id;
  t.same(pointers(await acme.admin.put(`/api/v1/teams/${team}`, { name: ' ', description: 7 })), [
    '/description',
    '/name',
  ]);
});
