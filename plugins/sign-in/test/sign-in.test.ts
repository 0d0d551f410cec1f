import { t } from '@dossier/core/testing/t';
import { testPlatform } from '@dossier/core/testing';
import { Credentials } from '../contract.ts';
import { Browser } from './browser.ts';
import { quickPasswords } from '../testing.ts';

const platform = await testPlatform({
  plugins: ['@dossier/sign-in'],
  listen: true,
  env: { TRUST_PROXY: 'true', ...quickPasswords },
});
t.teardown(() => platform.stop());
const credentials = platform.service(Credentials);
const password = 'correct horse battery';
const { subject } = await credentials.create({ email: 'Ann@Acme.example', name: 'Ann', password, emailVerified: true });
const here = (): string => platform.kernel.publicUrl();
const browser = (): Browser => new Browser(here());
const own = { 'x-dossier-csrf': '1' };
const rows = async (sql: string): Promise<readonly Record<string, unknown>[]> =>
  (await platform.kernel.database.asOwner((owner) => owner.run(sql))).rows;

t.test('signing in leads through the hosted page back to where one wanted to go', async (t) => {
  const ann = browser();
  const login = await ann.toLogin('/p/acme/orgs?tab=2');
  t.match(login, /^\/oidc\/interaction\//);
  t.match((await ann.open(login)).text, /<h1>Sign in<\/h1>/);
  const sent = await ann.open(login, {
    form: { email: ' ann@ACME.example', password },
    headers: { origin: here(), 'sec-fetch-site': 'same-origin' },
  });
  const back = await ann.open((await ann.open(sent.location)).location);
  t.match(back, { status: 303, location: '/p/acme/orgs?tab=2' });
  t.match(JSON.parse((await ann.open('/api/v1/session')).text), {
    user: { authProviderUserId: subject, name: 'Ann', email: 'ann@acme.example' },
  });
  t.same(
    [...ann.cookies.keys()].filter((name) => name.startsWith('dossier-sign-in')),
    [],
    'nothing of the sign-in is left over',
  );
});

t.test('a session that was ended from afar is not opened again without the password', async (t) => {
  const [here, away] = [browser(), browser()];
  for (const one of [here, away]) await one.open(await one.toCallback('ann@acme.example', password));
  t.match(await away.toLogin(), /^http.*\/auth\/callback\?code=/, 'who has just signed in is not asked again');
  t.equal(
    (await here.open('/api/v1/sessions', { method: 'DELETE', headers: { ...own, accept: 'application/json' } })).status,
    204,
  );
  t.equal((await away.open('/api/v1/session')).status, 401);
  t.match(await away.toLogin(), /^\/oidc\/interaction\//, 'the provider has forgotten the person in every browser');
  t.equal((await here.open('/api/v1/session')).status, 200, 'the session that asked for it goes on');
});

t.test('five minutes after the password it is asked for again, however often one has come by', async (t) => {
  let passed = 0;
  const real = Date.now;
  t.intercept(Date, 'now', { value: () => real() + passed });
  const ann = browser();
  await ann.open(await ann.toCallback('ann@acme.example', password));
  for (const minutes of [2, 4]) {
    passed = minutes * 60_000;
    t.match(await ann.toLogin(), /^http.*\/auth\/callback\?code=/, `after ${minutes}`);
  }
  passed = 5 * 60_000 + 2000;
  const login = await ann.toLogin('/late');
  t.match(login, /^\/oidc\/interaction\//);
  passed += 9 * 60_000;
  const sent = await ann.open(login, { form: { email: 'ann@acme.example', password } });
  t.match(
    await ann.open((await ann.open(sent.location)).location),
    { status: 303, location: '/late' },
    'and it may take its time',
  );
});

t.test('a person changes their name, is called so at once, and after the next sign-in', async (t) => {
  const { subject: of } = await credentials.create({
    email: 'cleo@acme.example',
    name: 'Cleo',
    password,
    emailVerified: true,
  });
  const cleo = browser();
  await cleo.open(await cleo.toCallback('cleo@acme.example', password));
  const named = async (who: Browser): Promise<string> => JSON.parse((await who.open('/api/v1/session')).text).user.name;
  t.match(JSON.parse((await cleo.open('/api/v1/identities')).text), [{ nameAt: '/api/v1/account-name' }]);
  const rename = (name: string, headers = own) =>
    cleo.open('/api/v1/account-name', { method: 'PUT', json: { name }, headers });
  const renamed = await rename('Cleo Nkemelu');
  t.equal(renamed.status, 204, renamed.text);
  t.equal(await named(cleo), 'Cleo Nkemelu');
  t.equal((await rename(' ')).status, 422);
  const again = browser();
  await again.open(await again.toCallback('cleo@acme.example', password));
  t.equal(await named(again), 'Cleo Nkemelu');
  t.match(await rows(`select "name" from "credential" where "subject" = '${of}'`), [{ name: 'Cleo Nkemelu' }]);
});

t.test('a wrong password stands in the record of whose it is, and in nobody else’s', async (t) => {
  await credentials.create({ email: 'dora@acme.example', name: 'Dora', password, emailVerified: true });
  const dora = browser();
  await dora.open(await dora.toCallback('dora@acme.example', password));
  const log = async (who: Browser): Promise<readonly { kind: string }[]> =>
    JSON.parse((await who.open('/api/v1/security-log')).text);
  const kinds = async (): Promise<readonly string[]> => (await log(dora)).map(({ kind }) => kind);
  t.same(await kinds(), ['signed-in']);
  const stranger = browser();
  for (const email of ['dora@acme.example', 'stranger@acme.example'])
    t.equal((await stranger.open(await stranger.toLogin(), { form: { email, password: 'wrong' } })).status, 422);
  t.same(await kinds(), ['refused', 'signed-in']);
  const next = 'a staple that holds';
  const changed = await dora.open('/api/v1/password', {
    json: { currentPassword: password, newPassword: next },
    headers: own,
  });
  t.equal(changed.status, 204);
  t.same(await kinds(), ['password-changed', 'refused', 'signed-in']);
});

t.test('windows that begin to sign in at the same moment each come back to their own place', async (t) => {
  const ann = browser();
  const begun = await Promise.all(['/first', '/second'].map((place) => ann.open(`/auth/login?returnTo=${place}`)));
  for (const [i, place] of ['/first', '/second'].entries()) {
    const asked = (await ann.open(begun[i]!.location)).location;
    // Who has signed in a moment ago is not asked again.
    const callback = asked.includes('/auth/callback')
      ? asked
      : (await ann.open((await ann.open(asked, { form: { email: 'ann@acme.example', password } })).location)).location;
    t.match(await ann.open(callback), { status: 303, location: place });
  }
});

t.test('of sign-ins that nobody finishes a browser remembers four', async (t) => {
  const ann = browser();
  const kept = (): readonly string[] => [...ann.cookies.keys()].filter((name) => name.startsWith('dossier-sign-in.'));
  for (let i = 0; i < 6; i += 1) await ann.toLogin();
  t.equal(kept().length, 4);
  t.equal((await ann.open(await ann.toCallback('ann@acme.example', password, '/latest'))).location, '/latest');
  await ann.open('/auth/logout', { method: 'POST', headers: own });
  t.same(kept(), [], 'none of the person who signs out');
});

t.test('a person who signs in where somebody else has signed in since is in as themselves', async (t) => {
  await credentials.create({ email: 'bea@acme.example', name: 'Bea', password, emailVerified: true });
  const ann = browser();
  const login = await ann.toLogin('/p/acme/orgs');
  const bea = ann.twin();
  await bea.open(await bea.toCallback('bea@acme.example', password));
  for (const [name, cookie] of bea.cookies) if (/^dossier_op(\.sig)?$/.test(name)) ann.cookies.set(name, cookie);
  const sent = await ann.open(login, { form: { email: 'ann@acme.example', password } });
  const back = await ann.open((await ann.open(sent.location)).location);
  t.match(back, { status: 303, location: '/p/acme/orgs' });
  t.match(JSON.parse((await ann.open('/api/v1/session')).text), { user: { name: 'Ann' } });
  await ann.open(await ann.toLogin());
  t.match(
    JSON.parse((await ann.open('/api/v1/session')).text),
    { user: { name: 'Ann' } },
    'and the provider has forgotten the other one',
  );
});

t.test('the answer of the provider serves once, in the browser that asked', async (t) => {
  const ann = browser();
  const callback = await ann.toCallback('ann@acme.example', password);
  const thief = ann.twin();
  t.equal((await browser().open(callback)).status, 400, 'another browser gets nowhere');
  const both = await Promise.all([ann.open(callback), thief.open(callback)]);
  t.same(both.map(({ status }) => status).sort(), [303, 400], 'of two at the same moment one gets in');
  const again = await ann.open(callback);
  t.match(again, { status: 400, text: /You are not signed in/ });
  t.match(again.headers.get('content-security-policy'), /default-src 'none'/);
});

t.test('a wrong password and an unknown address look the same', async (t) => {
  const ann = browser();
  const login = await ann.toLogin();
  const wrong = await ann.open(login, { form: { email: 'ann@acme.example', password: 'wrong horse battery' } });
  const unknown = await ann.open(login, { form: { email: 'nob@acme.example', password: 'wrong horse battery' } });
  t.equal(wrong.status, 422);
  t.match(wrong.text, /role="alert".*The e-mail address or the password is not right\./s);
  t.equal(unknown.text.replaceAll('nob@', 'ann@'), wrong.text);
  t.equal(unknown.status, wrong.status);
});

t.test('what is missing is named at its field', async (t) => {
  const ann = browser();
  const login = await ann.toLogin();
  t.match(await ann.open(login, { form: { email: '', password: '' } }), {
    status: 422,
    text: /Enter your e-mail address\.[^]*Enter your password\./,
  });
  t.equal((await ann.open(login, { json: {} })).status, 415);
  t.equal((await ann.open(login, { form: { email: 'x'.repeat(20_000), password: 'x' } })).status, 413);
  t.equal(
    (
      await ann.open(login, {
        form: { email: 'ann@acme.example', password },
        headers: { origin: 'https://evil.example' },
      })
    ).status,
    403,
  );
  t.match(await browser().open(login), { status: 400, text: /begun in another browser/ });
  await ann.toCallback('ann@acme.example', password);
  t.match(
    await ann.open(login),
    { status: 400, text: /finished already[^]*href="\/"/ },
    'going back to before a sign-in does not say "signed out"',
  );
});

t.test('guessing is slowed down, the same for an address that has no account', async (t) => {
  await credentials.create({ email: 'slow@acme.example', name: 'Slow', password, emailVerified: true });
  const guesser = browser();
  const login = await guesser.toLogin();
  const guess = async (email: string, text = 'a wrong password'): Promise<number> =>
    (await guesser.open(login, { form: { email, password: text } })).status;
  for (const email of ['slow@acme.example', 'nobody@acme.example']) {
    const answers: number[] = [];
    for (let i = 0; i < 7; i++) answers.push(await guess(email));
    t.same(answers, [422, 422, 422, 422, 422, 429, 429], email);
  }
  t.equal(await guess('slow@acme.example', password), 429, 'even the right password waits');
  platform.clock.advance(31_000);
  t.equal(await guess('slow@acme.example', password), 303);
});

t.test(
  'five wrong tries from elsewhere do not keep the owner out, where they have signed in before or not',
  async (t) => {
    const email = 'sue@acme.example';
    await credentials.create({ email, name: 'Sue', password, emailVerified: true });
    const from = (address: string): Record<string, string> => ({ 'x-forwarded-for': address });
    const enter = async (who: Browser, tried: string, headers: Record<string, string>): Promise<number> =>
      (await who.open(await who.toLogin('/'), { form: { email, password: tried }, headers })).status;
    const desk = browser();
    t.equal(await enter(desk, password, from('198.51.100.7')), 303);
    platform.clock.advance(60 * 60_000);
    const guesser = browser();
    for (let i = 0; i < 5; i += 1) t.equal(await enter(guesser, `guess number ${i}`, from('203.0.113.5')), 422);
    t.equal(await enter(guesser, password, from('203.0.113.5')), 429, 'here even the right one waits');
    t.equal(await enter(browser(), password, from('198.51.100.8')), 303, 'not at another address');
    t.equal(
      await enter(desk, password, from('203.0.113.5')),
      303,
      'nor in a browser that is known, behind the same one',
    );
    const forged = browser();
    forged.cookies.set('dossier_op_device', { value: 'eyJpZCI6IngifQ', path: '/oidc' });
    t.equal(await enter(forged, password, from('203.0.113.5')), 429, "but a cookie of one's own making says nothing");
  },
);

t.test('many guesses at the same moment do not slip through', async (t) => {
  const guesser = browser();
  const login = await guesser.toLogin();
  const answers = await Promise.all(
    Array.from({ length: 12 }, () =>
      guesser.open(login, { form: { email: 'burst@acme.example', password: 'a wrong password' } }),
    ),
  );
  t.equal(answers.filter(({ status }) => status === 422).length, 5);
});

t.test('signing out ends both sessions, and asks nothing', async (t) => {
  const ann = browser();
  await ann.open(await ann.toCallback('ann@acme.example', password));
  const stolen = ann.twin();
  const out = await ann.open('/auth/logout', { method: 'POST', headers: { ...own, accept: 'application/json' } });
  t.equal(out.status, 200);
  t.equal((await stolen.open('/api/v1/session')).status, 401, 'a copy of the cookie is worth nothing');
  const farewell = await ann.open(JSON.parse(out.text).redirectTo);
  t.match(farewell, { status: 303, location: `${here()}/` });
  t.match((await ann.open(await ann.toLogin())).text, /name="password"/, 'the password is asked again');
});

t.test('another site cannot sign somebody out', async (t) => {
  const ann = browser();
  await ann.open(await ann.toCallback('ann@acme.example', password));
  t.equal((await ann.open('/auth/logout', { method: 'POST' })).status, 403);
  t.equal(
    (await ann.open('/auth/logout', { method: 'POST', headers: { ...own, origin: 'https://evil.example' } })).status,
    403,
  );
  t.equal((await ann.open('/api/v1/session')).status, 200);
});

t.test('signing in again gives a new cookie and ends the old session', async (t) => {
  const ann = browser();
  await ann.open(await ann.toCallback('ann@acme.example', password));
  const planted = ann.twin();
  // The provider still knows her, so no password is asked.
  const away = await ann.open('/auth/login');
  await ann.open((await ann.open(away.location)).location);
  t.not(ann.cookies.get('dossier')?.value, planted.cookies.get('dossier')?.value);
  t.equal((await ann.open('/api/v1/session')).status, 200);
  t.equal((await planted.open('/api/v1/session')).status, 401);
});

t.test('the provider refuses what is not ours: client, redirect address, flow without PKCE', async (t) => {
  const stranger = browser();
  const ask = (o: Readonly<Record<string, string>>): string =>
    `/oidc/auth?${new URLSearchParams({ client_id: 'dossier', response_type: 'code', scope: 'openid', redirect_uri: `${here()}/auth/callback`, ...o }).toString()}`;
  t.match(await stranger.open(ask({ client_id: 'evil' })), { status: 400, location: '' });
  t.match(await stranger.open(ask({ redirect_uri: 'https://evil.example/' })), { status: 400, location: '' });
  t.match(await stranger.open(ask({})), { status: 303, location: /error=invalid_request&error_description=.*PKCE/ });
  t.match(await stranger.open(ask({ code_challenge: 'a'.repeat(43), code_challenge_method: 'plain' })), {
    location: /error=invalid_request/,
  });
});

t.test('a forged host never reaches a link', async (t) => {
  const document = await platform.get('/health/live').then(() =>
    browser().open('/oidc/.well-known/openid-configuration', {
      headers: { 'x-forwarded-host': 'evil.example', 'x-forwarded-proto': 'https', forwarded: 'host=evil.example' },
    }),
  );
  t.match(JSON.parse(document.text), {
    issuer: `${here()}/oidc`,
    token_endpoint: `${here()}/oidc/token`,
    jwks_uri: `${here()}/oidc/jwks`,
  });
  t.notMatch(document.text, /evil/);
});

t.test('a copy of the database signs nobody in: hashes, sealed records, sealed keys', async (t) => {
  const ann = browser();
  const callback = await ann.toCallback('ann@acme.example', password);
  const all = JSON.stringify([
    await rows('select * from credential'),
    await rows('select * from oidc_record'),
    await rows('select * from oidc_key'),
    await rows('select * from sign_in_throttle'),
  ]);
  t.notOk(all.includes(password));
  t.notOk(all.includes(new URL(callback, here()).searchParams.get('code')!));
  t.notOk(all.includes(ann.cookies.get('dossier_op')!.value));
  t.notMatch(all, /"d":|PRIVATE KEY/);
});

t.test('a changed password ends what is open at the provider, and the old one no longer serves', async (t) => {
  const { subject: bob } = await credentials.create({
    email: 'bob@acme.example',
    name: 'Bob',
    password,
    emailVerified: true,
  });
  const browsing = browser();
  await browsing.open(await browsing.toCallback('bob@acme.example', password));
  await credentials.setPassword(bob, 'another long password');
  const login = await browsing.toLogin();
  t.match(login, /^\/oidc\/interaction\//, 'the password is asked again');
  t.equal((await browsing.open(login, { form: { email: 'bob@acme.example', password } })).status, 422);
  t.equal(
    (await browsing.open(login, { form: { email: 'bob@acme.example', password: 'another long password' } })).status,
    303,
  );
});

t.test(
  'an address has one account, however it is written; short passwords and unknown accounts are refused',
  async (t) => {
    await t.rejects(credentials.create({ email: ' ANN@acme.EXAMPLE ', name: 'X', password, emailVerified: false }), {
      status: 409,
      code: 'email-taken',
    });
    await t.rejects(
      credentials.create({ email: 'new@acme.example', name: 'X', password: 'short', emailVerified: false }),
      { status: 422, code: 'invalid' },
    );
    await t.rejects(credentials.setPassword('0192f000-0000-7000-8000-000000000000', password), {
      status: 404,
      code: 'not-found',
    });
  },
);

t.test('sign-ins and sign-outs stand in the log', async (t) => {
  const types = (await rows(`select type from event where type like 'people/%'`)).map(({ type }) => type);
  t.ok(types.includes('people/signed-in@1'));
  t.ok(types.includes('people/signed-out@1'));
});

t.test('a new signing key is shown before it signs, and an old one as long as it may be needed', async (t) => {
  const published = async (): Promise<readonly string[]> =>
    JSON.parse((await browser().open('/oidc/jwks')).text).keys.map(({ kid }: { kid: string }) => kid);
  const minute = 60_000;
  const day = 24 * 60 * minute;
  t.same(await published(), ['k1']);
  platform.clock.advance(91 * day);
  t.same(await published(), ['k1', 'k2'], 'the old one still signs');
  platform.clock.advance(11 * minute);
  t.same(await published(), ['k2', 'k1']);
  platform.clock.advance(day);
  t.same(await published(), ['k2']);
});
