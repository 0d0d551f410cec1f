import { t } from '@dossier/core/testing/t';
import { EventLog, newId } from '@dossier/sdk';
import { logged, sharedPlatform } from '@dossier/core/testing';
import type { Json } from '@dossier/core/testing';
import { readApplications } from '../../applications/contract.ts';
import { AccessAdministration } from '../contract.ts';
import { stage } from './stage.ts';

const platform = await sharedPlatform();
const acme = await stage(platform, 'acme');
const beta = await stage(platform, 'beta');
const admin = acme.admin.client;
const lending = await acme.team('Lending');
const clerk = await lending.member();
const [first, second] = [await acme.house.workspace('First', 'STAFF'), await acme.house.workspace('Second', 'MIXED')];
const foreign = await beta.house.workspace('Foreign', 'STAFF');
const place = (workspace: string, team = lending.id): string => `/api/v1/teams/${team}/workspaces/${workspace}`;
const seen = async (): Promise<string[]> =>
  (await clerk.client.get('/api/v1/workspaces')).body.map((one: Json) => one.name);

t.test('a team works in the workspaces to which it is assigned, and loses one with its boxes there', async (t) => {
  t.same(await seen(), []);
  t.match(await admin.put(place(first)), { status: 204, text: '' });
  t.equal((await admin.put(place(second))).status, 204);
  t.equal((await admin.put(place(second))).status, 204, 'twice is once');
  t.same(await seen(), ['First', 'Second']);
  for (const workspace of [first, second])
    await admin.put(`/api/v1/workspaces/${workspace}/access`, {
      grants: [{ teamRoleId: lending.roles['Member'], permission: readApplications.id, granted: true }],
    });
  t.equal((await clerk.client.get(`/api/v1/applications?workspaceId=${first}`)).status, 200);
  t.match(await admin.delete(place(first)), { status: 204, text: '' });
  t.same(await seen(), ['Second']);
  t.equal((await clerk.client.get(`/api/v1/applications?workspaceId=${first}`)).status, 404);
  t.equal((await clerk.client.get(`/api/v1/applications?workspaceId=${second}`)).status, 200);
  t.equal((await admin.delete(place(first))).status, 404);
  await admin.put(place(first));
  t.equal(
    (await clerk.client.get(`/api/v1/applications?workspaceId=${first}`)).status,
    403,
    'the boxes do not come back by themselves',
  );
});

t.test('neither a workspace nor a team of another organization is there, and a member assigns nothing', async (t) => {
  const unknown = (await admin.put(place(newId()))).text;
  for (const url of [
    place(foreign),
    place(first, (await beta.team('Theirs')).id),
    place('no-id'),
    place(first, 'no-id'),
  ])
    t.match(await admin.put(url), { status: 404, text: unknown }, url);
  t.equal((await admin.delete(place(foreign))).status, 404);
  t.equal((await clerk.client.put(place(first))).status, 403);
  t.equal((await clerk.client.delete(place(second))).status, 403);
  t.same(await seen(), ['First', 'Second']);
});

t.test("one sees one's own teams, and who manages the organization sees all", async (t) => {
  const own = (await clerk.client.get('/api/v1/teams')).body;
  t.match(own, [
    {
      id: lending.id,
      name: 'Lending',
      description: '',
      createdAt: /Z$/,
      memberCount: 1,
      workspaces: [
        { id: first, name: 'First', type: 'STAFF' },
        { id: second, type: 'MIXED' },
      ],
      permissions: ['viewReports'],
    },
  ]);
  t.equal(own.length, 1);
  const all = (await admin.get('/api/v1/teams')).body;
  t.same(
    all.map((one: Json) => one.name),
    ['Administrators', 'Lending', 'Lobby'],
  );
  t.same(
    all[1].permissions,
    ['manageMembers', 'editTeam', 'inviteUsers', 'viewReports'],
    'the manager may do in each what its Owner may',
  );
  t.same(
    [
      (await admin.get(`/api/v1/teams/${lending.id}`)).body,
      (await clerk.client.get(`/api/v1/teams/${lending.id}`)).body,
    ],
    [all[1], own[0]],
  );
  for (const answer of [
    await clerk.client.get(`/api/v1/teams/${all[0].id}`),
    await beta.admin.client.get(`/api/v1/teams/${lending.id}`),
    await admin.get('/api/v1/teams/nonsense'),
  ])
    t.match(answer, { status: 404, body: { code: 'not-found' } });
  t.same(
    (await beta.admin.client.get('/api/v1/teams?limit=1')).body.map((one: Json) => one.name),
    ['Administrators'],
  );
});

t.test('a team has a name of its own, and says what it is for', async (t) => {
  const made = await admin.post('/api/v1/teams', { name: 'Archive', description: 'Keeps papers.' });
  t.match(made, {
    status: 201,
    headers: { location: /^\/api\/v1\/teams\// },
    body: { name: 'Archive', description: 'Keeps papers.' },
  });
  t.match(await admin.get(String(made.headers.location)), { status: 200, body: made.body });
  t.equal((await admin.post('/api/v1/teams', { name: 'Archive' })).status, 409);
  for (const name of ['', '  ', 'a\u0000b', 7, undefined])
    t.match(
      await admin.post('/api/v1/teams', { name }),
      { status: 422, body: { errors: [{ pointer: '/name' }] } },
      `the name ${JSON.stringify(name)}`,
    );
  t.equal((await clerk.client.post('/api/v1/teams', { name: 'Mine' })).status, 403);
});

t.test('members and people are shown by name to those who have to know', async (t) => {
  const members = `/api/v1/teams/${lending.id}/members`;
  t.match((await admin.get(members)).body, [
    {
      id: clerk.membership,
      userId: clerk.id,
      name: String,
      email: /@example\.org$/,
      teamRoleId: lending.roles['Member'],
      teamRoleName: 'Member',
      status: 'active',
      joinedAt: /Z$/,
    },
  ]);
  t.equal((await clerk.client.get(members)).status, 403);
  t.equal((await clerk.client.get('/api/v1/people')).status, 403);
  t.equal((await beta.admin.client.get(members)).status, 404);
  const named = await acme.house.member({ id: lending.id, role: lending.roles['Owner']! }, '100%_Percy@example.org');
  t.match((await admin.get('/api/v1/people?q=PERCY')).body, [
    {
      id: named.id,
      email: '100%_Percy@example.org',
      memberships: [{ teamId: lending.id, teamName: 'Lending', teamRoleName: 'Owner', status: 'active' }],
    },
  ]);
  t.equal(
    (await admin.get(`/api/v1/people?q=${encodeURIComponent('%_p')}`)).body.length,
    1,
    'signs of a pattern are ordinary letters',
  );
  t.same((await admin.get('/api/v1/people?q=%25%25')).body, []);
  t.equal((await named.client.get('/api/v1/people')).status, 200, 'who manages members looks for them');
  t.match(
    (await admin.get(`/api/v1/people/${named.id}`)).body,
    { id: named.id, memberships: [{ teamId: lending.id }] },
    'one of them by id',
  );
  t.equal((await clerk.client.get(`/api/v1/people/${named.id}`)).status, 403);
  const stranger = await admin.get(`/api/v1/people/${beta.admin.id}`);
  t.equal(stranger.status, 404);
  t.same((await admin.get('/api/v1/people/nobody')).body, stranger.body, 'of another organization, or of none');
  const everybody = (await admin.get('/api/v1/people')).text;
  t.notMatch(everybody, beta.admin.id);
});

t.test('what happened to a team is in the log, with before and after', async (t) => {
  const leaver = await lending.member();
  await admin.put(`/api/v1/user-teams/${leaver.membership}`, { teamRoleId: lending.roles['Owner'] });
  await admin.delete(`/api/v1/user-teams/${leaver.membership}`);
  await logged(platform);
  const rows = await platform.service(EventLog).of(acme.house.access, { subject: { type: 'user', id: leaver.id } });
  t.same(
    rows.map((row) => row.type),
    ['access/member-added@1', 'access/member-role-changed@1', 'access/member-removed@1'],
  );
  t.match(rows[1], {
    before: { teamRoleId: lending.roles['Member'] },
    after: { teamRoleId: lending.roles['Owner'] },
    actor: { kind: 'user', id: acme.admin.id },
  });
});

t.test('a role is weighed before it is promised', async (t) => {
  const weighed = (teamRoleId: string, actor: string) =>
    platform
      .service(AccessAdministration)
      .demandGrantable(
        { ...acme.house.access, actor: { kind: 'user', id: actor, name: 'Somebody' } },
        lending.id,
        teamRoleId,
      );
  await t.resolves(weighed(lending.roles['Owner']!, acme.admin.id));
  await t.rejects(weighed(lending.roles['Owner']!, clerk.id), { code: 'forbidden' });
  await t.rejects(weighed(newId(), acme.admin.id), { code: 'invalid' });
});
