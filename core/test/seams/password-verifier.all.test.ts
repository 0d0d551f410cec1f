/** A directory that knows who the people of one organization are, and a provider that another one brings itself. */
import { t } from '@dossier/core/testing/t';
import { definePlugin } from '@dossier/sdk';
import type { OrganizationId } from '@dossier/sdk';
import { bank, testPlatform } from '@dossier/core/testing';
import type { Bank, TestClient, TestPlatform } from '@dossier/core/testing';
import { AccessAdministration } from '../../platform/access/contract.ts';
import { organizationProviders, passwordVerifiers, People } from '../../platform/people/contract.ts';
import type { PasswordVerifier } from '../../platform/people/contract.ts';
import { createPasswordSignIn } from '../../platform/people/password-sign-in.ts';

const asked: {
  readonly by: { organization: OrganizationId; name: string }[];
  broken: boolean;
  own?: OrganizationId;
  firstTeam?: PasswordVerifier['firstTeam'];
} = { by: [], broken: false };
const subjects = new Map([
  ['ada', 'uuid-of-ada'],
  ['ben', 'uuid-of-ben'],
]);
const directory = definePlugin({
  id: 'directory',
  version: '1.0.0',
  kernel: '^1.0.0',
  extends: [passwordVerifiers, organizationProviders],
  setup(_, plugin) {
    plugin.contribute(
      passwordVerifiers,
      'staff',
      { open: 'to members' },
      {
        title: 'Staff directory',
        async verify({ organization, name, password }) {
          asked.by.push({ organization, name });
          if (asked.broken) throw new Error('ECONNREFUSED');
          const subject = password === 'right horse' ? subjects.get(name) : undefined;
          return subject === undefined ? null : { subject, name: 'Ada Directory', email: 'ada@acme.example' };
        },
        get firstTeam() {
          return asked.firstTeam;
        },
      },
    );
    plugin.contribute(
      organizationProviders,
      'realms',
      { open: 'to members' },
      {
        of: async (organization) =>
          organization === asked.own
            ? [
                {
                  id: 'main',
                  title: 'Realm of Beta',
                  issuer: () => 'http://127.0.0.1:9/realms/beta',
                  clientId: () => 'dossier',
                },
              ]
            : [],
      },
    );
  },
});

let platform: TestPlatform;
let a: Bank;
let b: Bank;
let browser: TestClient;
t.before(async () => {
  platform = await testPlatform({ plugins: ['@dossier/sign-in', directory] });
  [a, b] = [await bank(platform, 'acme'), await bank(platform, 'beta')];
  asked.own = b.organization;
  browser = platform.as({ host: new URL(platform.kernel.publicUrl()).host });
});
t.teardown(() => platform.stop());

const login = (at: string, way?: string) =>
  browser.get(
    `/auth/login?returnTo=${encodeURIComponent(at)}${way === undefined ? '' : `&issuer=${encodeURIComponent(way)}`}`,
  );
const post = (form: Readonly<Record<string, string>>, headers: Readonly<Record<string, string>> = {}) =>
  browser.request({
    method: 'POST',
    url: '/auth/password',
    headers: {
      'content-type': 'application/x-www-form-urlencoded',
      origin: platform.kernel.publicUrl(),
      'sec-fetch-site': 'same-origin',
      'sec-fetch-mode': 'navigate',
      ...headers,
    },
    payload: new URLSearchParams({ way: 'password.staff', returnTo: '/p/acme/orgs', ...form }).toString(),
  });

t.test('an organization chooses among what there is, and learns which of its choices does not exist', async (t) => {
  const url = '/api/v1/integrations/people';
  t.match((await a.admin.get(url)).body.values.available, ['sign-in: E-mail and password', 'staff: Staff directory']);
  t.match(await a.admin.put(url, { values: { providers: ['sign-in', 'google'], verifiers: ['ldap'] } }), {
    status: 422,
    body: { errors: [{ pointer: '/values/providers/1' }, { pointer: '/values/verifiers/0', detail: /staff/ }] },
  });
  // Nothing listens here, so that the one issuer does not answer; there is no page to choose on.
  t.equal((await login('/p/acme/orgs')).status, 503, 'one way is taken at once');
  t.equal((await a.admin.put(url, { values: { verifiers: ['staff'] } })).status, 200);
  const page = await login('/p/acme/orgs');
  t.match(page, { status: 200, text: /E-mail and password[^]*Staff directory/ });
  const [other, unknown] = [await login('/p/nobody/orgs'), await login('/orgs')];
  t.strictSame([other.status, unknown.status], [503, 503], 'an unknown one looks like one that has chosen nothing');
  t.match(await login('/p/nobody/orgs', 'password.staff'), { status: 400 });
  t.match(await login('/p/beta/orgs', 'password.staff'), { status: 400 });
  t.match(await login('/p/acme/orgs', 'password.staff'), { status: 200, text: /<form method="post"/ });
});

t.test('who the directory knows comes in, into that organization alone', async (t) => {
  t.equal((await post({ name: 'ada', password: 'right horse' }, { 'sec-fetch-site': 'cross-site' })).status, 403);
  t.match(await post({ name: 'ada', password: 'right horse', returnTo: '/p/beta/orgs' }), { status: 303 });
  t.strictSame(asked.by, [], 'and nobody was asked');
  const entered = await post({ name: 'ada', password: 'right horse' });
  t.match(entered, { status: 303, headers: { location: '/p/acme/orgs' } });
  t.strictSame(asked.by, [{ organization: a.organization, name: 'ada' }]);
  const cookie = String(entered.headers['set-cookie']).split(';')[0]!;
  const session = platform.as({ cookie, 'x-dossier-csrf': '1' });
  const { user } = (await session.get('/api/v1/session')).body;
  t.match(user, { name: 'Ada Directory', email: 'ada@acme.example', emailVerified: false });
  t.strictSame(await platform.service(People).byVerifiedEmail('ada@acme.example'), [], 'and no invitation finds her');
  for (const one of [a, b])
    await platform.service(AccessAdministration).addMember(one.access, {
      userId: user.id,
      teamId: one.staffTeam,
      teamRoleId: one.roles.clerk,
      status: 'active',
    });
  t.equal((await session.post('/api/v1/session/organization', { slug: 'beta' })).status, 404);
  t.equal((await session.post('/api/v1/session/organization', { slug: 'acme' })).status, 200);
});

t.test('a wrong one is refused, a directory that is away says so, and guessing is slowed down', async (t) => {
  t.match(await post({ name: 'ada', password: 'wrong' }), { status: 422, text: /name or the password is not right/ });
  const before = asked.by.length;
  t.match(await post({ name: 'ada', password: '' }), { status: 422 });
  t.equal(asked.by.length, before, 'an empty password is never asked about');
  asked.broken = true;
  t.match(await post({ name: 'ben', password: 'x' }), {
    status: 503,
    headers: { 'retry-after': '30' },
    text: /Staff directory does not answer/,
  });
  asked.broken = false;
  asked.firstTeam = async () => {
    throw new Error('ECONNREFUSED');
  };
  t.match(await post({ name: 'ben', password: 'right horse' }), { status: 503, text: /does not answer/ });
  delete asked.firstTeam;
  const tries = [];
  for (let i = 0; i < 6; i++) tries.push((await post({ name: 'eve', password: `guess ${i}` })).status);
  t.strictSame(tries, [422, 422, 422, 422, 422, 429]);
});

t.test(
  'the time of an answer tells nothing: it comes at a whole second, whether or not the account exists',
  async (t) => {
    let now = 0;
    const waited: number[] = [];
    const takes = new Map([
      ['known', 620],
      ['unknown', 3],
      ['slow', 1_400],
    ]);
    const verifier: PasswordVerifier = {
      title: 'Timed',
      async verify({ name }) {
        now += takes.get(name)!;
        return null;
      },
    };
    const verify = createPasswordSignIn({
      throttles: {
        ids: () => ['x'],
        list: () => [{ id: 'x', value: open }],
        installed: () => [{ id: 'x', value: open }],
        isComplete: () => true,
        get: () => open,
        demand: () => open,
      },
      now: () => now,
      wait: async (milliseconds) => void waited.push(milliseconds),
      log: { info: () => undefined, warn: () => undefined, error: () => undefined },
    });
    for (const name of takes.keys())
      await verify(
        { kind: 'verifier', id: 'password.timed', title: 'Timed', verifier, organization: 'o' },
        { name, password: 'p', address: '192.0.2.1' },
      );
    t.strictSame(waited, [380, 997, 600]);
  },
);
const open = { take: async () => 0, forgive: async () => undefined };

t.test(
  'an organization brings a provider itself: only it has it, and it leads nowhere inside our network',
  async (t) => {
    const page = await login('/p/beta/orgs');
    t.match(page, { status: 200, text: /Realm of Beta/ });
    t.notMatch((await login('/p/acme/orgs')).text, /Realm of Beta/);
    t.match(await login('/p/acme/orgs', 'own.realms.main'), { status: 400 });
    t.match(await login('/p/beta/orgs', 'own.realms.main'), { status: 503 }, 'a loopback address is not asked');
  },
);
