/** An organization that chose its ways to sign in takes nobody who came by another, wherever they came in. */
import { t } from '@dossier/core/testing/t';
import { definePlugin } from '@dossier/sdk';
import { bank, testPlatform } from '@dossier/core/testing';
import type { Bank, TestClient, TestPlatform } from '@dossier/core/testing';
import { confinedIssuer } from '../../platform/people/confined.ts';
import { identityProviders, passwordVerifiers, People } from '../../platform/people/contract.ts';

const [office, embedded] = ['https://office.example', 'https://dossier.example/oidc'];
const ways = definePlugin({
  id: 'ways',
  version: '1.0.0',
  kernel: '^1.0.0',
  extends: [identityProviders, passwordVerifiers],
  setup(_, plugin) {
    const provider = (title: string, issuer: string) => ({ title, issuer: () => issuer, clientId: () => 'dossier' });
    plugin.contribute(identityProviders, 'office', { open: 'to members' }, provider('Office account', office));
    plugin.contribute(identityProviders, 'embedded', { open: 'to members' }, provider('Password', embedded));
    plugin.contribute(
      passwordVerifiers,
      'staff',
      { open: 'to members' },
      { title: 'Staff directory', verify: async () => null },
    );
  },
});

let platform: TestPlatform;
let [a, b] = [] as unknown as [Bank, Bank];
t.before(async () => {
  platform = await testPlatform({ plugins: [ways] });
  [a, b] = [await bank(platform, 'acme'), await bank(platform, 'beta')];
});
t.teardown(() => platform.stop());

const signedIn = async (user: string, issuer: string, organization: string | null): Promise<TestClient> => {
  const { secret } = await platform.service(People).openSession({ user, organization, issuer });
  return platform.as({ cookie: `dossier=${secret}`, 'x-dossier-csrf': '1' });
};
const url = '/api/v1/integrations/people';
const choose = (by: TestClient, values: object) => by.put(url, { values });
const refused = {
  status: 403,
  body: { code: 'sign-in-not-accepted', detail: /ACME does not accept.*"Office account".*\/p\/acme\/orgs/ },
};

t.test('nobody chooses what would shut them out', async (t) => {
  const [byPassword, byOffice] = [
    await signedIn(a.admin.id, embedded, a.organization),
    await signedIn(a.admin.id, office, a.organization),
  ];
  const shut = { status: 422, body: { errors: [{ pointer: '/values/providers', detail: /shut out/ }] } };
  t.match(await choose(byPassword, { providers: ['office'] }), shut);
  t.match(
    await choose(a.admin, { providers: ['office'] }),
    shut,
    'nor by a token of somebody without such an identity',
  );
  t.equal((await byPassword.get('/api/v1/organization')).status, 200, 'and nothing was changed');
  t.equal((await choose(byOffice, { providers: ['office'] })).status, 200);
});

t.test('a session that began another way enters no more, and says what to do', async (t) => {
  const officer = a.officer.id;
  const before = await signedIn(officer, embedded, a.organization);
  const places = [
    '/api/v1/organization',
    `/api/v1/workspaces/${a.staffWorkspace}/access`,
    `/api/v1/teams/${a.staffTeam}/members`,
  ];
  for (const place of places) {
    t.match(await before.get(place), refused, place);
    t.equal(
      (await a.officer.get(place)).status,
      (await (await signedIn(officer, office, a.organization)).get(place)).status,
    );
  }
  t.match(
    await before.post('/graphql', {
      query: `{ applications(workspaceId: "${a.staffWorkspace}") { total } }`,
    }),
    {
      body: { errors: [{ extensions: { code: 'sign-in-not-accepted' } }] },
    },
  );
  const later = await signedIn(officer, embedded, null);
  t.equal((await later.get('/api/v1/session')).status, 200, 'the person is signed in all the same');
  t.match(await later.post('/api/v1/session/organization', { slug: 'acme' }), refused);
  t.equal((await a.officer.get('/api/v1/organization')).status, 200, 'what was issued inside goes on');
});

t.test('a directory that is chosen no more lets nobody in, nor does that of another organization', async (t) => {
  const admin = await signedIn(a.admin.id, office, a.organization);
  const [own, foreign] = [
    await signedIn(a.officer.id, confinedIssuer(a.organization, 'password.staff'), a.organization),
    await signedIn(a.officer.id, confinedIssuer(b.organization, 'password.staff'), a.organization),
  ];
  const status = async (by: TestClient) => (await by.get('/api/v1/organization')).status;
  t.strictSame([await status(own), await status(foreign)], [403, 403]);
  t.equal((await choose(admin, { verifiers: ['staff'] })).status, 200);
  t.strictSame([await status(own), await status(foreign)], [200, 403], 'a change binds at once');
  t.equal((await choose(admin, { providers: null, verifiers: null })).status, 200);
  t.equal(await status(own), 403);
  t.equal(await status(await signedIn(a.officer.id, embedded, a.organization)), 200);
});
