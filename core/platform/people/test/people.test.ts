import { t } from '@dossier/core/testing/t';
import { testPlatform } from '@dossier/core/testing';
import type { TestClient } from '@dossier/core/testing';
import { People } from '../contract.ts';
import { Fixture, fixturePlugin } from './fixture.ts';

const minute = 60_000;
const platform = await testPlatform({ plugins: [fixturePlugin] });
t.teardown(() => platform.stop());
const people = platform.service(People);
const fixture = platform.service(Fixture);
const ann = await fixture.person('ann', { email: 'Ann@Acme.example' });
const bob = await fixture.person('bob');
const eve = await fixture.person('eve');
const acme = await fixture.organization('acme', [ann, bob]);
const beta = await fixture.organization('beta', [ann, eve]);

const own = { 'x-dossier-csrf': '1' };
const cookieOf = (set: unknown): string => /dossier=([^;]+)/.exec(String(set))![1]!;
async function session(
  user: string,
  organization: string | null = acme.id,
): Promise<{ secret: string; client: TestClient }> {
  const { secret } = await people.openSession({ user, organization, issuer: 'urn:test' });
  return { secret, client: platform.as({ cookie: `dossier=${secret}` }) };
}
const bearing = (token: string): TestClient => platform.as({ authorization: `Bearer ${token}` });

t.test('one identity is one user, however many requests prove it at the same moment', async (t) => {
  const identity = {
    issuer: 'urn:other',
    subject: 's',
    email: 'ann@acme.example',
    emailVerified: true,
    name: 'Ann elsewhere',
  };
  const entered = await Promise.all(Array.from({ length: 8 }, () => people.enter(identity)));
  t.equal(new Set(entered.map(({ id }) => id)).size, 1);
  t.not(entered[0]!.id, ann, 'an equal address links nobody');
  t.same(
    new Set((await people.byVerifiedEmail('ANN@acme.example')).map(({ id }) => id)),
    new Set([ann, entered[0]!.id]),
  );
  t.match(await people.enter({ ...identity, name: 'Ann Renamed', email: null, emailVerified: false }), {
    id: entered[0]!.id,
    name: 'Ann Renamed',
    email: '',
  });
});

t.test('who am I: the person, the organization worked in, and all of them', async (t) => {
  const { client } = await session(ann);
  const { status, body } = await client.get('/api/v1/session');
  t.equal(status, 200);
  t.match(body, {
    user: { id: ann, authProviderUserId: 'subject-of-ann', role: 'member', userType: 'user', name: 'ann' },
    organization: { slug: 'acme' },
    expiresAt: /Z$/,
  });
  t.same(body.organizations.map(({ slug }: { slug: string }) => slug).sort(), ['acme', 'beta']);
  t.equal((await platform.get('/api/v1/session')).status, 401);
});

t.test(
  "one sees whether one's address is verified, and by whom one is proven, without the provider's name for oneself",
  async (t) => {
    const { client } = await session(ann);
    t.equal((await client.get(`/users/${ann}`)).body.emailVerified, true);
    t.equal((await client.get(`/users/${bob}`)).body.emailVerified, false);
    const { status, body, text } = await client.get('/api/v1/identities');
    t.equal(status, 200);
    t.match(
      body,
      [{ title: 'urn:test', createdAt: /Z$/ }],
      'an issuer that is not on the list is named by its address',
    );
    t.equal(body.length, 1, "one's own only");
    t.notMatch(text, /subject-of/);
    t.equal((await platform.get('/api/v1/identities')).status, 401);
  },
);

t.test('GraphQL tells the same, with the workspaces of the organization worked in', async (t) => {
  const { client } = await session(ann);
  const query =
    '{ viewer { user { id name } organization { slug } organizations { slug } workspaces { id name type } csrf } }';
  const answer = await client.request({
    method: 'POST',
    url: '/graphql',
    headers: { 'content-type': 'application/json', ...own },
    payload: JSON.stringify({ query }),
  });
  t.match(answer.body, {
    data: {
      viewer: {
        user: { id: ann },
        organization: { slug: 'acme' },
        workspaces: [{ id: acme.workspace, type: 'STAFF' }],
        csrf: true,
      },
    },
  });
});

t.test('a session in use ends after twelve hours, an idle one after half an hour', async (t) => {
  const { client } = await session(ann);
  const { client: idle } = await session(ann);
  for (let passed = 0; passed < 11.5 * 60; passed += 29) {
    platform.clock.advance(29 * minute);
    t.equal((await client.get('/api/v1/session')).status, 200, `after ${passed + 29} minutes`);
  }
  platform.clock.advance(29 * minute);
  t.match(await client.get('/api/v1/session'), { status: 401, body: { code: 'session-ended' } });
  t.equal((await idle.get('/api/v1/session')).status, 401);
});

t.test('half an hour of doing nothing is enough', async (t) => {
  const { client } = await session(ann);
  platform.clock.advance(31 * minute);
  t.equal((await client.get('/api/v1/session')).status, 401);
});

t.test('a closed session is refused on the very next request, also while others use it', async (t) => {
  const { client, secret } = await session(ann);
  await Promise.all([client.get('/api/v1/session'), people.closeSession(secret), client.get('/api/v1/session')]);
  t.equal((await client.get('/api/v1/session')).status, 401);
});

t.test('a change needs the header and comes from our own origin', async (t) => {
  const { client } = await session(ann);
  t.match(await client.post('/api/v1/tokens', { name: 'x' }), { status: 403, body: { code: 'csrf' } });
  t.match(await client.post('/api/v1/tokens', { name: 'x' }, { ...own, origin: 'https://evil.example' }), {
    status: 403,
    body: { code: 'csrf' },
  });
  t.equal((await client.get('/api/v1/tokens')).body.length, 0, 'and nothing was changed');
});

t.test('moving to another organization changes the cookie, and the old one is worth nothing', async (t) => {
  const { client } = await session(ann);
  const moved = await client.post('/api/v1/session/organization', { slug: 'beta' }, own);
  t.match(moved, { status: 200, body: { organization: { slug: 'beta' } } });
  const set = String(moved.headers['set-cookie']);
  t.match(set, /HttpOnly; SameSite=Lax/);
  t.match(await platform.as({ cookie: `dossier=${cookieOf(set)}` }).get('/api/v1/session'), {
    status: 200,
    body: { organization: { slug: 'beta' } },
  });
  t.equal((await client.get('/api/v1/session')).status, 401);
});

t.test('a page of the organization that another window has left does nothing in the other one', async (t) => {
  const { client: before } = await session(ann);
  const named = { ...own, 'x-dossier-organization': acme.id };
  t.equal((await before.get('/api/v1/tokens', named)).status, 200);
  const moved = await before.post('/api/v1/session/organization', { slug: 'beta' }, own);
  const client = platform.as({ cookie: `dossier=${cookieOf(moved.headers['set-cookie'])}` });
  const tokens = (await client.get('/api/v1/tokens')).body;
  t.match(await client.post('/api/v1/tokens', { name: 'meant for Acme' }, named), {
    status: 409,
    body: { code: 'other-organization' },
  });
  t.match(await client.get('/api/v1/tokens', named), { status: 409 });
  t.same(
    (await client.get('/api/v1/tokens', { 'x-dossier-organization': beta.id })).body,
    tokens,
    'nothing was made in Beta',
  );
  t.match(
    await (await session(ann, null)).client.get('/api/v1/session', named),
    { status: 409 },
    'nor where none was chosen',
  );
});

t.test('an organization of others looks like none', async (t) => {
  const { client } = await session(bob);
  const foreign = await client.post('/api/v1/session/organization', { slug: 'beta' }, own);
  const none = await client.post('/api/v1/session/organization', { slug: 'nowhere' }, own);
  t.equal(foreign.status, 404);
  t.equal(foreign.text, none.text);
  t.equal((await client.get('/api/v1/session')).status, 200, 'the session stays as it was');
});

t.test('a personal access token is shown once, works in its organization, and ends at once when revoked', async (t) => {
  const { client } = await session(ann);
  const issued = await client.post('/api/v1/tokens', { name: 'nightly export' }, own);
  t.match(issued, {
    status: 201,
    body: { name: 'nightly export', secret: /^dossier_pat_/, revokedAt: null },
    headers: { location: `/api/v1/tokens/${issued.body.id}` },
  });
  const script = bearing(issued.body.secret);
  t.match(await script.get('/api/v1/session'), {
    status: 200,
    body: { user: { id: ann }, organization: { slug: 'acme' }, expiresAt: null },
  });
  t.match(await script.post('/api/v1/session/organization', { slug: 'beta' }), {
    status: 409,
    body: { code: 'no-session' },
  });
  t.match(
    await script.post('/api/v1/tokens', { name: 'child' }),
    { status: 409, body: { code: 'no-session', detail: /issues no other token/ } },
    'nor would it live on in another one',
  );
  const listed = (await client.get('/api/v1/tokens')).body;
  t.match(listed, [{ id: issued.body.id, lastUsedAt: /Z$/ }]);
  t.notMatch(JSON.stringify(listed), issued.body.secret);
  t.same((await client.get(String(issued.headers.location))).body, listed[0]);
  t.equal(
    (await (await session(bob)).client.get(String(issued.headers.location))).status,
    404,
    "another person's looks like none",
  );
  t.equal(
    (await client.delete(`/api/v1/tokens/${issued.body.id.toUpperCase()}`, own)).status,
    404,
    'ids are case-sensitive',
  );
  t.equal((await client.delete(`/api/v1/tokens/${issued.body.id}`, own)).status, 204);
  t.match(await script.get('/api/v1/session'), {
    status: 401,
    body: { code: 'invalid-token' },
    headers: { 'www-authenticate': /invalid_token/ },
  });
});

t.test('a person has a hundred tokens that work at most, and is shown each of them', async (t) => {
  const { client } = await session(bob);
  const { id } = (await client.post('/api/v1/tokens', { name: 'revoked' }, own)).body;
  t.equal((await client.delete(`/api/v1/tokens/${id}`, own)).status, 204);
  const tomorrow = new Date(platform.clock.time() + 24 * 60 * minute).toISOString();
  for (let i = 0; i < 99; i++)
    await people.issueToken({
      user: bob,
      organization: acme.id,
      name: `Job ${i}`,
      ...(i === 0 ? { until: tomorrow } : {}),
    });
  const hundredth = (await client.post('/api/v1/tokens', { name: 'hundredth' }, own)).body.id;
  t.match(await client.post('/api/v1/tokens', { name: 'one more' }, own), {
    status: 409,
    body: { code: 'too-many-tokens', detail: /Revoke those/ },
  });
  t.equal((await (await session(ann)).client.post('/api/v1/tokens', { name: 'of another' }, own)).status, 201);
  t.equal((await client.delete(`/api/v1/tokens/${hundredth}`, own)).status, 204);
  t.equal((await client.post('/api/v1/tokens', { name: 'in its place' }, own)).status, 201);
  t.equal((await client.post('/api/v1/tokens', { name: 'one more' }, own)).status, 409);

  platform.clock.advance(25 * 60 * minute);
  const { client: later } = await session(bob);
  t.equal((await later.post('/api/v1/tokens', { name: 'an expired one takes no place' }, own)).status, 201);
  const listed: { id: string; name: string }[] = (await later.get('/api/v1/tokens')).body;
  t.equal(listed[0]!.name, 'an expired one takes no place');
  t.same(
    listed.slice(100).map(({ name }) => name),
    ['hundredth', 'Job 0', 'revoked'],
    'what works no more comes last, newest first',
  );
});

t.test('a token of somebody else, or of another organization, cannot be revoked', async (t) => {
  const issued = await people.issueToken({ user: ann, organization: acme.id, name: 'of Ann' });
  const random = await (await session(bob)).client.delete('/api/v1/tokens/0192f000-0000-7000-8000-000000000000', own);
  for (const { client } of [await session(bob), await session(ann, beta.id)]) {
    const answer = await client.delete(`/api/v1/tokens/${issued.id}`, own);
    t.equal(answer.status, 404);
    t.equal(answer.text, random.text);
  }
  t.equal((await bearing(issued.secret).get('/api/v1/session')).status, 200);
});

t.test('a token ends at its hour', async (t) => {
  const until = new Date(platform.clock.time() + 10 * minute).toISOString();
  const { secret } = await people.issueToken({ user: ann, organization: acme.id, name: 'short', until });
  t.equal((await bearing(secret).get('/api/v1/session')).status, 200);
  platform.clock.advance(10 * minute);
  t.equal((await bearing(secret).get('/api/v1/session')).status, 401);
});

t.test('a made-up token with a right checksum, and one with a foreign secret, are refused alike', async (t) => {
  const { tokenForm } = await import('../token-form.ts');
  const made = await bearing(tokenForm.make().text).get('/api/v1/session');
  t.equal(made.status, 401);
  t.equal((await bearing('dossier_pat_x').get('/api/v1/session')).text, made.text);
});

t.test('a person sees themselves and the people they work with; everybody else looks like nobody', async (t) => {
  const { client } = await session(ann);
  for (const base of ['', '/api', '/api/v1']) {
    t.match(await client.get(`${base}/users/${bob}`), {
      status: 200,
      body: { id: bob, authProviderUserId: 'subject-of-bob', role: 'member', userType: 'user' },
    });
    t.match(await client.get(`${base}/users?authProviderUserId=subject-of-ann`), { status: 200, body: { id: ann } });
  }
  const nobody = await client.get('/users/0192f000-0000-7000-8000-000000000000');
  t.equal(nobody.status, 404);
  for (const path of [
    `/users/${eve}`,
    '/users/subject-of-bob',
    '/users?authProviderUserId=subject-of-eve',
    '/users?authProviderUserId=none',
  ]) {
    const answer = await client.get(path);
    t.equal(answer.status, 404, path);
    t.equal(answer.text, nobody.text, path);
  }
  t.equal((await client.get('/users')).status, 400);
  t.match(await platform.get(`/users/${ann}`), { status: 401, headers: { 'www-authenticate': /Bearer/ } });
  t.match(
    await (await session(ann, null)).client.get(`/users/${ann}`),
    { status: 200 },
    'themselves also before they have chosen an organization',
  );
});

t.test('sign-in without a provider says so on a page', async (t) => {
  t.match(await platform.get('/auth/login', { host: new URL(platform.kernel.publicUrl()).host }), {
    status: 503,
    headers: { 'content-type': /text\/html/, 'content-security-policy': /default-src 'none'/ },
  });
});

t.test('the database holds neither session secrets nor tokens in clear', async (t) => {
  const { secret } = await session(ann);
  const token = await people.issueToken({ user: ann, organization: acme.id, name: 'x' });
  const all = JSON.stringify(
    await platform.kernel.database.asOwner(async (owner) => [
      (await owner.run('select * from "session"')).rows,
      (await owner.run('select * from "personal_token"')).rows,
    ]),
  );
  t.notOk(all.includes(secret));
  t.notOk(all.includes(token.secret));
  t.notOk(all.includes(token.secret.split('_')[3]!));
});
