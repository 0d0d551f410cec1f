/** Inspections of a real OpenLDAP: plain, StartTLS and ldaps, with an authority made here. */
import { t } from '@dossier/core/testing/t';
import { startSlapd } from '../../../test/servers/slapd.ts';
import type { SlapdServer } from '../../../test/servers/slapd.ts';
import { authority } from './certificates.ts';
import { signInPage, rules, stage, trust } from './stage.ts';

const ca = await authority();
trust(ca.cert);
const uids = Array.from({ length: 450 }, (_, i) => `p${i}`);
const servers = await Promise.all([
  startSlapd({ uids, twins: ['p9'], tls: await ca.issue({ names: ['127.0.0.1'] }) }),
  startSlapd({ uids, tls: await (await authority()).issue({ names: ['127.0.0.1'] }) }),
  startSlapd({ uids, sizeLimit: 300 }),
]);
const [known, foreign, plain] = servers;
t.teardown(() => Promise.all(servers.map((one) => one?.stop())));
const skip = servers.includes(null);

const fields = (server: SlapdServer, serverUrl = server.secureUrl) => ({
  serverUrl,
  bindDn: server.bindDn,
  bindPassword: server.bindPassword,
  usersDn: server.usersDn,
  userFilter: '(objectClass=inetOrgPerson)',
});

t.test('connect, test, save, badge, sign in; down and up again', { skip }, async (t) => {
  if (!known || !foreign) return;
  const { platform, acme, tried, save, read, pass } = await stage();
  t.teardown(() => platform.stop());
  for (const url of [known.secureUrl, known.url]) {
    const { states, body } = await tried(fields(known, url));
    t.equal(states, 'pppppp', url);
    t.match(body.steps[5].detail, /^451, for example p\d+, p\d+, p\d+$/);
  }
  for (const [what, values, states, reason] of [
    ['an unknown authority', fields(foreign), 'ppf---', /authority/],
    ['the same by StartTLS', fields(foreign, foreign.url), 'ppf---', /authority/],
    ['a wrong password', { ...fields(known), bindPassword: 'not-it' }, 'pppf--', /\(49\)/],
    ['no DN', { ...fields(known), bindDn: 'nobody' }, 'pppf--', /\(34\)/],
    ['no such Users DN', { ...fields(known), usersDn: 'ou=x,dc=slapd,dc=example' }, 'ppppf-', /\(32\)/],
    ['a filter that finds nobody', { ...fields(known), userFilter: String.raw`(uid=\2a)` }, 'pppppf', /nobody/],
  ] as const) {
    const { states: found, failed } = await tried(values);
    t.equal(found, states, what);
    t.match(failed, { detail: reason }, what);
  }
  t.match(await save({ ...fields(known), bindPassword: 'not-it' }), { status: 422 });
  t.match(await save(fields(known)), { status: 200, body: { values: { keycloakComponentId: String } } });
  t.match((await read()).badge, { ok: true, text: 'Connected' });
  const { send, meOf } = signInPage(platform);
  const everybody = { team: acme.staffTeam, role: acme.roles.clerk };
  t.equal((await acme.admin.post(rules, { values: everybody })).status, 201);
  const [first, again, ...wrong] = await Promise.all([
    send(acme, 'p7', 'p7'),
    send(acme, 'P7', 'p7'),
    send(acme, 'p7', 'p8'),
    send(acme, '*', 'p7'),
    send(acme, 'p7)(uid=*', 'p7'),
    send(acme, 'p9', 'p9'),
    send(acme, 'p9', 'twin'),
  ]);
  const { user } = await meOf(first);
  t.match(user, { name: 'p7', email: 'p7@slapd.example', authProviderUserId: /^[0-9a-f]{8}-[0-9a-f-]{27}$/ });
  t.equal((await meOf(again)).user.id, user.id);
  t.strictSame(
    wrong.map(({ status }) => status),
    [422, 422, 422, 422, 422],
  );
  await known.kill9();
  await pass(6);
  t.match(await read(), { state: 'failing', badge: { text: 'The server does not answer' } });
  await known.start();
  await pass(6);
  t.match((await read()).badge, { ok: true });
});

t.test(
  'without encryption where the operator allows it, and of many people as many as it gives',
  { skip },
  async (t) => {
    if (!foreign || !plain) return;
    const closed = await stage();
    t.teardown(() => closed.platform.stop());
    t.match(await closed.tried(fields(plain, plain.url)), { states: 'ppf---', failed: { detail: /does not offer/ } });
    const { platform, tried } = await stage({ LDAP_ALLOW_PLAIN: 'true' });
    t.teardown(() => platform.stop());
    t.match(
      await tried(fields(foreign, foreign.url)),
      { states: 'ppf---' },
      'it offers TLS, which then has to be right',
    );
    const { states, body } = await tried(fields(plain, plain.url));
    t.equal(states, 'pppppp');
    t.match(body.steps[5].detail, /^more than \d+, for example p/);
  },
);
