import { t } from '@dossier/core/testing/t';
import { createHash } from 'node:crypto';
import type { IdentityProvider } from '../contract.ts';
import { createRelyingParty } from '../relying-party.ts';
import type { RelyingParty } from '../relying-party.ts';
import { address, fakeIssuer, inSeconds, publicUrl, testVault } from './fake-issuer.ts';
import type { FakeIssuer } from './fake-issuer.ts';

interface Begun {
  readonly issuer: FakeIssuer;
  readonly party: RelyingParty;
  readonly asked: URLSearchParams;
  readonly cookie: string;
  readonly callback: string;
  readonly clock: { offset: number };
}

/** A sign-in that has been begun and whose person has come back with a code. */
async function begun(
  o: { claims?: object; header?: object; provider?: Partial<IdentityProvider> } = {},
): Promise<Begun> {
  const clock = { offset: 0 };
  const now = (): number => Date.now() + clock.offset;
  const issuer = await fakeIssuer(now, o.provider);
  const party = createRelyingParty({ issuers: issuer.issuers, vault: testVault(), now, publicUrl: () => publicUrl });
  const { location, cookie } = await party.begin(issuer.provider, { returnTo: '/p/acme/orgs' });
  const asked = new URL(location).searchParams;
  issuer.answer = async () => ({
    status: 200,
    body: {
      access_token: 'a',
      token_type: 'Bearer',
      expires_in: 300,
      id_token: await issuer.sign(
        {
          iss: address,
          sub: 'ann',
          aud: 'dossier',
          iat: inSeconds(Date.now()),
          exp: inSeconds(Date.now()) + 300,
          nonce: asked.get('nonce')!,
          sid: 's1',
          email: 'ann@acme.example',
          email_verified: true,
          name: 'Ann',
          ...o.claims,
        },
        o.header,
      ),
    },
  });
  return { issuer, party, asked, cookie, callback: `/auth/callback?code=c1&state=${asked.get('state')}`, clock };
}

t.test('the browser is sent away with state, nonce and an S256 challenge', async (t) => {
  const { asked, cookie } = await begun();
  t.match(Object.fromEntries(asked), {
    response_type: 'code',
    client_id: 'dossier',
    redirect_uri: `${publicUrl}/auth/callback`,
    scope: /openid/,
    code_challenge_method: 'S256',
    state: /^.{32,}$/,
    nonce: /^.{32,}$/,
  });
  t.notOk(cookie.includes(asked.get('state')!), 'the cookie is sealed');
});

t.test('a proper answer proves the person', async (t) => {
  const { party, callback, cookie, issuer, asked } = await begun();
  t.match(await party.finish(callback, cookie), {
    identity: { issuer: address, subject: 'ann', email: 'ann@acme.example', emailVerified: true, name: 'Ann' },
    issuer: address,
    sid: 's1',
    returnTo: '/p/acme/orgs',
  });
  t.equal(
    createHash('sha256').update(issuer.received.get('code_verifier')!).digest('base64url'),
    asked.get('code_challenge'),
    'the verifier fits the challenge',
  );
});

t.test('an address that is not verified is kept as unverified, whatever type the claim has', async (t) => {
  const { party, callback, cookie } = await begun({ claims: { email_verified: 'true' } });
  t.match(await party.finish(callback, cookie), { identity: { emailVerified: false } });
});

t.test('identities of a provider whose address moves are stored under its stable name', async (t) => {
  const { party, callback, cookie } = await begun({ provider: { storedAs: 'urn:here' } });
  t.match(await party.finish(callback, cookie), { identity: { issuer: 'urn:here' }, issuer: address });
});

t.test('an issuer in this process is called at its own address', async (t) => {
  const { party, callback, cookie, issuer } = await begun({ provider: { reachedAt: () => 'http://127.0.0.1:3000' } });
  await party.finish(callback, cookie);
  t.ok(issuer.asked.length >= 3);
  t.ok(
    issuer.asked.every((url) => url.startsWith('http://127.0.0.1:3000/realms/main/')),
    issuer.asked.join(' '),
  );
});

t.test('login CSRF: a foreign state, no cookie, another browser, a changed cookie', async (t) => {
  const { party, callback, cookie } = await begun();
  const other = await begun();
  for (const [url, jar] of [
    ['/auth/callback?code=c1&state=foreign', cookie],
    [callback, undefined],
    [callback, other.cookie],
    [callback, `${cookie.slice(0, -4)}AAAA`],
    [`${callback}&state=x`, cookie],
    ['/auth/callback', cookie],
  ] as const) {
    await t.rejects(party.finish(url, jar), { name: 'SignInFailed', status: 400 });
  }
});

t.test('a sign-in ends after ten minutes', async (t) => {
  const { party, callback, cookie, clock } = await begun();
  clock.offset = 10 * 60_000;
  await t.rejects(party.finish(callback, cookie), { name: 'SignInFailed', status: 400 });
});

t.test('wrong nonce, audience, issuer, age or signature: refused', async (t) => {
  const cases: readonly [string, { claims?: object; header?: object }][] = [
    ['nonce', { claims: { nonce: 'other' } }],
    ['no nonce', { claims: { nonce: undefined } }],
    ['audience', { claims: { aud: 'other' } }],
    ['issuer', { claims: { iss: 'https://evil.example' } }],
    ['expired', { claims: { exp: inSeconds(Date.now()) - 600 } }],
    ['key', { header: { kid: 'unknown' } }],
  ];
  for (const [why, o] of cases) {
    const { party, callback, cookie } = await begun(o);
    await t.rejects(party.finish(callback, cookie), { name: 'SignInFailed', status: 400 }, why);
  }
});

t.test('an unsigned id_token is refused', async (t) => {
  const { party, callback, cookie, issuer, asked } = await begun();
  const part = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url');
  const claims = {
    iss: address,
    sub: 'ann',
    aud: 'dossier',
    iat: inSeconds(Date.now()),
    exp: inSeconds(Date.now()) + 300,
    nonce: asked.get('nonce'),
  };
  issuer.answer = async () => ({
    status: 200,
    body: { access_token: 'a', token_type: 'Bearer', id_token: `${part({ alg: 'none' })}.${part(claims)}.` },
  });
  await t.rejects(party.finish(callback, cookie), { name: 'SignInFailed', status: 400 });
});

t.test('a code that the issuer no longer takes: refused; cancelled by the person: said so', async (t) => {
  const { party, callback, cookie, issuer, asked } = await begun();
  issuer.answer = async () => ({ status: 400, body: { error: 'invalid_grant' } });
  await t.rejects(party.finish(callback, cookie), { name: 'SignInFailed', status: 400, returnTo: '/p/acme/orgs' });
  await t.rejects(party.finish(`/auth/callback?error=access_denied&state=${asked.get('state')}`, cookie), {
    status: 401,
    message: 'The sign-in was cancelled.',
  });
});

t.test('an issuer that is away or fails is a 503 at every point, and a later try succeeds', async (t) => {
  const { party, callback, cookie, issuer } = await begun();
  for (const state of ['down', 'failing'] as const) {
    issuer.state = state;
    await t.rejects(party.finish(callback, cookie), { name: 'SignInFailed', status: 503 }, state);
  }
  const fresh = await fakeIssuer(Date.now);
  fresh.state = 'down';
  const other = createRelyingParty({
    issuers: fresh.issuers,
    vault: testVault(),
    now: Date.now,
    publicUrl: () => publicUrl,
  });
  await t.rejects(other.begin(fresh.provider, { returnTo: '/' }), { name: 'SignInFailed', status: 503 });
  fresh.state = 'up';
  await t.resolves(other.begin(fresh.provider, { returnTo: '/' }));
});

t.test(
  'each of two sign-ins is finished by what the browser remembers of it, and not by what it remembers of the other',
  async (t) => {
    const { party, issuer, callback, cookie } = await begun();
    const second = await party.begin(issuer.provider, { returnTo: '/second' });
    await t.rejects(party.finish(callback, second.cookie), { name: 'SignInFailed', status: 400 });
    t.match(await party.finish(callback, cookie), { returnTo: '/p/acme/orgs' });
  },
);

t.test('signing out leads to the issuer, or nowhere when it is unknown or away', async (t) => {
  const { party } = await begun();
  const farewell = new URL((await party.farewell(address, 'the-token'))!);
  t.equal(farewell.pathname, '/realms/main/logout');
  t.match(Object.fromEntries(farewell.searchParams), {
    id_token_hint: 'the-token',
    post_logout_redirect_uri: `${publicUrl}/`,
  });
  t.equal(await party.farewell('https://gone.example', null), null);
});
