import { t } from '@dossier/core/testing/t';
import { newId } from '@dossier/sdk';
import { stage } from './stage.ts';

const s = await stage();
t.teardown(() => s.platform.stop());
const day = 24 * 60 * 60_000;
const put = (who: { put: typeof s.acme.admin.put }, id: string, body: object) =>
  who.put(`/team-invitations/${id}`, body);

t.test('the invited person accepts, at each path, and is no member by that', async (t) => {
  for (const path of ['/team-invitations', '/api/team-invitations', '/api/v1/team-invitations']) {
    const email = `ann${path.length}@person.example`;
    const ann = await s.stranger(email);
    const id = await s.invite(email.toUpperCase());
    const answer = await ann.put(`${path}/${id}`, { status: 'accepted' });
    t.equal(answer.status, 200);
    t.same(answer.body, { id, teamId: s.team, invitedUserId: ann.id, status: 'accepted' });
    t.same((await ann.get(`/users/${ann.id}/user-teams`)).body, []);
  }
});

t.test('who has accepted joins once, in the role of the invitation at most', async (t) => {
  const ben = await s.stranger('ben@person.example');
  const entry = { userId: ben.id, teamId: s.team, status: 'active', teamRoleId: s.member };
  t.equal((await ben.post('/user-teams', entry)).status, 404, 'a stranger');
  const id = await s.invite('ben@person.example');
  t.equal((await ben.post('/user-teams', entry)).status, 404, 'invited only');
  await put(ben, id, { status: 'accepted' });
  t.equal((await ben.post('/user-teams', { ...entry, teamRoleId: s.acme.roles.admin })).status, 403, 'a stronger role');
  t.equal(
    (await ben.post('/user-teams', { ...entry, teamId: s.clients, teamRoleId: s.acme.roles.client })).status,
    404,
    'another team',
  );
  const both = await Promise.all([ben.post('/user-teams', entry), ben.post('/user-teams', entry)]);
  t.same(both.map(({ status }) => status).sort(), [201, 409], 'a double click');
  for (const again of [both.find(({ status }) => status === 409), await ben.post('/user-teams', entry)])
    t.match(again, { body: { code: 'already-member' } }, 'the answer says that they are in, not that they may not');
  t.match((await ben.get(`/users/${ben.id}/user-teams`)).body, [
    { teamId: s.team, teamRoleId: s.member, status: 'active', joinedAt: /Z$/ },
  ]);
  t.match(
    (await s.acme.admin.get(`/api/v1/team-invitations?teamId=${s.team}`)).body.find(
      (one: { id: string }) => one.id === id,
    ),
    { status: 'used', invitedUserId: ben.id },
  );
  t.match(await put(ben, id, { status: 'declined' }), { status: 409, body: { code: 'invitation-used' } });
  t.same(
    (await s.rows('select type from event where "subjectId" = $1 order by id', [id])).map(({ type }) => type),
    ['invitations/invited@1', 'invitations/accepted@1', 'invitations/used@1'],
  );
});

t.test('a person who is a member already learns so, and their invitation is used up', async (t) => {
  const lea = await s.acme.person('Lea Colleague', 'client');
  const entry = { userId: lea.id, teamId: s.team, status: 'active', teamRoleId: s.member };
  const id = await s.invite(lea.email);
  t.equal((await s.acme.admin.post('/user-teams', entry)).status, 201);
  t.equal((await put(lea, id, { status: 'accepted' })).status, 200);
  t.match(await lea.post('/user-teams', entry), { status: 409, body: { code: 'already-member' } });
  t.match(await put(lea, id, { status: 'accepted' }), { status: 409, body: { code: 'invitation-used' } });
  t.same((await lea.get('/api/v1/my/invitations')).body, []);
});

t.test('a double click accepts once; of two people with the same link one wins', async (t) => {
  const [cleo, dan] = [await s.stranger('cleo@person.example'), await s.stranger('dan@person.example')];
  const id = await s.invite('shared@person.example');
  const token = await s.tokenFor('shared@person.example');
  const both = await Promise.all([
    put(cleo, id, { status: 'accepted', token }),
    put(dan, id, { status: 'accepted', token }),
  ]);
  t.same(both.map(({ status }) => status).sort(), [200, 409]);
  const [winner, loser] = both[0]!.status === 200 ? [cleo, dan] : [dan, cleo];
  t.match(
    both.find(({ status }) => status === 409),
    { body: { code: 'invitation-taken' } },
  );
  const again = await Promise.all([
    put(winner, id, { status: 'accepted' }),
    put(winner, id, { status: 'accepted', token }),
  ]);
  t.match(again, [{ status: 200, body: { invitedUserId: winner.id } }, { status: 200 }]);
  t.equal(
    (await s.rows(`select 1 from event where "subjectId" = $1 and type = 'invitations/accepted@1'`, [id])).length,
    1,
  );
  t.equal((await put(loser, id, { status: 'accepted' })).status, 404, 'without the link they know nothing');
});

t.test(
  'anybody who holds the mailed link sees and accepts the invitation, under whatever address they sign in',
  async (t) => {
    const eve = await s.stranger('eve@private.example', { verified: false });
    const id = await s.invite('eve@work.example');
    const token = await s.tokenFor('eve@work.example');
    t.match(await eve.post('/api/v1/invitations/lookup', { token }), {
      status: 200,
      headers: { 'cache-control': 'no-store' },
      body: {
        id,
        email: 'eve@work.example',
        organization: { name: 'ACME', slug: 'acme' },
        teamName: 'Lending',
        roleName: 'Member',
        invitedByName: 'Ada Admin',
        status: 'pending',
        invitedUserId: null,
        expiresAt: /Z$/,
      },
    });
    t.equal((await put(eve, id, { status: 'accepted' })).status, 404, 'her own address is another one');
    t.equal((await put(eve, id, { status: 'accepted', token: `${token}x` })).status, 404);
    t.match(await put(eve, id, { status: 'accepted', token }), {
      status: 200,
      body: { invitedUserId: eve.id, status: 'accepted' },
    });
    t.match((await eve.get('/api/v1/my/invitations')).body, [{ id, status: 'accepted' }]);
    const other = await s.stranger('other@person.example');
    t.match(await other.post('/api/v1/invitations/lookup', { token }), {
      status: 409,
      body: { code: 'invitation-taken' },
    });
    t.equal((await s.platform.post('/api/v1/invitations/lookup', { token })).status, 401);
    t.equal((await eve.post('/api/v1/invitations/lookup', { token: 'nonsense' })).status, 404);
  },
);

t.test('an unverified address opens nothing', async (t) => {
  const fake = await s.stranger('boss@person.example', { verified: false });
  const id = await s.invite('boss@person.example');
  t.same((await fake.get('/api/v1/my/invitations')).body, []);
  const strange = await put(fake, id, { status: 'accepted' });
  t.equal(strange.status, 404);
  t.same(strange.body, (await put(fake, newId(), { status: 'accepted' })).body, 'as for an id that does not exist');
});

t.test('somebody else neither accepts nor learns of it, an administrator of another organization either', async (t) => {
  const id = await s.invite('fay@person.example');
  for (const who of [s.acme.admin, s.beta.admin]) t.equal((await put(who, id, { status: 'accepted' })).status, 404);
  t.equal((await s.platform.put(`/team-invitations/${id}`, { status: 'accepted' })).status, 401);
  t.equal((await s.acme.key.put(`/team-invitations/${id}`, { status: 'accepted' })).status, 401);
});

t.test('only accepted and declined are answers, and nothing else is taken', async (t) => {
  const gil = await s.stranger('gil@person.example');
  const id = await s.invite('gil@person.example');
  for (const status of ['used', 'Accepted', 'pending', '', 7, undefined])
    t.match(
      await put(gil, id, { status }),
      { status: 422, body: { errors: [{ pointer: '/status' }] } },
      String(status),
    );
  t.match(await put(gil, id, { status: 'accepted', invitedUserId: newId() }), {
    status: 422,
    body: { errors: [{ pointer: '/invitedUserId' }] },
  });
  t.equal((await put(gil, 'nonsense', { status: 'accepted' })).status, 404);
  t.match(await put(gil, id, { status: 'declined' }), { status: 200, body: { status: 'declined' } });
  t.match(await put(gil, id, { status: 'declined' }), { status: 200 });
  t.match(await put(gil, id, { status: 'accepted' }), { status: 409, body: { code: 'invitation-declined' } });
});

t.test('an answer to what has changed meanwhile is refused when it says what it was read as', async (t) => {
  const gil = await s.stranger('gila@person.example');
  const id = await s.invite('gila@person.example');
  const tag = async () => String((await s.acme.admin.get(`/api/v1/team-invitations/${id}`)).headers['etag']);
  const answer = (status: string, ifMatch: string) =>
    gil.put(`/team-invitations/${id}`, { status }, { 'if-match': ifMatch });
  const before = await tag();
  t.match(await answer('accepted', '"never"'), { status: 412, body: { code: 'stale' } });
  const accepted = await answer('accepted', `"never", ${before}`);
  t.match(accepted, { status: 200, headers: { etag: await tag() } });
  t.not(accepted.headers['etag'], before);
  t.equal((await answer('declined', before)).status, 412);
  t.equal((await s.acme.admin.delete(`/api/v1/team-invitations/${id}`, { 'if-match': before })).status, 412);
  t.equal(
    (await s.acme.admin.delete(`/api/v1/team-invitations/${id}`, { 'if-match': String(accepted.headers['etag']) }))
      .status,
    204,
  );
});

t.test('after seven days it is too late; after accepting in time there is time to join', async (t) => {
  const [first, second] = [await s.invite('hal@person.example'), await s.invite('ida@person.example')];
  const token = await s.tokenFor('hal@person.example');
  s.platform.clock.advance(7 * day - 60_000);
  const [late, inTime] = [await s.stranger('hal2@person.example'), await s.stranger('ida2@person.example')];
  t.match(await put(inTime, second, { status: 'accepted', token: await s.tokenFor('ida@person.example') }), {
    status: 200,
  });
  s.platform.clock.advance(2 * 60_000);
  t.match(await late.post('/api/v1/invitations/lookup', { token }), { status: 200, body: { status: 'expired' } });
  t.match(await put(late, first, { status: 'accepted', token }), { status: 409, body: { code: 'invitation-expired' } });
  t.equal(
    (await inTime.post('/user-teams', { userId: inTime.id, teamId: s.team, status: 'active', teamRoleId: s.member }))
      .status,
    201,
  );
  await s.platform.settle();
  s.platform.clock.advance(2 * 60 * 60_000);
  await s.platform.settle();
  t.same(
    await s.rows(
      `select after->>'status' as status from event where "subjectId" = $1 and type = 'invitations/expired@1'`,
      [first],
    ),
    [{ status: 'expired' }],
  );
});

t.test('no secret is stored, logged or shown', async (t) => {
  await s.invite('jan@person.example');
  const token = await s.tokenFor('jan@person.example');
  t.equal(token.length, 43);
  const everything = JSON.stringify([
    await s.rows('select * from team_invitation'),
    await s.rows('select * from mail_message'),
    await s.rows('select * from event'),
    await s.rows('select * from pgboss.job_common'),
  ]);
  t.notOk(everything.includes(token));
  t.notOk((await s.acme.admin.get(`/api/v1/team-invitations?teamId=${s.team}`)).text.includes(token));
});
