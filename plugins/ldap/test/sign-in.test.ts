/** People of a directory sign in by name and password, and get their first team by the rules of their organization. */
import { t } from '@dossier/core/testing/t';
import { bank } from '@dossier/core/testing';
import type { Bank, Json, TestClient } from '@dossier/core/testing';
import { People } from '@dossier/core/platform/people/contract';
import { manageIntegrations } from '@dossier/core/platform/settings/contract';
import { startDirectory } from '@dossier/ldap-simulator/testing';
import { at, signInPage, fieldsOf, rules, stage } from './stage.ts';

const directory = await startDirectory();
const { platform, acme, save } = await stage({ LDAP_ALLOW_PLAIN: 'true' });
const beta = await bank(platform, 'beta');
t.teardown(() => platform.stop());
t.teardown(() => directory.close());
const { people } = directory;
people.change('a.lindqvist', { mail: acme.officer.email });
people.change('m.keller', { mail: 'at the desk' });
people.change('e.vasquez', { mail: beta.admin.email });

const { chooser, send, sessionOf, meOf } = signInPage(platform);
const enter = (name: string, { password = `welcome-${name}`, to = acme } = {}) => send(to, name, password);
const namedWays = async ({ admin }: Bank): Promise<unknown> =>
  (await admin.get('/api/v1/integrations/people')).body.values.verifiers;
const teamsOf = async (user: string, { admin }: Bank): Promise<Json> =>
  (await admin.get(`/users/${user}/user-teams`)).body;

/** Organizations in which a session may work. */
const slugsOf = ({ organizations }: Json): readonly string[] => organizations.map(({ slug }: Json) => slug);

/** Somebody who has come in by the directory of ACME, from the test in which they do. */
let inside: () => TestClient;

t.test('a directory that is saved is a way to sign in, of its organization alone', async (t) => {
  t.equal((await save(fieldsOf(directory))).status, 200);
  t.strictSame(await namedWays(acme), ['ldap']);
  t.match(await chooser(acme), { status: 200, text: /E-mail and password[^]*Staff directory/ });
  t.equal(await namedWays(beta), undefined);
  t.notMatch((await chooser(beta)).text, /Staff directory/);
  t.match(await enter('m.keller', { to: beta }), { status: 303, headers: { location: /^\/auth\/login/ } });
  t.equal((await acme.admin.put('/api/v1/integrations/people', { values: { verifiers: [] } })).status, 200);
  t.equal((await save({ userFilter: '(uid=*)' })).status, 200);
  t.strictSame(await namedWays(acme), [], 'who takes it out by hand is not overruled by a later change');
  t.equal((await acme.admin.put('/api/v1/integrations/people', { values: { verifiers: ['ldap'] } })).status, 200);
});

t.test('without a rule that fits a page says whom to ask, and there is nobody new', async (t) => {
  const page = await enter('m.keller');
  t.match(page, {
    status: 403,
    text: /Staff directory knows you as Martina Keller,.*at ACME yet\. Ask Ada Admin \(.+@acme\.example\)/,
  });
  t.notOk(page.headers['set-cookie']);
  const { entryUUID } = people.get('m.keller');
  t.equal((await acme.admin.get(`/users?authProviderUserId=${entryUUID}`)).status, 404);
});

t.test('a rule names a team and one of its roles, and stands where it can be asked', async (t) => {
  const { schema } = (await acme.admin.get(at)).body.collections[0];
  const { team, role } = schema.properties;
  const staff = team.oneOf.find((one: Json) => one.const === acme.staffTeam);
  t.ok(staff?.title);
  t.ok(role.oneOf.some((one: Json) => one.const === acme.roles.clerk && one['x-with'].team === acme.staffTeam));
  t.notOk(JSON.stringify(schema).includes(beta.staffTeam));

  const add = (values: object, who: TestClient = acme.admin) => who.post(rules, { values });
  const clerk = { team: acme.staffTeam, role: acme.roles.clerk };
  const fault = (pointer: string, detail: RegExp) => ({ status: 422, body: { errors: [{ pointer, detail }] } });
  t.match(await add({ ...clerk, filter: '(uid=' }), fault('/values/filter', /character 6/));
  t.match(await add({ ...clerk, team: beta.staffTeam }), fault('/values/team', /no team/));
  t.match(await add({ ...clerk, role: acme.roles.client }), fault('/values/role', /no role of this team/));
  await acme.grant('clerk', manageIntegrations, true);
  t.match(await add({ ...clerk, role: acme.roles.admin }, acme.clerk), { status: 403 }, 'nobody gives what they lack');
  await acme.grant('clerk', manageIntegrations, false);

  const audit = await add({ ...clerk, filter: '(memberOf=cn=audit,ou=groups,dc=larkfield,dc=example)' });
  t.match(audit, { status: 201, body: { values: { summary: /: \(memberOf=cn=audit,/ } } });
  const members = (await acme.admin.get(`/users/${acme.client.id}/user-teams`)).body[0];
  const all = await add({ team: members.teamId, role: acme.roles.client });
  t.match(all, { status: 201, body: { values: { summary: /: everybody$/ } } });
  t.match(await add(clerk), fault('/values/filter', /a rule above takes everybody/));
  const first = `${rules}/${audit.body.id}`;
  t.match(await acme.admin.put(first, { values: { filter: null } }), fault('/values/filter', /rules below/));
});

t.test('the first rule that fits gives a team, once; the same person stays the same by any name', async (t) => {
  const { entryUUID: subject } = people.get('s.groesser');
  const issuer = `urn:dossier:organization:${acme.organization}:password.ldap`;
  const unproven = { name: 'Sören', email: null, emailVerified: false };
  // State that a process leaves which is killed before the team is given.
  const before = await platform.service(People).enter({ issuer, subject, ...unproven });
  const [audit, other, ...twice] = await Promise.all([
    enter('G.Weber', { password: 'welcome-g.weber' }),
    enter('m.keller'),
    enter('s.groesser'),
    enter('s.groesser'),
  ]);
  t.match(
    [audit, other, ...twice].map(({ status }) => status),
    [303, 303, 303, 303],
  );
  const [greta, martina, ...soeren] = await Promise.all([audit, other, ...twice].map(meOf));
  t.match(greta, { user: { name: 'Greta Weber', emailVerified: false }, organization: { slug: 'acme' } });
  t.equal(greta.user.authProviderUserId, people.get('g.weber').entryUUID);
  t.match(await teamsOf(greta.user.id, acme), [{ teamId: acme.staffTeam, teamRoleId: acme.roles.clerk }]);
  t.equal(martina.user.email, '', 'what is no address is none');
  t.match(await teamsOf(martina.user.id, acme), [{ teamRoleId: acme.roles.client, status: 'active' }]);
  t.strictSame(
    soeren.map(({ user }) => user.id),
    [before.id, before.id],
  );
  inside = () => sessionOf(twice[0]!);
  t.equal((await teamsOf(soeren[0].user.id, acme)).length, 1, 'two at once are let in once');
  t.match((await sessionOf(audit).get('/api/v1/identities')).body, [{ title: 'Staff directory' }]);

  people.rename('g.weber', 'g.lindholm');
  people.change('g.lindholm', { cn: 'Greta Lindholm' });
  people.add({ ...people.get('m.keller'), uid: 'g.weber', cn: 'Gerd Weber', groups: [], password: 'welcome-g.weber' });
  const [{ id: membership }] = await teamsOf(martina.user.id, acme);
  t.equal((await acme.admin.delete(`/api/v1/user-teams/${membership}`)).status, 204);
  const [renamed, heir, removed] = await Promise.all([
    enter('g.lindholm', { password: 'welcome-g.weber' }),
    enter('g.weber'),
    enter('m.keller'),
  ]);
  t.match(await meOf(renamed), { user: { id: greta.user.id, name: 'Greta Lindholm' } });
  t.match(await meOf(heir), { user: { name: 'Gerd Weber' } });
  t.not((await meOf(heir)).user.id, greta.user.id, 'who takes over a name is somebody else');
  t.match(removed, { status: 403, text: /Ask Ada Admin/ }, 'who was removed stays out');
});

t.test('an address or a name that somebody else has opens nothing of theirs', async (t) => {
  t.equal((await beta.admin.put(at, { values: fieldsOf(directory) })).status, 200);
  t.equal((await beta.admin.post(rules, { values: { team: beta.staffTeam, role: beta.roles.clerk } })).status, 201);
  const [ada, elena, there] = await Promise.all([
    enter('a.lindqvist'),
    enter('e.vasquez'),
    enter('s.groesser', { to: beta }),
  ]);
  const me = await meOf(ada);
  t.not(me.user.id, acme.officer.id);
  t.match(me, { user: { email: acme.officer.email, emailVerified: false } });
  t.strictSame(slugsOf(me), ['acme']);
  t.match((await acme.officer.get('/api/v1/session')).body.user, { id: acme.officer.id, emailVerified: true });
  t.strictSame(slugsOf(await meOf(elena)), ['acme']);
  t.equal((await sessionOf(elena).post('/api/v1/session/organization', { slug: 'beta' })).status, 404);
  const trail: Json[] = (await acme.admin.get('/api/v1/audit?limit=200&type=people/signed-in@1')).body;
  const says = (who: string) =>
    trail
      .find(({ actor }) => actor.name === who)
      ?.sentence.map(({ text }: Json) => text)
      .join('');
  t.match(says('Ada Lindqvist'), /Another account here has the same e-mail address/);
  t.equal(says('Elena Vásquez'), 'Elena Vásquez signed in.', 'of accounts elsewhere nobody here learns');

  const { user, ...rest } = await meOf(there);
  t.strictSame(slugsOf(rest), ['beta']);
  t.not(
    user.id,
    (await inside().get('/api/v1/session')).body.user.id,
    'the same name in two organizations is two people',
  );
});

t.test('a hostile name is one exact search, and its password is tried on nobody', async (t) => {
  const searches = directory.searches.length;
  const binds = directory.binds.length;
  const names = ['*', '*)(objectClass=*', 'admin)(|(uid=*', 'm.keller\0', String.raw`\2a`, 'uid=m.keller,ou=people'];
  const long = 'x'.repeat(400);
  t.equal((await enter('x'.repeat(10_000))).status, 413);
  for (const { status } of await Promise.all([...names, long].map((name) => enter(name, { password: 'welcome' }))))
    t.equal(status, 422);
  const exact = String.raw`\2a\29\28objectClass=\2a`;
  const asked = directory.searches.slice(searches).map(({ filter }) => filter);
  t.equal(asked.length, names.length, 'and what is longer than any name is not asked about');
  t.ok(asked.includes(`(&(uid=*)(|(uid=${exact})(sAMAccountName=${exact})(userPrincipalName=${exact})))`));
  t.ok(directory.binds.slice(binds).every(({ dn }) => dn === directory.bindDn));
});

t.test('wrong passwords are tried once each, and then not any more', async (t) => {
  const binds = () => directory.binds.filter(({ dn }) => dn.startsWith('uid=o.haugen')).length;
  const guesses = ['   ', 'guess 1', 'guess 2', 'guess 3', 'guess 4'];
  const tries = await Promise.all(guesses.map((password) => enter('o.haugen', { password })));
  t.ok(tries.every(({ status }) => status === 422));
  t.equal(binds(), 4, 'a blank password is not asked about');
  t.match(await enter('o.haugen'), { status: 429, text: /too many tries/ });
  t.equal(binds(), 4, 'the directory shuts nobody out for it');
});

t.test('a directory that is away is a sentence; the first try after it is back succeeds', async (t) => {
  await directory.stop();
  t.match(await enter('i.petrova'), {
    status: 503,
    headers: { 'retry-after': '30' },
    text: /Staff directory does not answer at the moment[^]*Sign in another way/,
  });
  t.equal((await inside().get('/api/v1/session')).status, 200, 'who is in goes on');
  t.match(await chooser(acme), { status: 200, text: /E-mail and password/ }, 'and others get in');
  await directory.start();
  const role = `/api/v1/teams/${beta.staffTeam}/roles/${beta.roles.clerk}`;
  t.equal((await beta.admin.delete(role)).status, 204);
  const [back, roleless] = await Promise.all([enter('i.petrova'), enter('i.petrova', { to: beta })]);
  t.equal(back.status, 303);
  t.match(roleless, { status: 403, text: /Ask Ada Admin/ }, 'a rule whose role is gone lets nobody in');
  t.match((await beta.admin.get(rules)).body, [{ values: { summary: /, a role that is gone: everybody$/ } }]);
});

t.test('Disconnect takes it out and keeps the people', async (t) => {
  const { user } = (await inside().get('/api/v1/session')).body;
  const teams = await teamsOf(user.id, acme);
  await acme.grant('client', manageIntegrations, true);
  t.match(await inside().delete(at), { status: 422, body: { errors: [{ detail: /you would be shut out/ }] } });
  t.strictSame(await namedWays(acme), ['ldap']);
  t.equal((await acme.admin.delete(at)).status, 204);
  t.strictSame(await namedWays(acme), []);
  t.match(await inside().get('/api/v1/organization'), { status: 403, body: { code: 'sign-in-not-accepted' } });
  t.strictSame(await teamsOf(user.id, acme), teams);
  t.equal((await save(fieldsOf(directory))).status, 200);
  t.match(await meOf(await enter('s.groesser')), { user: { id: user.id } });
});
