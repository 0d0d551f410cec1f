/** A directory is set up: tested step by step, saved when all of it passes, and looked at from then on. */
import { t } from '@dossier/core/testing/t';
import { bank } from '@dossier/core/testing';
import { startDirectory } from '@dossier/ldap-simulator/testing';
import { authority, selfSigned } from './certificates.ts';
import { at, fieldsOf, stage, trust } from './stage.ts';

const ca = await authority();
trust(ca.cert);
const issued = await ca.issue({ names: ['127.0.0.1'], until: new Date('2099-05-04T12:00:00Z') });
const secured = await startDirectory({ tls: issued, secure: true });
const { platform, logged, acme, tried, save, read, pass } = await stage();
const beta = await bank(platform, 'beta');
t.teardown(() => platform.stop());
t.teardown(() => secured.close());
const good = fieldsOf(secured);

t.test('the form has six fields, and the id that nobody enters', async (t) => {
  const { schema, state, test } = await read();
  t.match({ state, test }, { state: 'not-set-up', test: true });
  t.strictSame(
    Object.entries<{ title: string; readOnly?: boolean }>(schema.properties)
      .filter(([, { readOnly }]) => !readOnly)
      .map(([name, { title }]) => [name, title]),
    [
      ['serverUrl', 'Server URL'],
      ['keycloakLdapUrl', 'Keycloak-side LDAP URL'],
      ['bindDn', 'Bind DN'],
      ['bindPassword', 'Bind password'],
      ['usersDn', 'Users DN'],
      ['userFilter', 'User filter'],
    ],
  );
});

t.test('a test goes through every step, lets the account sign in once, and saves nothing', async (t) => {
  const { body, states } = await tried({
    ...good,
    userFilter: '(memberOf=cn=audit,ou=groups,dc=larkfield,dc=example)',
  });
  t.match(body, { ok: true });
  t.equal(states, 'pppppp');
  t.match(body.steps, [
    { title: 'The address may be used' },
    { title: 'The server answers', detail: secured.url.slice('ldaps://'.length) },
    { title: 'The certificate is valid', detail: 'until 4 May 2099' },
    { title: 'The Bind DN can sign in' },
    { title: 'The Users DN exists' },
    { title: 'The filter finds people', detail: /^\d+, for example \S+, \S+, \S+$/ },
  ]);
  t.strictSame(secured.binds, [{ dn: secured.bindDn, ok: true }]);
  t.match(await read(), { state: 'not-set-up', version: 0, badge: null, values: { keycloakComponentId: null } });
});

t.test('what passes is saved, with an id and a badge; what does not pass is not', async (t) => {
  t.match(await save({ ...good, keycloakComponentId: 'mine' }), {
    status: 422,
    body: { errors: [{ pointer: '/values/keycloakComponentId', code: 'read-only' }] },
  });
  t.match(await save({ ...good, bindPassword: 'not-it' }), {
    status: 422,
    body: { errors: [{ pointer: '/values/bindPassword', detail: /wrong name or password \(49\)/ }] },
  });
  t.match(await save({ ...good, usersDn: 'ou=nobody,dc=larkfield,dc=example' }), {
    status: 422,
    body: { errors: [{ pointer: '/values/usersDn', detail: /no such entry \(32\)/ }] },
  });
  t.match(await read(), { state: 'not-set-up', version: 0 });
  const saved = await save({ ...good, keycloakLdapUrl: '' });
  t.match(saved, {
    status: 200,
    body: { state: 'set-up', badge: { ok: true, text: 'Connected' }, values: { bindPassword: { set: true } } },
  });
  t.notMatch(saved.text, /read-only"/, 'the password is masked');
  const { keycloakComponentId: id } = saved.body.values;
  t.match(id, /^[0-9a-f-]{36}$/);
  const [ofTwo, other] = await Promise.all([save({ userFilter: '(uid=*)' }), save({ userFilter: '(uid=*)' })]);
  for (const { status, body } of [ofTwo, other])
    t.match({ status, body }, { status: 200, body: { values: { keycloakComponentId: id } } });
  t.match(await save({ userFilter: good['userFilter'], keycloakComponentId: id }), { status: 200 }, 'as it is shown');
  t.match((await beta.admin.get(at)).body, { state: 'not-set-up', values: { keycloakComponentId: null } });
  for (const answer of [
    await acme.clerk.get(at),
    await acme.clerk.put(at, { values: good }),
    await acme.clerk.post(`${at}/test`, { values: good }),
  ])
    t.equal(answer.status, 403);
  t.equal((await beta.admin.put(at, { values: good })).status, 200);
  t.not((await beta.admin.get(at)).body.values.keycloakComponentId, id);
  t.equal((await beta.admin.delete(at)).status, 204);
  t.match((await beta.admin.get(at)).body, { state: 'not-set-up', badge: null, values: { keycloakComponentId: null } });
  t.equal((await read()).values.keycloakComponentId, id);
});

t.test('what is wrong in itself is said at its field and never sent, all of it at once', async (t) => {
  const connections = secured.connections();
  const wrong = {
    serverUrl: 'http://x',
    keycloakLdapUrl: 'ldap://user:word@x/dc=y',
    bindDn: 'cn=x',
    bindPassword: '  ',
    usersDn: '',
    userFilter: '(uid=',
  };
  for (const answer of [await save(wrong), await acme.admin.post(`${at}/test`, { values: wrong })]) {
    t.equal(answer.status, 422);
    t.strictSame(answer.body.errors.map(({ pointer }: { pointer: string }) => pointer).toSorted(), [
      '/values/bindPassword',
      '/values/keycloakLdapUrl',
      '/values/serverUrl',
      '/values/userFilter',
      '/values/usersDn',
    ]);
    t.match(answer.text, /userFilter is wrong at character 6: one closing bracket is missing/);
  }
  for (const serverUrl of ['ldap://', 'ldap://x:0', 'ldap://x:70000', 'ldaps://x/dc=y', 'ldap://x?y', 'x'])
    t.match(
      await save({ ...good, serverUrl }),
      { status: 422, body: { errors: [{ detail: /is no address/ }] } },
      serverUrl,
    );
  for (const serverUrl of ['', 7, null])
    t.match(await save({ ...good, serverUrl }), { status: 422 }, String(serverUrl));
  t.equal(secured.connections(), connections);
});

t.test('the password goes where it was entered for', async (t) => {
  for (const [name, value] of [
    ['serverUrl', 'ldaps://127.0.0.1:1'],
    ['keycloakLdapUrl', 'ldaps://10.20.0.14:636'],
    ['bindDn', 'cn=other,dc=larkfield,dc=example'],
  ] as const)
    for (const answer of [
      await save({ [name]: value }),
      await acme.admin.post(`${at}/test`, { values: { [name]: value } }),
    ])
      t.match(
        answer,
        { status: 422, body: { errors: [{ pointer: '/values/bindPassword', code: 'secret-again' }] } },
        name,
      );
  t.match(await tried({ userFilter: '(uid=m.keller)' }), { states: 'pppppp' }, 'a filter is no destination');
  t.match(
    await save({ keycloakLdapUrl: 'ldaps://10.20.0.14:636', bindPassword: secured.bindPassword }),
    { status: 200 },
    'the address at which Keycloak reaches it is not called',
  );
});

t.test('each failure is a step with its reason and what to do, and the rest is not tried', async (t) => {
  const other = await ca.issue({ names: ['directory.example'] });
  const expired = await ca.issue({ names: ['127.0.0.1'], until: new Date('2020-01-01') });
  const unknown = await (await authority()).issue({ names: ['127.0.0.1'] });
  const early = await ca.issue({ names: ['127.0.0.1'], from: new Date('2098-01-01') });
  const alone = await selfSigned();
  const directories = await Promise.all([
    startDirectory({ tls: other, secure: true }),
    startDirectory({ tls: expired, secure: true }),
    startDirectory({ tls: unknown, secure: true }),
    startDirectory({ tls: early, secure: true }),
    startDirectory({ tls: alone, secure: true }),
    startDirectory(),
    startDirectory({ tls: unknown }),
    startDirectory({ tls: issued }),
  ]);
  t.teardown(() => Promise.all(directories.map((one) => one.close())));
  const [forOther, old, foreign, tooSoon, ownWord, plain, starts, started] = directories;
  const closed = await startDirectory();
  await closed.close();
  for (const [what, values, states, reason] of [
    ['metadata', { serverUrl: 'ldap://169.254.169.254' }, 'f-----', /does not lead to a server/],
    ['a name that leads nowhere', { serverUrl: 'ldap://nowhere.invalid' }, 'f-----', /does not lead to a server/],
    ['nobody', { serverUrl: closed.url }, 'pf----', /Nobody answers/],
    ['another name', { serverUrl: forOther.url }, 'ppf---', /another name/],
    ['an old certificate', { serverUrl: old.url }, 'ppf---', /expired/],
    ['a certificate of tomorrow', { serverUrl: tooSoon.url }, 'ppf---', /not valid yet/],
    ['one that vouches for itself', { serverUrl: ownWord.url }, 'ppf---', /authority/],
    ['an unknown authority', { serverUrl: foreign.url }, 'ppf---', /authority/],
    ['the same after StartTLS', { serverUrl: starts.url }, 'ppf---', /authority/],
    ['no TLS', { serverUrl: plain.url }, 'ppf---', /does not offer to encrypt/],
    ['TLS where none is', { serverUrl: plain.url.replace('ldap:', 'ldaps:') }, 'ppf---', /No TLS/],
    ['no TLS at first where TLS is', { serverUrl: secured.url.replace('ldaps:', 'ldap:') }, 'ppf---', /broke off/],
    ['a wrong password', { bindPassword: 'not-it' }, 'pppf--', /wrong name or password \(49\)/],
    ['no DN', { bindDn: 'nobody' }, 'pppf--', /\((34|49)\)/],
    ['no such Users DN', { usersDn: 'ou=nobody,dc=larkfield,dc=example' }, 'ppppf-', /no such entry \(32\)/],
    ['nobody with a name to sign in by', { userFilter: '(ou=people)' }, 'pppppf', /a name to sign in by, and an id/],
    ['nobody whom it fits', { userFilter: '(uid=nobody)' }, 'pppppf', /nobody below the Users DN/],
  ] as const) {
    const { states: found, failed } = await tried({ ...good, ...values });
    t.equal(found, states, what);
    t.match(failed, { detail: reason, remedy: /\.$/ }, what);
  }
  t.strictSame(plain.binds, [], 'no password went over a line that is not encrypted');
  const { states, body } = await tried({ ...good, serverUrl: started.url });
  t.equal(states, 'pppppp', 'StartTLS');
  t.match(body.steps[2], { title: 'The certificate is valid' });
  for (const [fault, reached, reason] of [
    ['silent-bind', 'pppf--', /did not answer in time/],
    ['busy', 'ppppf-', /busy \(51\)/],
  ] as const) {
    started.control.next(fault);
    t.match(await tried({ ...good, serverUrl: started.url }), { states: reached, failed: { detail: reason } }, fault);
  }
});

t.test('of a directory that gives no more, as many are counted as it gives', async (t) => {
  secured.control.next('size-limit');
  secured.control.next('size-limit');
  const { states, body } = await tried({ userFilter: '(objectClass=person)' });
  t.equal(states, 'pppppp');
  t.equal(body.steps.at(-1).detail, 'more than 1, for example m.keller');
});

t.test('later trouble turns the badge to its reason, and back', async (t) => {
  const badge = async () => (await read()).badge;
  t.match(await badge(), { ok: true });
  await secured.stop();
  await pass(6);
  t.match(await read(), { state: 'failing', badge: { ok: false, text: 'The server does not answer' } });
  await secured.start();
  await pass(6);
  t.match(await badge(), { ok: true, text: 'Connected' });
  const before = secured.binds.length;
  await pass(1);
  t.equal(secured.binds.length, before, 'every five minutes is often enough');
  secured.control.next('busy-bind');
  await pass(6);
  t.match(await badge(), { ok: false, text: 'The Bind DN cannot sign in' });
  t.match(await tried({ userFilter: '(uid=m.keller)' }), { states: 'pppppp' });
  t.match(await badge(), { ok: false }, 'a test of other values says nothing of these');
  t.match(await tried({}), { states: 'pppppp' });
  t.match(await badge(), { ok: true }, 'one of the stored values does');
});

t.test('settings that do not open any more are looked at as seldom as others', async (t) => {
  await platform.kernel.database.asOwner((owner) =>
    owner.run(`update setting set value = jsonb_set(value, '{bindPassword}', '"x"') where plugin = 'ldap'`),
  );
  const before = secured.connections();
  await pass(6);
  t.match(await read(), { state: 'failing', badge: null });
  t.equal(secured.connections(), before);
  t.notMatch(logged.join(''), /"level":50/, 'no job fails for it, minute after minute');
});
