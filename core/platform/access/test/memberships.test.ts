import { t } from '@dossier/core/testing/t';
import { newId } from '@dossier/sdk';
import { testPlatform } from '@dossier/core/testing';
import type { Json } from '@dossier/core/testing';
import { People } from '../../people/contract.ts';
import { testJoinPolicy, stage } from './stage.ts';

const joinPolicy = testJoinPolicy();
// The first platform of a machine makes its database, which takes its time on a busy one.
const platform = await testPlatform({ plugins: [joinPolicy.plugin] });
t.teardown(() => platform.stop());
const acme = await stage(platform, 'acme');
const beta = await stage(platform, 'beta');
const lending = await acme.team('Lending');
await lending.role('Recruiter', ['manageMembers', 'viewReports']);
const owner = await lending.member('Owner');
const plain = await lending.member();
const recruiter = await lending.member('Recruiter');
const active = { status: 'active' };

t.test("one sees one's own memberships in all organizations, with the time in UTC", async (t) => {
  const seen = await plain.client.get(`/users/${plain.id}/user-teams`);
  t.match(seen, {
    status: 200,
    body: [
      {
        id: plain.membership,
        userId: plain.id,
        teamId: lending.id,
        role: '',
        status: 'active',
        joinedAt: /^\d{4}-\d\d-\d\dT.*Z$/,
        teamRoleId: lending.roles['Member'],
      },
    ],
  });
  for (const prefix of ['/api', '/api/v1'])
    t.same((await plain.client.get(`${prefix}/users/${plain.id}/user-teams`)).body, seen.body, prefix);
  const away = await beta.team('Away');
  joinPolicy.admit({ organization: beta.house.id, userId: plain.id, teamId: away.id, teamRoleId: null });
  t.equal(
    (await plain.client.post('/user-teams', { userId: plain.id, teamId: away.id, role: 'guest', ...active })).status,
    201,
  );
  t.same(
    (await plain.client.get(`/users/${plain.id}/user-teams`)).body.map((one: Json) => one.teamId),
    [lending.id, away.id],
  );
  t.same(
    (await owner.client.get(`/users/${plain.id}/user-teams`)).body.map((one: Json) => one.teamId),
    [lending.id],
    'others see what is shared with them',
  );
});

t.test("one reads one's own memberships by their names, each organization's on its own", async (t) => {
  const { status, body } = await plain.client.get('/api/v1/memberships');
  t.equal(status, 200);
  t.match(body, [
    {
      id: plain.membership,
      organizationId: acme.house.id,
      organizationName: /acme/i,
      teamId: lending.id,
      teamName: 'Lending',
      teamRoleName: 'Member',
      role: '',
      status: 'active',
      joinedAt: /^\d{4}-\d\d-\d\dT.*Z$/,
    },
    { organizationId: beta.house.id, teamName: 'Away', teamRoleId: null, teamRoleName: null, role: 'guest' },
  ]);
  t.equal(body.length, 2, "and nobody else's");
  t.equal((await platform.get('/api/v1/memberships')).status, 401);
});

t.test('a person without teams gets an empty list', async (t) => {
  const people = platform.service(People);
  const { id } = await people.enter({
    issuer: 'urn:test',
    subject: newId(),
    email: null,
    emailVerified: false,
    name: 'Nobody',
  });
  const { secret } = await people.openSession({ user: id, organization: null, issuer: 'urn:test' });
  const answer = await platform.as({ cookie: `dossier=${secret}` }).get(`/users/${id}/user-teams`);
  t.match(answer, { status: 200, text: '[]' });
});

t.test("a stranger's memberships are closed: 401, 403, and 404 across organizations", async (t) => {
  t.match(await platform.get(`/users/${plain.id}/user-teams`), {
    status: 401,
    headers: { 'www-authenticate': /^Bearer/ },
  });
  t.match(await plain.client.get(`/users/${owner.id}/user-teams`), { status: 403, body: { code: 'forbidden' } });
  t.equal(
    (await recruiter.client.get(`/users/${owner.id}/user-teams`)).status,
    200,
    'who manages the members sees them',
  );
  t.equal((await recruiter.client.get(`/users/${acme.admin.id}/user-teams`)).status, 403, 'not those of other teams');
  t.equal((await acme.admin.client.get(`/users/${plain.id}/user-teams`)).status, 200);
  const across = await acme.admin.client.get(`/users/${beta.admin.id}/user-teams`);
  t.equal(across.status, 404);
  t.equal(across.text, (await acme.admin.client.get(`/users/${newId()}/user-teams`)).text);
});

t.test('a list comes in pages, with the address of the next in Link', async (t) => {
  const first = await acme.admin.client.get('/api/v1/people?limit=2');
  t.equal(first.body.length, 2);
  const next = /^<([^>]+)>; rel="next"$/.exec(String(first.headers['link']))?.[1];
  t.ok(next);
  const all = (await acme.admin.client.get('/api/v1/people')).body.map((one: Json) => one.id);
  t.same(
    (await acme.admin.client.get(next!)).body.map((one: Json) => one.id),
    all.slice(2, 4),
  );
  t.match(await acme.admin.client.get('/api/v1/people?cursor=x'), { status: 400, body: { code: 'bad-cursor' } });
  t.match(await acme.admin.client.get('/api/v1/people?limit=0'), { status: 400, body: { code: 'bad-query' } });
});

t.test('a cursor goes on in the list that it came with, and in no other', async (t) => {
  const { client } = acme.admin;
  const next = async (path: string): Promise<URL> =>
    new URL(/^<([^>]+)>/.exec(String((await client.get(path)).headers['link']))![1]!, 'http://here');
  const { pathname, search } = await next(`/teams/${lending.id}/roles?limit=1`);
  for (const prefix of ['', '/api', '/api/v1'])
    t.match(
      await client.get(`${prefix}${pathname}${search}`),
      { status: 200, body: [{ name: 'Member' }] },
      'under each of its prefixes',
    );
  const other = await acme.team('Other');
  for (const list of [
    `/teams/${other.id}/roles`,
    '/api/v1/teams',
    '/api/v1/people',
    `/api/v1/teams/${lending.id}/members`,
    `/users/${acme.admin.id}/user-teams`,
  ]) {
    t.match(await client.get(`${list}${search}`), { status: 400, body: { code: 'bad-cursor' } }, list);
  }
  const people = await next('/api/v1/people?limit=1');
  t.equal(
    (await client.get(`/api/v1/people${people.search.replace('limit=1', 'limit=2')}`)).status,
    200,
    'with pages of another size',
  );
  t.match(
    await client.get(`/api/v1/people${people.search}&q=a`),
    { status: 400, body: { code: 'bad-cursor' } },
    'other people are another list',
  );
});

t.test('who manages the members adds a colleague with a role for display, or with one that gives rights', async (t) => {
  const [titled, ranked] = [await acme.colleague(), await acme.colleague()];
  t.match(
    await recruiter.client.post('/user-teams', { userId: titled.id, teamId: lending.id, role: 'Owner', ...active }),
    {
      status: 201,
      headers: { location: /user-teams/ },
      body: { id: String, userId: titled.id, teamId: lending.id, role: 'Owner', status: 'active' },
    },
  );
  t.equal(
    (await titled.client.post(`/teams/${lending.id}/roles`, { name: 'Mine', permissions: [] })).status,
    403,
    'a word gives no rights',
  );
  t.match(
    await owner.client.post('/api/v1/user-teams', {
      userId: ranked.id,
      teamId: lending.id,
      role: 'intern',
      teamRoleId: lending.roles['Owner'],
      ...active,
    }),
    { status: 201, body: { role: 'intern', teamRoleId: lending.roles['Owner'] } },
  );
  t.equal(
    (await ranked.client.post(`/teams/${lending.id}/roles`, { name: 'Mine', permissions: [] })).status,
    201,
    'the role does, on the next request',
  );
  t.match(await owner.client.post('/user-teams', { userId: ranked.id, teamId: lending.id, role: 'again', ...active }), {
    status: 409,
    body: { code: 'already-member' },
  });
});

t.test('what is missing, unknown or foreign is refused, and nobody is added', async (t) => {
  const { id: userId } = await acme.colleague();
  const whole = { userId, teamId: lending.id, role: 'member', ...active };
  const savings = await acme.team('Savings');
  const send = (o: object) => owner.client.post('/user-teams', { ...whole, ...o });
  t.match(await send({ role: undefined }), { status: 422, body: { errors: [{ pointer: '/teamRoleId' }] } });
  t.match(await send({ status: undefined }), { status: 422, body: { errors: [{ pointer: '/status' }] } });
  for (const status of [' ', 'Active', 'pending', 'accepted'])
    t.match(
      await send({ status }),
      { status: 422, body: { errors: [{ pointer: '/status', detail: 'status must be "active".' }] } },
      `a membership that is ${status} could never be used`,
    );
  t.match(await send({ teamRoleId: savings.roles['Member'] }), {
    status: 422,
    body: { errors: [{ pointer: '/teamRoleId' }] },
  });
  t.match(await send({ teamId: newId() }), { status: 404 });
  t.equal((await send({ teamId: (await beta.team('Theirs')).id })).text, (await send({ teamId: newId() })).text);
  const unknown = await send({ userId: newId() });
  t.match(unknown, { status: 422, body: { errors: [{ pointer: '/userId' }] } });
  t.equal(
    (await send({ userId: beta.admin.id })).text,
    unknown.text,
    'a person of another organization looks like nobody',
  );
  t.equal((await send({ userId: 'provider-id' })).status, 422);
  t.match(await send({ isAdmin: true }), { status: 422, body: { errors: [{ pointer: '/isAdmin' }] } });
  t.notMatch((await owner.client.get(`/api/v1/teams/${lending.id}/members`)).text, userId);
});

t.test('all that is wrong with a new membership is reported at once, to those who may know', async (t) => {
  const whole = { userId: newId(), teamId: lending.id, teamRoleId: newId(), ...active };
  const faults = async (o: object) => {
    const answer = await owner.client.post('/user-teams', { ...whole, ...o });
    t.equal(answer.status, 422, answer.text);
    return answer.body.errors.map(({ pointer, code }: Json) => `${pointer} ${code}`);
  };
  const unknown = ['/userId unknown-user', '/teamRoleId unknown-role'];
  t.same(await faults({}), unknown);
  t.same(
    await faults({ userId: beta.admin.id, teamRoleId: (await beta.team('Far')).roles['Member'] }),
    unknown,
    'what is elsewhere looks like nothing',
  );
  t.same(await faults({ status: 'pending' }), ['/status const', ...unknown]);
  t.same(await faults({ status: 'pending', userId: plain.id }), ['/status const', '/teamRoleId unknown-role']);
  t.same(await faults({ userId: '' }), ['/userId format', '/teamRoleId unknown-role']);
  t.same(await faults({ teamRoleId: undefined }), ['/userId unknown-user', '/teamRoleId missing']);
  t.same(await faults({ teamRoleId: undefined, status: undefined }), [
    '/status required',
    '/userId unknown-user',
    '/teamRoleId missing',
  ]);
  t.same(await faults({ teamRoleId: undefined, teamId: '' }), ['/teamId format', '/teamRoleId missing']);
  t.same(
    await faults({ teamRoleId: undefined, role: ' ' }),
    ['/role pattern', '/userId unknown-user'],
    'a role that does not fit is not said to be missing',
  );
  for (const client of [(await acme.colleague()).client, beta.admin.client]) {
    const wrong = { ...whole, status: 'pending' };
    const closed = await client.post('/user-teams', wrong);
    t.strictSame(
      closed.body.errors.map(({ pointer }: Json) => pointer),
      ['/status'],
      'others learn of the shape alone',
    );
    t.equal(
      closed.text,
      (await client.post('/user-teams', { ...wrong, teamId: newId(), teamRoleId: lending.roles['Member'] })).text,
    );
  }
});

t.test('a body that does not fit uses up no admission', async (t) => {
  const guest = beta.admin;
  const want = (o: object) =>
    guest.client.post('/user-teams', {
      userId: guest.id,
      teamId: lending.id,
      teamRoleId: lending.roles['Member'],
      ...active,
      ...o,
    });
  joinPolicy.admit({
    organization: acme.house.id,
    userId: guest.id,
    teamId: lending.id,
    teamRoleId: lending.roles['Member']!,
  });
  t.match(await want({ status: 'pending', teamRoleId: newId() }), {
    status: 422,
    body: { errors: [{ pointer: '/status' }, { pointer: '/teamRoleId', code: 'unknown-role' }] },
  });
  t.match(await want({ userId: '', teamRoleId: newId() }), {
    status: 422,
    body: { errors: [{ pointer: '/userId' }, { pointer: '/teamRoleId', code: 'unknown-role' }] },
  });
  const { id } = (await want({})).body;
  t.equal((await owner.client.delete(`/api/v1/user-teams/${id}`)).status, 204);
});

t.test('who is neither invited nor manages the members stays outside', async (t) => {
  const outsider = await acme.colleague();
  const own = { userId: outsider.id, teamId: lending.id, ...active };
  t.match(await outsider.client.post('/user-teams', { ...own, teamRoleId: lending.roles['Owner'] }), { status: 403 });
  t.match(await outsider.client.post('/user-teams', { ...own, role: 'member' }), { status: 403 });
  t.match(
    await plain.client.post('/user-teams', { ...own, role: 'member' }),
    { status: 403 },
    'a member without manageMembers adds nobody',
  );
  t.match(
    await beta.admin.client.post('/user-teams', { ...own, userId: beta.admin.id, role: 'member' }),
    { status: 404 },
    'a stranger learns nothing',
  );
  t.match(
    await recruiter.client.post('/user-teams', { ...own, teamRoleId: lending.roles['Owner'] }),
    { status: 403 },
    'nobody gives more than they have',
  );
  t.match(
    await recruiter.client.put(`/api/v1/user-teams/${recruiter.membership}`, { teamRoleId: lending.roles['Owner'] }),
    { status: 403 },
    'not even to themselves',
  );
});

t.test('an admission opens one team once, up to the role that it names', async (t) => {
  const guest = beta.admin;
  const want = (o: object) =>
    guest.client.post('/user-teams', { userId: guest.id, teamId: lending.id, ...active, ...o });
  joinPolicy.admit({
    organization: acme.house.id,
    userId: guest.id,
    teamId: lending.id,
    teamRoleId: lending.roles['Recruiter']!,
  });
  t.match(await want({ teamRoleId: lending.roles['Owner'] }), { status: 403 });
  t.match(await want({ teamRoleId: lending.roles['Recruiter'] }), {
    status: 201,
    body: { teamRoleId: lending.roles['Recruiter'] },
  });
  const { id } = (await guest.client.get(`/users/${guest.id}/user-teams`)).body.find(
    (one: Json) => one.teamId === lending.id,
  );
  t.equal((await owner.client.delete(`/api/v1/user-teams/${id}`)).status, 204);
  t.equal((await want({ teamRoleId: lending.roles['Member'] })).status, 404, 'used up');
  joinPolicy.admit({ organization: acme.house.id, userId: guest.id, teamId: lending.id, teamRoleId: null });
  t.match(await want({ teamRoleId: lending.roles['Recruiter'] }), { status: 403 }, 'without a role it means Member');
  t.match(await want({ teamRoleId: lending.roles['Member'] }), { status: 201 });
});

t.test('a member gets another role, is removed, or leaves; each acts at once and is in the log', async (t) => {
  const person = await lending.member();
  const url = `/api/v1/user-teams/${person.membership}`;
  t.match((await person.client.get(url)).body, { id: person.membership, userId: person.id, teamId: lending.id });
  t.equal((await owner.client.get(url)).status, 200);
  t.equal((await plain.client.get(url)).status, 403);
  t.match(await plain.client.put(url, { teamRoleId: lending.roles['Member'] }), { status: 403 });
  t.match(await owner.client.put(url, { teamRoleId: newId() }), {
    status: 422,
    body: { errors: [{ pointer: '/teamRoleId' }] },
  });
  t.match(await owner.client.put(url, { teamRoleId: lending.roles['Recruiter'] }), {
    status: 200,
    body: { id: person.membership, teamRoleId: lending.roles['Recruiter'] },
  });
  t.equal((await person.client.get(`/api/v1/teams/${lending.id}/members`)).status, 200);
  t.equal((await plain.client.delete(url)).status, 403);
  t.match(await person.client.delete(url), { status: 204, text: '' }, 'one may leave');
  t.equal((await person.client.delete(url)).status, 404);
  t.equal((await owner.client.delete(url)).status, 404);
  t.equal(
    (await beta.admin.client.delete(`/api/v1/user-teams/${plain.membership}`)).text,
    (await beta.admin.client.delete(`/api/v1/user-teams/${newId()}`)).text,
  );
});
