import { t } from '@dossier/core/testing/t';
import { systemClock } from '@dossier/sdk';
import { createHmac, createPublicKey } from 'node:crypto';
import type { JsonWebKey as PublishedKey } from 'node:crypto';
import { generateKeyPair } from 'jose';
import type { JWTPayload } from 'jose';
import { refuseToken } from '../authenticators.ts';
import { createBearerTokens } from '../bearer.ts';
import { createIssuerKeys } from '../issuer-keys.ts';
import type { BearerTokens } from '../bearer.ts';
import { address, fakeIssuer, inSeconds, publicUrl } from './fake-issuer.ts';
import type { FakeIssuer } from './fake-issuer.ts';

const start = Date.parse('2026-11-20T12:00:00Z');

async function setUp(): Promise<{
  issuer: FakeIssuer;
  bearer: BearerTokens;
  claims: (change?: JWTPayload) => JWTPayload;
  clock: { time: number };
}> {
  const clock = { time: start };
  const issuer = await fakeIssuer(() => clock.time);
  const given = {
    issuers: issuer.issuers,
    clock: { ...systemClock, now: () => new Date(clock.time), time: () => clock.time },
    refuse: refuseToken,
  };
  const bearer = createBearerTokens({ ...given, keys: createIssuerKeys(given), publicUrl: () => publicUrl });
  const claims = (change: JWTPayload = {}): JWTPayload => ({
    iss: address,
    sub: 'ann',
    aud: 'dossier',
    iat: inSeconds(start),
    exp: inSeconds(start) + 300,
    jti: 'j1',
    ...change,
  });
  return { issuer, bearer, claims, clock };
}
const access = { typ: 'at+jwt' };
const refused = { status: 401, code: 'invalid-token', headers: { 'www-authenticate': /error="invalid_token"/ } };

t.test('an access token of a listed issuer is accepted, marked by its header or as Keycloak marks it', async (t) => {
  const { issuer, bearer, claims } = await setUp();
  t.match(await bearer.verify(await issuer.sign(claims(), access)), {
    subject: 'ann',
    id: 'j1',
    until: '2026-11-20T12:05:00.000Z',
  });
  t.match(await bearer.verify(await issuer.sign(claims({ typ: 'Bearer' }))), { subject: 'ann' });
  t.match(await bearer.verify(await issuer.sign(claims({ aud: ['other', publicUrl] }), access)), { subject: 'ann' });
});

t.test('an id_token is no access token', async (t) => {
  const { issuer, bearer, claims } = await setUp();
  await t.rejects(bearer.verify(await issuer.sign(claims({ typ: 'ID', nonce: 'n' }))), refused);
  await t.rejects(bearer.verify(await issuer.sign(claims(), { typ: 'JWT' })), refused);
});

t.test('wrong audience, wrong time, missing expiry or subject: 401', async (t) => {
  const { issuer, bearer, claims } = await setUp();
  const now = inSeconds(start);
  for (const [why, change] of Object.entries<JWTPayload>({
    audience: { aud: 'account' },
    'no audience': { aud: undefined },
    expired: { exp: now - 6 },
    'not yet valid': { nbf: now + 60 },
    'no expiry': { exp: undefined },
    'no subject': { sub: undefined },
  }))
    await t.rejects(bearer.verify(await issuer.sign(claims(change), access)), refused, why);
  t.match(
    await bearer.verify(await issuer.sign(claims({ exp: now - 4 }), access)),
    { subject: 'ann' },
    'clocks may differ by five seconds',
  );
});

t.test('alg none, a public key used as a secret, a foreign key under a known name: 401', async (t) => {
  const { issuer, bearer, claims } = await setUp();
  const part = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url');
  await t.rejects(bearer.verify(`${part({ alg: 'none', typ: 'at+jwt' })}.${part(claims())}.`), refused);
  const published: { keys: PublishedKey[] } = JSON.parse(
    await (await issuer.issuers.fetchFor(issuer.provider)(`${address}/certs`)).text(),
  );
  const pem = createPublicKey({ key: published.keys[0]!, format: 'jwk' }).export({ type: 'spki', format: 'pem' });
  const body = `${part({ alg: 'HS256', typ: 'at+jwt', kid: 'k1' })}.${part(claims())}`;
  await t.rejects(bearer.verify(`${body}.${createHmac('sha256', pem).update(body).digest('base64url')}`), refused);
  const { privateKey } = await generateKeyPair('RS256');
  await t.rejects(bearer.verify(await issuer.sign(claims(), access, privateKey)), refused);
  await t.rejects(bearer.verify(await issuer.sign(claims(), { ...access, kid: "../../etc/passwd' or 1=1" })), refused);
});

t.test('an issuer that is not listed chooses no address, and neither does a header', async (t) => {
  const { issuer, bearer, claims } = await setUp();
  await t.rejects(bearer.verify(await issuer.sign(claims({ iss: 'http://169.254.169.254/' }), access)), refused);
  await t.rejects(bearer.verify(await issuer.sign(claims({ iss: `${address}/` }), access)), refused);
  t.same(issuer.asked, []);
  const { privateKey } = await generateKeyPair('RS256');
  await t.rejects(
    bearer.verify(
      await issuer.sign(
        claims(),
        { ...access, jku: 'https://evil.example/keys', x5u: 'https://evil.example/cert' },
        privateKey,
      ),
    ),
    refused,
  );
  t.notMatch(issuer.asked.join(' '), /evil/);
});

t.test('text that is no token at all: 401', async (t) => {
  const { bearer } = await setUp();
  for (const text of ['a.b.c', '..', 'e30.e30.e30', `${'x'.repeat(5000)}.y.z`])
    await t.rejects(bearer.verify(text), refused, text.slice(0, 20));
});

t.test('the keys are fetched once for many requests at the same moment', async (t) => {
  const { issuer, bearer, claims } = await setUp();
  const token = await issuer.sign(claims(), access);
  await Promise.all(Array.from({ length: 20 }, () => bearer.verify(token)));
  t.equal(issuer.asked.filter((url) => url.endsWith('/certs')).length, 1);
});

t.test(
  'a new key of the issuer is fetched once, and forged key names do not make us ask again and again',
  async (t) => {
    const { issuer, bearer, claims } = await setUp();
    let passed = 0;
    const real = Date.now;
    t.intercept(Date, 'now', { value: () => real() + passed });
    const old = await issuer.sign(claims(), access);
    await bearer.verify(old);
    await issuer.rotate();
    const fresh = await issuer.sign(claims(), access);
    passed = 2_000;
    await Promise.all(Array.from({ length: 20 }, () => bearer.verify(fresh)));
    t.match(await bearer.verify(old), { subject: 'ann' }, 'what the old key signed is valid until it expires');
    for (let i = 0; i < 20; i++)
      await t.rejects(bearer.verify(await issuer.sign(claims(), { ...access, kid: `forged-${i}` })), refused);
    t.equal(issuer.asked.filter((url) => url.endsWith('/certs')).length, 2);
  },
);

t.test('while the issuer is away known keys serve; an unknown key, or an issuer never reached, is a 503', async (t) => {
  const { issuer, bearer, claims } = await setUp();
  let passed = 0;
  const real = Date.now;
  t.intercept(Date, 'now', { value: () => real() + passed });
  const token = await issuer.sign(claims(), access);
  await bearer.verify(token);
  issuer.state = 'down';
  passed = 2 * 60 * 60_000;
  const before = issuer.asked.length;
  for (let i = 0; i < 5; i++) t.match(await bearer.verify(token), { subject: 'ann' }, 'although the keys are old');
  t.equal(issuer.asked.length, before + 1, 'and only the first of them waited for the issuer');
  await issuer.rotate();
  await t.rejects(bearer.verify(await issuer.sign(claims(), access)), { status: 503, code: 'issuer-unreachable' });
  const other = await setUp();
  other.issuer.state = 'failing';
  await t.rejects(other.bearer.verify(await other.issuer.sign(other.claims(), access)), {
    status: 503,
    code: 'issuer-unreachable',
  });
});
