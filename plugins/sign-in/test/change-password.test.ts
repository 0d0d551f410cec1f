import { t } from '@dossier/core/testing/t';
import { bank, testPlatform } from '@dossier/core/testing';
import { AccessAdministration } from '@dossier/core/platform/access/contract';
import { People } from '@dossier/core/platform/people/contract';
import { Credentials } from '../contract.ts';
import { Browser } from './browser.ts';
import type { Page } from './browser.ts';
import { quickPasswords } from '../testing.ts';

const platform = await testPlatform({ plugins: ['@dossier/sign-in'], env: quickPasswords, listen: true });
t.teardown(() => platform.stop());
const first = 'correct horse battery';
const account = async (name: string): Promise<string> => {
  await platform
    .service(Credentials)
    .create({ email: `${name}@acme.example`, name, password: first, emailVerified: true });
  return `${name}@acme.example`;
};
const entering = async (email: string, password: string): Promise<Browser | null> => {
  const browser = new Browser(platform.kernel.publicUrl());
  const callback = await browser.toCallback(email, password).catch(() => '');
  if (!callback.includes('/auth/callback?code=')) return null;
  await browser.open(callback);
  return browser;
};
const signedIn = async (email: string, password = first): Promise<Browser> => (await entering(email, password))!;
const own = { 'x-dossier-csrf': '1', accept: 'application/json' };
const change = (
  browser: Browser,
  currentPassword: string,
  newPassword: string,
  headers: Readonly<Record<string, string>> = own,
): Promise<Page> => browser.open('/api/v1/password', { json: { currentPassword, newPassword }, headers });
const works = async (browser: Browser): Promise<boolean> => (await browser.open('/api/v1/session')).status === 200;
const logged = async (): Promise<readonly Record<string, unknown>[]> =>
  (
    await platform.kernel.database.asOwner((owner) =>
      owner.run(`select * from event where type = 'sign-in/password-changed@1' order by seq`),
    )
  ).rows;
const faultsOf = ({ status, text }: Page): unknown => [
  status,
  ...(JSON.parse(text).errors ?? []).map(
    ({ pointer, code }: { pointer: string; code: string }) => `${pointer} ${code}`,
  ),
];

t.test(
  'a person changes their password: the new one works, the old one does not, and their other sessions end',
  async (t) => {
    const email = await account('ann');
    const [here, away, bob] = [await signedIn(email), await signedIn(email), await signedIn(await account('bob'))];
    t.match(JSON.parse((await here.open('/api/v1/identities', { headers: own })).text), [
      { title: 'E-mail and password', passwordAt: '/api/v1/password' },
    ]);
    const changed = await change(here, first, 'a staple that holds');
    t.same([changed.status, changed.text], [204, '']);
    t.same([await works(here), await works(away), await works(bob)], [true, false, true]);
    t.match(await here.toLogin(), /^\/oidc\/interaction\//, 'the provider asks for the password again, also here');
    t.notOk(await entering(email, first));
    t.ok(await entering(email, 'a staple that holds'));
    const entries = await logged();
    t.match(entries, [{ actorKind: 'user', actorName: '', subjectType: 'user' }]);
    t.notMatch(JSON.stringify(entries), /horse|staple/);
  },
);

t.test('all faults are reported at once, and nothing changes', async (t) => {
  const email = await account('cid');
  const [here, away] = [await signedIn(email), await signedIn(email)];
  t.same(faultsOf(await change(here, 'wrong horse battery', 'a staple that holds')), [
    422,
    '/currentPassword password-wrong',
  ]);
  t.same(faultsOf(await change(here, first, 'short')), [422, '/newPassword password-length']);
  t.same(faultsOf(await change(here, 'wrong horse battery', 'short')), [
    422,
    '/currentPassword password-wrong',
    '/newPassword password-length',
  ]);
  t.same(faultsOf(await change(here, first, 'x'.repeat(201))), [422, '/newPassword password-length']);
  t.same(faultsOf(await change(here, first, first)), [422, '/newPassword password-same']);
  t.match(await change(here, first, 'a staple that holds', { accept: 'application/json' }), {
    status: 403,
    text: /"csrf"/,
  });
  t.equal((await change(new Browser(platform.kernel.publicUrl()), first, 'a staple that holds')).status, 401);
  t.same([await works(away), (await logged()).length], [true, 1]);
  t.ok(await entering(email, first));
});

t.test('of two changes at the same moment one wins', async (t) => {
  const email = await account('dan');
  const [one, two] = [await signedIn(email), await signedIn(email)];
  const answers = await Promise.all([
    change(one, first, 'a staple that holds'),
    change(two, first, 'a staple that bends'),
  ]);
  t.equal(answers.filter(({ status }) => status === 204).length, 1);
  t.same(
    [await works(one), await works(two)],
    answers.map(({ status }) => status === 204),
    'who lost is signed out',
  );
});

t.test('guessing the present password is slowed down as at the sign-in, and counts with it', async (t) => {
  const email = await account('eve');
  const here = await signedIn(email);
  for (let i = 0; i < 5; i++) t.equal((await change(here, `guess number ${i}`, 'a staple that holds')).status, 422);
  const refused = await change(here, first, 'a staple that holds');
  t.match(refused, { status: 429, text: /"too-many-tries"/ });
  t.match(refused.headers.get('retry-after'), /^\d+$/);
  t.notOk(await entering(email, first), 'the sign-in waits too');
  platform.clock.advance(16 * 60_000);
  t.equal((await change(here, first, 'a staple that holds')).status, 204);
});

t.test('a token changes no password, nor does who signs in elsewhere; tokens outlive a change', async (t) => {
  const people = platform.service(People);
  const acme = await bank(platform);
  const { subject, issuer } = await platform
    .service(Credentials)
    .create({ email: 'fay@acme.example', name: 'fay', password: first, emailVerified: true });
  const here = await signedIn('fay@acme.example');
  const fay = (await people.enter({ subject, issuer, email: 'fay@acme.example', emailVerified: true, name: 'fay' })).id;
  await platform
    .service(AccessAdministration)
    .addMember(acme.access, { userId: fay, teamId: acme.staffTeam, teamRoleId: acme.roles.clerk, status: 'active' });
  const token = platform.as({
    authorization: `Bearer ${(await people.issueToken({ user: fay, organization: acme.organization, name: 'Script' })).secret}`,
  });
  const body = { currentPassword: first, newPassword: 'a staple that holds' };
  t.match(await token.post('/api/v1/password', body), { status: 409, body: { code: 'no-session' } });
  const elsewhere = platform.as({
    cookie: `dossier=${(await people.openSession({ user: acme.clerk.id, organization: acme.organization, issuer: 'urn:test' })).secret}`,
  });
  t.match(await elsewhere.post('/api/v1/password', body, own), { status: 409, body: { code: 'no-password' } });
  t.match((await elsewhere.get('/api/v1/identities')).body, [{ passwordAt: null }]);
  t.equal((await change(here, first, 'a staple that holds')).status, 204);
  t.match(await here.toLogin(), /^\/oidc\/interaction\//, 'the provider forgets also whose only session it is');
  t.equal((await token.get('/api/v1/session')).status, 200);
  await signedIn('fay@acme.example', body.newPassword);
  const [{ sentence }] = (await acme.admin.get('/api/v1/audit?type=people/signed-in@1')).body;
  t.equal(sentence.at(-1).text, ' signed in.', 'nobody is another account with their own address');
});
