import { t } from '@dossier/core/testing/t';
import type { JWTPayload } from 'jose';
import { definePlugin, Http } from '@dossier/sdk';
import { given, testPlatform } from '@dossier/core/testing';
import type { TestAnswer, TestClient } from '@dossier/core/testing';
import { identityProviders, People } from '../contract.ts';
import { address, fakeIssuer, inSeconds } from './fake-issuer.ts';
import { Fixture, fixturePlugin } from './fixture.ts';

const issuer = await fakeIssuer(Date.now);
const provider = definePlugin({
  id: 'main-issuer',
  version: '1.0.0',
  kernel: '^1.0.0',
  extends: [identityProviders],
  setup: (_needs, plugin) => plugin.contribute(identityProviders, 'main', { open: 'to members' }, issuer.provider),
});
const platform = await testPlatform({ plugins: [fixturePlugin, provider], with: [given(Http, issuer.http)] });
t.teardown(() => platform.stop());
const people = platform.service(People);
const ann = await platform.service(Fixture).person('ann', { issuer: address });
const acme = await platform.service(Fixture).organization('acme', [ann]);

const event = 'http://schemas.openid.net/event/backchannel-logout';
let tokens = 0;
const now = (): number => inSeconds(platform.clock.time());
const claims = (o: JWTPayload = {}): JWTPayload => ({
  iss: address,
  aud: 'dossier',
  iat: now(),
  exp: now() + 120,
  jti: `t${++tokens}`,
  sub: 'subject-of-ann',
  events: { [event]: {} },
  ...o,
});
const send = (logout_token: string, contentType = 'application/x-www-form-urlencoded'): Promise<TestAnswer> =>
  platform.request({
    method: 'POST',
    url: '/auth/backchannel-logout',
    headers: { 'content-type': contentType },
    payload: new URLSearchParams({ logout_token }).toString(),
  });
const signed = (o: JWTPayload = {}, header: object = { typ: 'logout+jwt' }): Promise<string> =>
  issuer.sign(claims(o), header);
async function session(sid?: string): Promise<TestClient> {
  const { secret } = await people.openSession({
    user: ann,
    organization: acme.id,
    issuer: address,
    ...(sid === undefined ? {} : { sid }),
  });
  return platform.as({ cookie: `dossier=${secret}` });
}
const works = async (client: TestClient): Promise<boolean> => (await client.get('/api/v1/session')).status === 200;

t.test('an issuer whose keys cannot be fetched is asked to try again', async (t) => {
  issuer.state = 'down';
  t.match(await send(await signed()), { status: 503, headers: { 'retry-after': '5' } });
  issuer.state = 'up';
});

t.test("a session that the issuer has ended is refused on its next request; the person's others go on", async (t) => {
  const [one, other] = [await session('s1'), await session('s2')];
  t.match(await send(await signed({ sid: 's1' })), { status: 200, headers: { 'cache-control': 'no-store' } });
  t.same([await works(one), await works(other)], [false, true]);
  t.equal((await send(await signed({ sid: 's2', sub: undefined }))).status, 200, 'the session alone suffices');
  t.notOk(await works(other));
});

t.test('without a session id all sessions at this issuer end, and none elsewhere', async (t) => {
  const [one, other] = [await session('s3'), await session()];
  const elsewhere = platform.as({
    cookie: `dossier=${(await people.openSession({ user: ann, organization: acme.id, issuer: 'https://other.example' })).secret}`,
  });
  t.equal((await send(await signed())).status, 200);
  t.same(await Promise.all([one, other, elsewhere].map(works)), [false, false, true]);
});

t.test('what it knows nothing of is no error', async (t) => {
  t.equal((await send(await signed({ sid: 'unknown' }))).status, 200);
  t.equal((await send(await signed({ sub: 'nobody' }))).status, 200);
});

t.test('a token counts once, and never ends a session that was opened after it', async (t) => {
  const token = await signed();
  t.equal((await send(token)).status, 200);
  t.match(await send(token), { status: 400, body: { error: 'invalid_request', error_description: /before/ } });
  const late = await signed();
  platform.clock.advance(60_000);
  const fresh = await session();
  t.equal((await send(late)).status, 200);
  t.ok(await works(fresh));
});

t.test('a logout that failed here can be sent again with the same token', async (t) => {
  const browser = await session();
  const token = await signed();
  const rename = (from: string, to: string): Promise<unknown> =>
    platform.kernel.database.asOwner((owner) => owner.run(`alter table "${from}" rename to "${to}"`));
  await rename('session', 'session_away');
  t.match(await send(token), { status: 500, headers: { 'retry-after': '5' } });
  await rename('session_away', 'session');
  t.equal((await send(token)).status, 200);
  t.notOk(await works(browser));
});

t.test('whatever is not a logout token of this issuer for us ends nothing', async (t) => {
  const browser = await session('s9');
  const part = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url');
  const wrong: Record<string, string> = {
    'another issuer': await signed({ iss: 'https://evil.example' }),
    'another audience': await signed({ aud: 'other' }),
    'no audience': await signed({ aud: undefined }),
    'too old': await signed({ iat: now() - 700 }),
    'from the future': await signed({ iat: now() + 60 }),
    expired: await signed({ exp: now() - 60 }),
    'no iat': await signed({ iat: undefined }),
    'no exp': await signed({ exp: undefined }),
    'no jti': await signed({ jti: undefined }),
    'a nonce': await signed({ nonce: 'n' }),
    'no events': await signed({ events: undefined }),
    'another event': await signed({ events: { 'urn:other': {} } }),
    'an event that is no object': await signed({ events: { [event]: true } }),
    'neither sid nor sub': await signed({ sub: undefined }),
    'an access token': await signed({}, { typ: 'at+jwt' }),
    unsigned: `${part({ alg: 'none' })}.${part(claims())}.`,
    'unknown key': await signed({}, { kid: 'k99' }),
    'no token': 'nonsense',
    empty: '',
  };
  for (const [why, token] of Object.entries(wrong))
    t.match(await send(token), { status: 400, body: { error: 'invalid_request' } }, why);
  t.ok(await works(browser));
});

t.test('only a form that is posted is read, and no more than a token needs', async (t) => {
  t.match(await platform.get('/auth/backchannel-logout'), { status: 405, headers: { allow: 'POST' } });
  t.equal((await platform.get('/auth/backchannel-logout/more')).status, 404);
  t.equal((await send(await signed(), 'text/plain')).status, 400);
  t.equal((await send('x'.repeat(100_000))).status, 400);
  t.equal(
    (
      await platform.request({
        method: 'POST',
        url: '/auth/backchannel-logout',
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
        payload: `logout_token=${await signed()}&logout_token=x`,
      })
    ).status,
    400,
  );
});
