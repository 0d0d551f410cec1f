import { t } from '@dossier/core/testing/t';
import { newId } from '@dossier/sdk';
import { bank, sharedPlatform } from '@dossier/core/testing';
import { AccessAdministration, editTeam, manageAccess, manageMembers } from '../../access/contract.ts';
import { manageOrganization } from '../contract.ts';
import { auditEntries } from './stage.ts';

const platform = await sharedPlatform();
const acme = await bank(platform);
const beta = await bank(platform, 'beta');
const administration = platform.service(AccessAdministration);
const url = '/api/v1/teams';

/** A team that the administrator runs and the clerk is a member of, working in the staff workspace. */
async function team(name: string): Promise<{ id: string; editor: string }> {
  const id = (await acme.admin.post(url, { name })).body.id as string;
  const editor = await administration.createRole(acme.access, id, {
    name: 'Editor',
    description: '',
    permissions: [editTeam.id, manageMembers.id],
  });
  await administration.addMember(acme.access, {
    userId: acme.admin.id,
    teamId: id,
    teamRoleId: editor.id,
    status: 'active',
  });
  await administration.addMember(acme.access, { userId: acme.clerk.id, teamId: id, role: 'member', status: 'active' });
  await administration.assignTeam(acme.access, id, acme.staffWorkspace);
  return { id, editor: editor.id };
}
const teamsOf = async (userId: string): Promise<string[]> =>
  (await administration.memberships(acme.organization, userId)).map(({ teamId }) => teamId);

t.test('a team is renamed and described', async (t) => {
  const { id } = await team('Risk');
  t.match(await acme.admin.put(`${url}/${id}`, { name: ' Risk and fraud ', description: 'Looks twice.' }), {
    status: 200,
    body: { id, name: 'Risk and fraud', description: 'Looks twice.', createdAt: /Z$/ },
  });
  t.match((await auditEntries(platform, acme, 'team', id)).at(-1), {
    type: 'tenancy/team-changed@1',
    actor: { id: acme.admin.id },
    before: { name: 'Risk', description: '' },
    after: { name: 'Risk and fraud', description: 'Looks twice.' },
  });
  t.match(
    (await acme.admin.put(`${url}/${id}`, { name: 'Risk' })).body,
    { name: 'Risk', description: 'Looks twice.' },
    'what is left out stays',
  );
  t.match(await acme.admin.put(`${url}/${id}`, { name: 'Lending' }), { status: 409, body: { code: 'name-taken' } });
  for (const body of [
    { name: ' ' },
    { description: 'No name' },
    { name: 'Risk', id: newId() },
    { name: 'Risk', description: 'x'.repeat(2_001) },
  ])
    t.equal((await acme.admin.put(`${url}/${id}`, body)).status, 422, JSON.stringify(body));
});

t.test('only who edits the team does', async (t) => {
  const { id } = await team('Cash');
  for (const who of [acme.officer, acme.clerk]) {
    t.equal((await who.put(`${url}/${id}`, { name: 'Mine' })).status, 403);
    t.equal((await who.delete(`${url}/${id}`)).status, 403);
  }
  for (const who of [platform, acme.key]) t.equal((await who.delete(`${url}/${id}`)).status, 401);
  for (const [who, stranger] of [
    [beta.admin, id],
    [acme.admin, newId()],
  ] as const) {
    t.match(await who.put(`${url}/${stranger}`, { name: 'Mine' }), { status: 404, body: { code: 'not-found' } });
    t.match(await who.delete(`${url}/${stranger}`), { status: 404, body: { code: 'not-found' } });
  }
  t.ok((await teamsOf(acme.clerk.id)).includes(id));
});

t.test('a removed team takes its memberships and rights with it', async (t) => {
  const { id } = await team('Temps');
  const [one, other] = await Promise.all([acme.admin.delete(`${url}/${id}`), acme.admin.delete(`${url}/${id}`)]);
  t.same([one.status, other.status].sort(), [204, 404], 'a double click removes it once');
  t.notOk((await teamsOf(acme.clerk.id)).includes(id));
  t.equal(
    (await acme.clerk.get(`/api/v1/applications?workspaceId=${acme.staffWorkspace}`)).status,
    200,
    'they keep what they have by another team',
  );
  t.notOk(
    (await acme.admin.get(`/api/v1/workspaces/${acme.staffWorkspace}/access`)).body.roles.some(
      ({ teamId }: { teamId: string }) => teamId === id,
    ),
  );
  t.match((await auditEntries(platform, acme, 'team', id)).at(-1), {
    type: 'tenancy/team-removed@1',
    actor: { id: acme.admin.id },
    before: { name: 'Temps' },
  });
  t.ok(
    (await auditEntries(platform, acme, 'user', acme.clerk.id)).some(
      ({ type, before }) => type === 'access/member-removed@1' && JSON.stringify(before).includes(id),
    ),
  );
  t.equal((await acme.admin.post(url, { name: 'Temps' })).status, 201, 'its name is free');
});

t.test('a team without which nobody could run the organization stays', async (t) => {
  const lending = (await acme.admin.get(`/api/v1/workspaces/${acme.staffWorkspace}/access`)).body.roles.find(
    ({ teamName }: { teamName: string }) => teamName === 'Lending',
  ).teamId;
  t.match(await acme.admin.delete(`${url}/${lending}`), { status: 409, body: { code: /^last-/ } });
  t.equal((await acme.admin.get('/api/v1/organization/workspaces')).status, 200, 'nothing was taken away');
  t.equal((await acme.officer.get(`/api/v1/applications?workspaceId=${acme.staffWorkspace}`)).status, 200);

  const { id, editor } = await team('Board');
  for (const permission of [manageOrganization, manageAccess])
    await administration.setGrant(acme.access, { teamRoleId: editor, permission, workspace: null, granted: true });
  t.equal((await acme.admin.delete(`${url}/${lending}`)).status, 204, 'as soon as somebody else can, it goes');
  t.equal((await acme.officer.get(`/api/v1/applications?workspaceId=${acme.staffWorkspace}`)).status, 404);
  t.equal((await acme.admin.put(`${url}/${id}`, { name: 'The board' })).status, 200);
  t.match(await acme.admin.delete(`${url}/${id}`), { status: 409 }, 'now the other one is the last');
});
