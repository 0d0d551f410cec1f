import { t } from '@dossier/core/testing/t';
import { definePlugin } from '@dossier/sdk';
import { bank, testPlatform } from '@dossier/core/testing';
import { AccessAdministration } from '@dossier/core/platform/access/contract';
import { mailTransports } from '@dossier/core/platform/mail/contract';
import type { MailMessage } from '@dossier/core/platform/mail/contract';
import { People } from '@dossier/core/platform/people/contract';
import { Credentials } from '../contract.ts';
import { quickPasswords } from '../testing.ts';
import { Browser } from './browser.ts';
import type { Page } from './browser.ts';

const mails: MailMessage[] = [];
let down = false;
const letterBox = definePlugin({
  id: 'letter-box',
  version: '1.0.0',
  kernel: '^1.0.0',
  extends: [mailTransports],
  setup: (_needs, plugin) =>
    plugin.contribute(
      mailTransports,
      'letter-box',
      { open: 'to members' },
      {
        async send(message) {
          if (down) throw new Error('The mail server does not answer.');
          mails.push(message);
          return { outcome: 'sent' };
        },
      },
    ),
});
const platform = await testPlatform({
  plugins: ['@dossier/sign-in', letterBox],
  env: { TRUST_PROXY: 'true', ...quickPasswords },
  listen: true,
});
t.teardown(() => platform.stop());
const acme = await bank(platform);
const former = 'correct horse battery';
const next = 'a staple that holds';
const browser = (): Browser => new Browser(platform.kernel.publicUrl());
const account = async (name: string): Promise<string> => {
  const email = `${name}@acme.example`;
  await platform.service(Credentials).create({ email, name, password: former, emailVerified: true });
  return email;
};
let places = 0;
/** From an address of its own, so that no test waits for another. */
const asked = async (
  email: string,
  o: { returnTo?: string; from?: string; headers?: Readonly<Record<string, string>> } = {},
): Promise<Page> => {
  const one = browser();
  const login = await one.toLogin(o.returnTo);
  const headers = { 'x-forwarded-for': o.from ?? `198.51.${(places += 1)}.7`, ...o.headers };
  return one.open(`${login}?forgot`, { form: { email }, headers });
};
const linkIn = (message: MailMessage | undefined): string =>
  /\/oidc\/password\/[\w-]{43}/.exec(message?.text ?? '')?.[0] ?? '';
const linkTo = async (email: string, returnTo?: string): Promise<string> => {
  await asked(email, returnTo === undefined ? {} : { returnTo });
  await platform.settle();
  return linkIn(mails.findLast(({ to }) => to.address === email));
};
const chosen = (link: string, password: string, headers: Readonly<Record<string, string>> = {}): Promise<Page> =>
  browser().open(link, { form: { password }, headers });
const enters = async (email: string, password: string, one = browser()): Promise<boolean> => {
  const callback = await one.toCallback(email, password).catch(() => '');
  return callback.includes('/auth/callback?code=') && (await one.open(callback)).status === 303;
};
const works = async (one: Browser): Promise<boolean> => (await one.open('/api/v1/session')).status === 200;
const rows = async (sql: string): Promise<readonly Record<string, unknown>[]> =>
  (await platform.kernel.database.asOwner((owner) => owner.run(sql))).rows;

t.test('who forgot the password chooses a new one by mail: once, and every session ends', async (t) => {
  const email = await account('ann');
  const [here, away] = [browser(), browser()];
  for (const one of [here, away]) t.ok(await enters(email, former, one));
  const people = platform.service(People);
  const ann = JSON.parse((await here.open('/api/v1/session')).text).user.id;
  await platform
    .service(AccessAdministration)
    .addMember(acme.access, { userId: ann, teamId: acme.staffTeam, teamRoleId: acme.roles.clerk, status: 'active' });
  const token = (await people.issueToken({ user: ann, organization: acme.organization, name: 'Script' })).secret;
  const login = await browser().toLogin();
  t.match(login, /interaction/);

  const link = await linkTo(email, '/p/acme/orgs');
  const mail = mails.at(-1);
  t.match(mail, { organization: null, kind: 'password-link', subject: 'Choose a new password' });
  t.match(mail?.text, /You did not ask for this\? Then ignore this message/);
  const stored = JSON.stringify([
    await rows('select * from password_reset'),
    await rows('select * from pgboss.job_common'),
    await rows('select * from mail_message'),
  ]);
  t.notOk(stored.includes(link.slice(-43)), 'the secret stands in the mail alone');
  t.notOk(stored.includes(email), 'and the queue names nobody');

  t.match((await browser().open(link)).text, /value="ann@acme\.example"[^>]* readonly/);
  t.equal((await browser().open(link, { method: 'HEAD' })).status, 200, 'to look at it does not use it up');
  t.match(await chosen(link, ''), { status: 422, text: /Choose a password\./ });
  t.match(await chosen(link, 'short'), { status: 422, text: /10 to 200 characters/ });
  t.match(await chosen(link, 'ann@acme.example'), { status: 422 }, 'the rules are those of a new account');
  t.equal((await chosen(link, next, { origin: 'https://evil.example' })).status, 403);
  t.ok(await works(away), 'nothing has changed yet');

  const second = await linkTo(email);
  t.match(await chosen(link, next), { status: 200, text: /returnTo=%2Fp%2Facme%2Forgs/ }, 'the way back is kept');
  t.same([await works(here), await works(away)], [false, false]);
  t.equal((await platform.as({ authorization: `Bearer ${token}` }).get('/api/v1/session')).status, 200, 'tokens stay');
  t.match(await chosen(link, 'another one that holds'), { status: 410, text: /works no more/ });
  t.equal((await browser().open(second)).status, 410, 'other links of the account end with it');
  t.same([await enters(email, former), await enters(email, next)], [false, true]);

  const log = await rows(
    `select "organizationId", "actorId", "actorName", "subjectId", payload::text from event where type = 'sign-in/password-reset@1' order by "organizationId" nulls first`,
  );
  t.match(log, [
    { organizationId: /^[0-]+$/, actorId: ann, subjectId: ann },
    { organizationId: acme.organization, actorId: ann, subjectId: ann },
  ]);
  t.notMatch(JSON.stringify(log), /staple/);
});

t.test('nobody learns whether an address is known', async (t) => {
  const email = await account('bob');
  const before = mails.length;
  const [known, unknown] = [await asked(email), await asked('nobody@acme.example')];
  const text = (page: Page, address: string): string =>
    page.text.replaceAll(address, 'ADDRESS').replaceAll(/interaction\/[\w-]+/g, 'interaction');
  t.equal(known.status, unknown.status);
  t.equal(text(known, email), text(unknown, 'nobody@acme.example'), 'the same page');
  await platform.settle();
  t.same(
    mails.slice(before).map(({ to }) => to.address),
    [email],
  );
});

t.test('a link ends after half an hour, and a wrong one is none', async (t) => {
  const email = await account('cid');
  const link = await linkTo(email);
  platform.clock.advance(29 * 60_000);
  t.equal((await browser().open(link)).status, 200);
  platform.clock.advance(60_000 + 1);
  t.match(await chosen(link, next), { status: 410, text: /works no more/ });
  t.equal((await chosen(`/oidc/password/${'a'.repeat(43)}`, next)).status, 410);
  t.ok(await enters(email, former));
});

t.test('of two that use a link at the same moment one sets the password', async (t) => {
  const email = await account('dan');
  const link = await linkTo(email);
  const answers = await Promise.all([chosen(link, next), chosen(link, 'another one that holds')]);
  t.same(answers.map(({ status }) => status).sort(), [200, 410]);
  t.ok(await enters(email, answers[0]?.status === 200 ? next : 'another one that holds'));
});

t.test('requests are limited for an address and for a place, known or not', async (t) => {
  const email = await account('eve');
  const before = mails.length;
  const statuses = async (n: number, ask: (i: number) => Promise<Page>): Promise<readonly number[]> => {
    const found: number[] = [];
    for (let i = 0; i < n; i++) found.push((await ask(i)).status);
    return found;
  };
  t.same(await statuses(4, () => asked(email, { from: '203.0.113.1' })), [200, 200, 200, 429], 'from one place');
  t.same(await statuses(4, (i) => asked(email, { from: `203.0.${i}.9` })), [200, 200, 200, 429], 'from anywhere');
  t.same(
    await statuses(4, () => asked('none@acme.example', { from: '203.0.113.2' })),
    [200, 200, 200, 429],
    'an unknown one is counted alike',
  );
  const many = await statuses(21, (i) => asked(`one${i}@acme.example`, { from: '203.0.114.1' }));
  t.same([many.slice(0, 20).every((status) => status === 200), many[20]], [true, 429], 'no matter for whom');
  await platform.settle();
  t.equal(mails.length - before, 6);
  t.ok(await enters(email, former), 'it keeps nobody from signing in');
  platform.clock.advance(16 * 60_000);
  t.equal((await asked(email, { from: '203.0.113.1' })).status, 200);
  await platform.settle();
});

t.test('the owner who tried too often before signs in at once after it', async (t) => {
  const email = await account('fay');
  for (let i = 0; i < 5; i++) t.notOk(await enters(email, `guess number ${i}`));
  t.notOk(await enters(email, former), 'has to wait');
  t.equal((await chosen(await linkTo(email), next)).status, 200);
  t.ok(await enters(email, next));
});

t.test('a mail server that is away is tried again, and not after the link is no longer waited for', async (t) => {
  const email = await account('gus');
  down = true;
  await asked(email);
  await platform.settle();
  t.notOk(mails.some(({ to }) => to.address === email));
  down = false;
  platform.clock.advance(130_000);
  await platform.settle();
  t.equal((await browser().open(linkIn(mails.findLast(({ to }) => to.address === email)))).status, 200);
  const before = mails.length;
  down = true;
  await asked(email);
  await platform.settle();
  platform.clock.advance(31 * 60_000);
  down = false;
  await platform.settle();
  t.equal(mails.length, before);
});

t.test('what is no form of the page is refused in words', async (t) => {
  const one = browser();
  const login = await one.toLogin();
  t.match((await one.open(login)).text, /Forgot your password\?/);
  t.match((await one.open(`${login}?forgot`)).text, /We send you a link/);
  t.match(await one.open(`${login}?forgot`, { form: { email: ' ' } }), {
    status: 422,
    text: /Enter your e-mail address/,
  });
  t.equal((await one.open(`${login}?forgot`, { json: { email: 'a@b.example' } })).status, 415);
  t.equal(
    (await one.open(`${login}?forgot`, { form: { email: 'a@b.example' }, headers: { 'sec-fetch-site': 'cross-site' } }))
      .status,
    403,
  );
  t.equal((await browser().open(`${login}?forgot`)).status, 400, 'in another browser');
});

t.test('without mail no link is offered', async (t) => {
  const quiet = await testPlatform({ plugins: ['@dossier/sign-in'], env: quickPasswords, listen: true });
  t.teardown(() => quiet.stop());
  const one = new Browser(quiet.kernel.publicUrl());
  const login = await one.toLogin();
  t.notMatch((await one.open(login)).text, /Forgot/);
  t.notMatch((await one.open(`${login}?forgot`)).text, /We send you a link/);
});
