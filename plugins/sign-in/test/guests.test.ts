import { t } from '@dossier/core/testing/t';
import { definePlugin } from '@dossier/sdk';
import { bank, testPlatform } from '@dossier/core/testing';
import { mailTransports } from '@dossier/core/platform/mail/contract';
import type { MailMessage } from '@dossier/core/platform/mail/contract';
import { Credentials } from '../contract.ts';
import { Browser } from './browser.ts';
import { quickPasswords } from '../testing.ts';

const mails: MailMessage[] = [];
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
          mails.push(message);
          return { outcome: 'sent' };
        },
      },
    ),
});
const platform = await testPlatform({ plugins: ['@dossier/sign-in', letterBox], env: quickPasswords, listen: true });
t.teardown(() => platform.stop());
const acme = await bank(platform);
const browser = (): Browser => new Browser(platform.kernel.publicUrl());
const password = 'correct horse battery';

const invited = async (email: string): Promise<{ id: string; path: string }> => {
  const answer = await acme.admin.post(`/api/v1/teams/${acme.staffTeam}/invitations`, {
    emails: [email],
    teamRoleId: acme.roles.clerk,
  });
  await platform.settle();
  return {
    id: answer.body.invitations[0].id,
    path: /\/invitations\/[\w-]+/.exec(mails.findLast(({ to }) => to.address === email)!.text)![0],
  };
};

t.test('an invited person creates an account, arrives at the invitation, accepts and joins', async (t) => {
  const { id, path } = await invited('nina@new.example');
  const nina = browser();
  const away = await nina.open(`/auth/login?returnTo=${encodeURIComponent(path)}`);
  t.notOk(away.location.includes(path.slice(-43)), 'the secret is not in the address');
  const login = (await nina.open(away.location)).location;
  t.match((await nina.open(login)).text, /value="nina@new\.example"[^]*Create your account/);
  const create = `${login}?create`;
  t.match((await nina.open(create)).text, /You are invited to ACME\.[^]*value="nina@new\.example"[^>]* readonly/);

  t.match(await nina.open(create, { form: { name: ' ', password: '' } }), {
    status: 422,
    text: /Enter your name\.[^]*Choose a password\./,
  });
  t.match(await nina.open(create, { form: { name: 'Nina', password: 'short' } }), {
    status: 422,
    text: /10 to 200 characters/,
  });
  t.equal(
    (await nina.open(create, { form: { name: 'Nina', password }, headers: { origin: 'https://evil.example' } })).status,
    403,
  );
  const sent = await nina.open(create, { form: { name: 'Nina New', password, email: 'boss@acme.example' } });
  t.equal((await nina.open((await nina.open(sent.location)).location)).location, path, 'back at the invitation');
  const session = JSON.parse((await nina.open('/api/v1/session')).text);
  t.match(
    session,
    { user: { name: 'Nina New', email: 'nina@new.example' }, organizations: [] },
    "the address is the invitation's, whatever the form said",
  );

  const own = { 'x-dossier-csrf': '1', accept: 'application/json' };
  t.match(JSON.parse((await nina.open('/api/v1/my/invitations')).text), [{ id, organization: { slug: 'acme' } }]);
  t.equal(
    (
      await nina.open(`/team-invitations/${id}`, {
        method: 'PUT',
        json: { status: 'accepted', token: path.slice(-43) },
        headers: own,
      })
    ).status,
    200,
  );
  t.equal(
    (
      await nina.open('/user-teams', {
        json: { userId: session.user.id, teamId: acme.staffTeam, teamRoleId: acme.roles.clerk, status: 'active' },
        headers: own,
      })
    ).status,
    201,
  );
  t.match(JSON.parse((await nina.open('/api/v1/session')).text), { organizations: [{ slug: 'acme' }] });
});

t.test('nobody else can register', async (t) => {
  const register = async (path: string): Promise<{ text: string; sent: number }> => {
    const someone = browser();
    const login = await someone.toLogin(path);
    return {
      text: (await someone.open(login)).text,
      sent: (await someone.open(`${login}?create`, { form: { name: 'X', password, email: 'x@x.example' } })).status,
    };
  };
  const { id, path } = await invited('revoked@new.example');
  await acme.admin.delete(`/api/v1/team-invitations/${id}`);
  for (const one of ['/', '/invitations/nonsense', path]) {
    const { text, sent } = await register(one);
    t.notMatch(text, /Create your account/, one);
    t.equal(sent, 422, 'taken as a wrong password');
  }
});

t.test('who has an account signs in with it, and an invitation does not take it over', async (t) => {
  await platform
    .service(Credentials)
    .create({ email: 'olga@old.example', name: 'Olga', password, emailVerified: true });
  const { path } = await invited('olga@old.example');
  const olga = browser();
  const login = await olga.toLogin(path);
  t.match(await olga.open(`${login}?create`, { form: { name: 'Somebody', password: 'another long password' } }), {
    status: 422,
    text: /already\. Sign in with it instead/,
  });
  t.equal(
    (await olga.open(login, { form: { email: 'olga@old.example', password: 'another long password' } })).status,
    422,
  );
  t.equal((await olga.open(login, { form: { email: 'olga@old.example', password } })).status, 303);
});

t.test('a request that was not made here says nothing of an invitation', async (t) => {
  const someone = browser();
  const away = await someone.open('/auth/login?returnTo=%2F');
  const login = (await someone.open(`${away.location}&invitation=forged`)).location;
  t.match(await someone.open(login), { status: 200 });
  t.notMatch((await someone.open(login)).text, /Create your account/);
});
