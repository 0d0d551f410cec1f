import { t } from '@dossier/core/testing/t';
import { newId } from '@dossier/sdk';
import { sharedPlatform } from '@dossier/core/testing';
import type { Json, TestAnswer } from '@dossier/core/testing';
import { stage } from './stage.ts';

// The first platform of a machine makes its database, which takes its time on a busy one.
const platform = await sharedPlatform();
const acme = await stage(platform, 'acme');
const beta = await stage(platform, 'beta');
const lending = await acme.team('Lending');
const owner = await lending.member('Owner');
const plain = await lending.member();
const rolesOf = `/teams/${lending.id}/roles`;
const all = ['manageMembers', 'editTeam', 'inviteUsers', 'viewReports'];

t.test('a new team has Owner and Member, under every prefix', async (t) => {
  const fresh = await acme.team('Fresh');
  const list = await acme.admin.client.get(`/teams/${fresh.id}/roles`);
  t.match(list.body, [
    { id: String, teamId: fresh.id, name: 'Owner', description: String, permissions: all },
    { name: 'Member', permissions: ['viewReports'] },
  ]);
  for (const prefix of ['/api', '/api/v1'])
    t.same((await acme.admin.client.get(`${prefix}/teams/${fresh.id}/roles`)).body, list.body, prefix);
  t.equal((await plain.client.get(rolesOf)).status, 200, 'a member reads the roles of their team');
  t.equal((await plain.client.get(`/teams/${fresh.id}/roles`)).status, 403, 'and of no other');
  const foreign = await beta.admin.client.get(rolesOf);
  t.equal(foreign.status, 404);
  t.equal(foreign.text, (await beta.admin.client.get(`/teams/${newId()}/roles`)).text);
  t.equal((await platform.get(rolesOf)).status, 401);
});

t.test('a role is made for its team and for no other, doubles collapsed', async (t) => {
  const made = await owner.client.post(rolesOf, {
    name: ' Reviewer ',
    description: 'Reads.',
    permissions: ['viewReports', 'viewReports'],
  });
  t.match(made, {
    status: 201,
    headers: { location: /roles/ },
    body: { id: String, teamId: lending.id, name: 'Reviewer', description: 'Reads.', permissions: ['viewReports'] },
  });
  t.ok((await owner.client.get(rolesOf)).body.some((role: Json) => role.id === made.body.id));
  const elsewhere = (await acme.team('Elsewhere')).id;
  t.notMatch((await acme.admin.client.get(`/teams/${elsewhere}/roles`)).text, made.body.id);
  for (const one of [owner, plain, acme.admin])
    t.same(
      (await one.client.get(`/teams/${lending.id}/roles/${made.body.id}`)).body,
      made.body,
      'found where its maker is sent',
    );
  t.equal((await plain.client.get(`/teams/${elsewhere}/roles/${made.body.id}`)).status, 403);
  for (const path of [`/teams/${elsewhere}/roles/${made.body.id}`, `${rolesOf}/${newId()}`, `${rolesOf}/nonsense`])
    t.equal((await acme.admin.client.get(path)).status, 404, path);
  t.equal((await beta.admin.client.get(`${rolesOf}/${made.body.id}`)).status, 404);
});

t.test('names that look the same are the same', async (t) => {
  const fresh = await acme.team('Names');
  const send = (name: string) =>
    acme.admin.client.post(`/teams/${fresh.id}/roles`, { name, description: '', permissions: [] });
  t.match(await send(' Ne\u0301'), { status: 201, body: { name: 'N\u00e9' } });
  t.match(await send('N\u00e9'), { status: 409, body: { code: 'role-taken' } });
});

t.test('bad roles are refused with what is wrong', async (t) => {
  const whole = { name: 'Odd', description: '', permissions: [] as unknown };
  const send = (o: object) => owner.client.post(rolesOf, { ...whole, ...o });
  const before = (await owner.client.get(rolesOf)).text;
  t.match(await send({ name: undefined }), { status: 422, body: { errors: [{ pointer: '/name' }] } });
  for (const name of ['two\nlines', 'a\u0000b'])
    t.match(
      await send({ name }),
      { status: 422, body: { errors: [{ pointer: '/name' }] } },
      `the name ${JSON.stringify(name)}`,
    );
  t.match(await send({ name: '  ' }), { status: 422, body: { errors: [{ pointer: '/name' }] } });
  t.match(await send({ name: 'Member' }), { status: 409, body: { code: 'role-taken' } });
  t.match(await send({ name: '\u200b' }), { status: 422, body: { errors: [{ pointer: '/name', code: 'bad-name' }] } });
  t.match(await send({ name: '', permissions: ['flyToMoon'] }).then(({ status }) => status), 422);
  t.match(await send({ permissions: ['viewReports', 'flyToMoon', 'ManageMembers'] }), {
    status: 422,
    body: {
      errors: [
        { pointer: '/permissions/1', detail: /manageMembers, editTeam, inviteUsers, viewReports/ },
        { pointer: '/permissions/2' },
      ],
    },
  });
  t.match(await send({ permissions: 'viewReports' }), { status: 422, body: { errors: [{ pointer: '/permissions' }] } });
  t.match(await send({ permissions: Array.from({ length: 10_000 }, (_, i) => `p${i}`) }), { status: 422 });
  t.match(await send({ teamId: newId() }), { status: 422, body: { errors: [{ pointer: '/teamId' }] } });
  t.equal((await owner.client.get(rolesOf)).text, before);
});

t.test('a name that does not fit hides no unknown permission, nor does one permission the other', async (t) => {
  const faults = async (sent: Promise<TestAnswer>) =>
    (await sent).body.errors.map(({ pointer, code }: Json) => `${pointer} ${code}`);
  const before = (await owner.client.get(rolesOf)).text;
  for (const prefix of ['', '/api/v1'])
    t.same(
      await faults(owner.client.post(`${prefix}${rolesOf}`, { name: '', permissions: ['viewReports', 'flyToMoon'] })),
      ['/name minLength', '/permissions/1 unknown-permission'],
    );
  t.same(await faults(owner.client.post(rolesOf, { name: '\u200b', description: 7, permissions: [8, 'flyToMoon'] })), [
    '/description type',
    '/permissions/0 type',
    '/name bad-name',
    '/permissions/1 unknown-permission',
  ]);
  t.same(await faults(owner.client.post(rolesOf, { permissions: 'flyToMoon' })), [
    '/name required',
    '/permissions type',
  ]);
  const member = `${rolesOf}/${lending.roles['Member']}`;
  t.same(
    await faults(owner.client.put(member, { name: ' ', permissions: [8, 'viewReports', 'flyToMoon'] })),
    ['/permissions/0 type', '/permissions/2 unknown-permission'],
    'the name of a role stays, whatever it would be',
  );
  const wrong = { name: '', permissions: [8, 'flyToMoon'] };
  for (const [who, status] of [
    [plain.client, 403],
    [beta.admin.client, 404],
  ] as const)
    t.same([(await who.post(rolesOf, wrong)).status, (await who.put(member, wrong)).status], [status, status]);
  t.equal((await owner.client.get(rolesOf)).text, before);
});

t.test('a change replaces the permissions and nothing else, whatever else is sent', async (t) => {
  const { body: role } = await owner.client.post(rolesOf, {
    name: 'Helper',
    description: 'Helps.',
    permissions: ['inviteUsers'],
  });
  const url = `${rolesOf}/${role.id}`;
  t.same(
    (await owner.client.put(url, { permissions: ['viewReports'], name: 'Boss', id: newId(), isAdmin: true })).body,
    { ...role, permissions: ['viewReports'] },
  );
  t.same((await owner.client.put(url, { permissions: [] })).body, { ...role, permissions: [] });
  t.match(await owner.client.put(url, {}), { status: 422, body: { errors: [{ pointer: '/permissions' }] } });
  t.match(await owner.client.put(url, { permissions: ['editteam'] }), {
    status: 422,
    body: { errors: [{ pointer: '/permissions/0' }] },
  });
  t.equal((await owner.client.put(`${rolesOf}/${newId()}`, { permissions: [] })).status, 404);
  const other = await acme.team('Other');
  t.equal(
    (await acme.admin.client.put(`/teams/${other.id}/roles/${role.id}`, { permissions: [] })).status,
    404,
    'the role of another team',
  );
});

t.test('a role that is deleted is gone with an empty 204, and its members stay without its rights', async (t) => {
  await lending.role('Passing', ['manageMembers']);
  const holder = await lending.member('Passing');
  const url = `${rolesOf}/${lending.roles['Passing']}`;
  t.equal((await holder.client.get(`/api/v1/teams/${lending.id}/members`)).status, 200);
  const answer = await owner.client.delete(url);
  t.match(answer, { status: 204, text: '' });
  t.equal(answer.headers['content-type'], undefined);
  t.notMatch((await owner.client.get(rolesOf)).text, lending.roles['Passing']!);
  t.equal((await owner.client.delete(url)).status, 404);
  t.equal((await holder.client.get(`/api/v1/teams/${lending.id}/members`)).status, 403, 'on the very next request');
  t.match((await holder.client.get(`/users/${holder.id}/user-teams`)).body, [
    { teamId: lending.id, teamRoleId: null, status: 'active' },
  ]);
});

t.test('each permission opens what it guards, on the next request, and nothing else', async (t) => {
  await lending.role('Tried', []);
  const tried = await lending.member('Tried');
  const url = `${rolesOf}/${lending.roles['Tried']}`;
  const give = (permissions: readonly string[]) => owner.client.put(url, { permissions });
  let made = 0;
  const acts: Readonly<Record<string, () => Promise<number>>> = {
    manageMembers: async () =>
      (
        await tried.client.post('/user-teams', {
          userId: (await acme.colleague()).id,
          teamId: lending.id,
          role: 'member',
          status: 'active',
        })
      ).status,
    editTeam: async () =>
      (await tried.client.post(rolesOf, { name: `New ${(made += 1)}`, description: '', permissions: ['viewReports'] }))
        .status,
  };
  for (const [permission, act] of Object.entries(acts)) {
    await give(all.filter((one) => one !== permission));
    t.equal(await act(), 403, `without ${permission}`);
    await give([permission]);
    t.equal(await act(), 201, `with ${permission}`);
  }
  await give(['viewReports']);
  t.equal((await tried.client.put(url, { permissions: all })).status, 403);
});

t.test('nobody adds to a role what they do not have, and everybody may take away', async (t) => {
  await lending.role('Editor', ['editTeam']);
  const editor = await lending.member('Editor');
  const url = `${rolesOf}/${lending.roles['Editor']}`;
  t.match(await editor.client.put(url, { permissions: ['editTeam', 'manageMembers'] }), {
    status: 403,
    body: { detail: /manageMembers/ },
  });
  t.equal((await editor.client.put(`${rolesOf}/${lending.roles['Member']}`, { permissions: [] })).status, 200);
  t.equal(
    (await editor.client.put(`${rolesOf}/${lending.roles['Member']}`, { permissions: ['viewReports'] })).status,
    403,
  );
});

t.test('who may edit a team and not manage its members removes it only when nobody else is in it', async (t) => {
  const risk = await acme.team('Risk');
  await risk.role('Editor', ['editTeam']);
  const [keeper, editor] = [await risk.member('Owner'), await risk.member('Editor')];
  const url = `/api/v1/teams/${risk.id}`;
  t.match(await editor.client.delete(url), {
    status: 403,
    body: { code: 'forbidden', detail: /has other members.*Add and remove members/ },
  });
  t.equal((await keeper.client.get(`${url}/members`)).body.length, 2, 'nothing of it is gone');
  const alone = await acme.team('Alone');
  await alone.role('Editor', ['editTeam']);
  const last = await alone.member('Editor');
  t.equal((await last.client.delete(`/api/v1/teams/${alone.id}`)).status, 204);
  t.equal((await keeper.client.delete(url)).status, 204);
});
