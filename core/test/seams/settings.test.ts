/** Settings that a plugin computes, judges at saving, has several of, and keeps behind a permission of its own. */
import { t } from '@dossier/core/testing/t';
import { Database, definePlugin, permission, settingCollection, Sockets, Type } from '@dossier/sdk';
import type { SettingFault, SettingRules, SettingsConnecting, SettingValues } from '@dossier/sdk';
import { bank, testPlatform } from '@dossier/core/testing';
import type { Bank, TestPlatform } from '@dossier/core/testing';
import { manageIntegrations, openIntegrations } from '../../platform/settings/contract.ts';
import { AccessAdministration } from '../../platform/access/contract.ts';
import { installationPlan } from '../../boot/installation-plan.ts';

const manageHooks = permission('hooks.manage', {
  title: 'Manage webhooks',
  scope: 'organization',
  gives: [openIntegrations],
});
const hooks = settingCollection('endpoints', {
  title: 'Endpoints',
  one: 'endpoint',
  namedBy: 'name',
  most: 3,
  schema: Type.Object({
    name: Type.String({ title: 'Name', minLength: 1, maxLength: 40 }),
    url: Type.String({ title: 'Address', format: 'uri' }),
    secret: Type.Optional(Type.String({ title: 'Secret', writeOnly: true, minLength: 4 })),
    sentFrom: Type.Optional(Type.String({ title: 'Sent from', readOnly: true })),
  }),
});

const seen: {
  readonly saved: Parameters<NonNullable<SettingRules['saving']>>[0][];
  /** What the plugin does before it computes. */
  asked?: (() => Promise<undefined>) | undefined;
  /** Names that a form offers. */
  offered: () => readonly string[];
} = { saved: [], offered: () => [] };
const webhooks = definePlugin({
  id: 'hooks',
  version: '1.0.0',
  kernel: '^1.0.0',
  needs: { database: Database },
  permissions: [manageHooks],
  settings: Type.Object(
    {
      sender: Type.Optional(Type.String({ title: 'Sender', maxLength: 40 })),
      callback: Type.Optional(Type.String({ title: 'Address to enter there', readOnly: true })),
    },
    { title: 'Webhooks', description: 'Tells others what happens here.' },
  ),
  settingOptions: { permission: manageHooks, collections: [hooks], saving: true },
  setup({ database }, plugin) {
    plugin.settingRules({
      computed: async ({ access, entry, values }) =>
        (await seen.asked?.()) ??
        (entry === null
          ? { callback: `https://here.example/${access.organization}` }
          : { sentFrom: `queue of ${String(values['name'])}` }),
      choices: async () => ({ name: seen.offered().map((one) => ({ const: one, title: one })) }),
      async saving(change) {
        seen.saved.push(change);
        if (change.after?.['sender'] === 'nobody') return [{ pointer: '/sender', detail: 'is nobody; name somebody' }];
        // Reacts in the same transaction: the main settings note how the endpoint is called.
        if (change.entry !== null && change.after?.['name'] === 'explodes')
          await database.write(change.access, async () => {
            throw new Error('The plugin fails.');
          });
        return undefined;
      },
    });
    plugin.start(() => undefined);
    read = (organization) => plugin.settingEntries(hooks, organization);
  },
});
/** Reaches where its values lead before they are stored; a test says how that goes. */
const reached: {
  readonly asked: SettingsConnecting[];
  judged: SettingValues;
  answer: (change: SettingsConnecting) => Promise<void | readonly SettingFault[]>;
} = { asked: [], judged: {}, answer: async () => undefined };
const lines = settingCollection('lines', {
  title: 'Lines',
  one: 'line',
  namedBy: 'name',
  schema: Type.Object({ name: Type.String() }),
});
const line = definePlugin({
  id: 'line',
  version: '1.0.0',
  kernel: '^1.0.0',
  needs: { sockets: Sockets },
  settings: Type.Object({
    host: Type.String({ minLength: 3 }),
    mark: Type.Optional(Type.String()),
    password: Type.String({ writeOnly: true, 'x-sent-by': ['host'] }),
  }),
  settingOptions: {
    judging: true,
    connecting: true,
    collections: [lines],
  },
  setup({ sockets }, plugin) {
    plugin.settingRules({
      judging: ({ values }) =>
        (reached.judged = values)['mark'] === 'odd'
          ? [{ pointer: '/mark', detail: 'is odd at character 1; make it even' }]
          : [],
      async connecting(change) {
        // Refused within a transaction.
        await sockets.look({ host: '192.0.2.1', port: 1 }).catch(({ name }) => t.equal(name, 'HttpError'));
        reached.asked.push(change);
        return reached.answer(change);
      },
    });
  },
});
let read: (organization: string) => Promise<readonly { readonly id: string; readonly values: { url: string } }[]>;

let platform: TestPlatform;
let a: Bank;
let b: Bank;
const url = '/api/v1/integrations/hooks';
const entries = `${url}/collections/endpoints/entries`;
t.before(async () => {
  platform = await testPlatform({ plugins: [webhooks, line] });
  [a, b] = [await bank(platform, 'acme'), await bank(platform, 'beta')];
  for (const { access, roles } of [a, b])
    await platform.service(AccessAdministration).setGrant(access, {
      teamRoleId: roles.admin,
      permission: manageHooks,
      workspace: null,
      granted: true,
    });
});
t.teardown(() => platform.stop());

t.test('a permission of its own opens these settings alone, and that for integrations does not', async (t) => {
  const administration = platform.service(AccessAdministration);
  const may = (which: typeof manageHooks, granted: boolean) =>
    administration.setGrant(a.access, { teamRoleId: a.roles.clerk, permission: which, workspace: null, granted });
  t.match(await a.clerk.get('/api/v1/integrations'), { status: 403 });
  await may(manageIntegrations, true);
  t.match(await a.clerk.get(url), { status: 403, body: { code: 'forbidden', detail: /Manage webhooks/ } });
  t.notOk((await a.clerk.get('/api/v1/integrations')).body.some((one: { plugin: string }) => one.plugin === 'hooks'));
  for (const [method, at] of [
    ['PUT', url],
    ['DELETE', url],
    ['GET', entries],
    ['POST', entries],
    ['PUT', `${entries}/${a.organization}`],
    ['GET', `${entries}/${a.organization}`],
    ['DELETE', `${entries}/${a.organization}`],
  ] as const)
    t.match(
      await a.clerk.request({
        method,
        url: at,
        ...(method === 'PUT' || method === 'POST' ? { payload: { values: { sender: 'Ada' } } } : {}),
      }),
      { status: 403 },
      `${method} ${at}`,
    );
  await may(manageIntegrations, false);
  await may(manageHooks, true);
  t.strictSame(
    (await a.clerk.get('/api/v1/integrations')).body.map(({ plugin }: { plugin: string }) => plugin),
    ['hooks'],
  );
  t.match(await a.clerk.get(url), { status: 200 });
  t.equal((await a.clerk.put(url, { values: { sender: 'Clerk' } })).status, 200);
  await may(manageHooks, false);
  t.match(await a.clerk.get('/api/v1/integrations'), { status: 403 });
  await t.rejects(may(openIntegrations, true), { status: 422, errors: [{ code: 'derived' }] });
});

t.test('what the plugin computes is shown and never stored: sent as it is, or refused with its place', async (t) => {
  const { body } = await a.admin.get(url);
  const callback = `https://here.example/${a.organization}`;
  t.match(body, { values: { callback }, schema: { properties: { callback: { readOnly: true } } } });
  t.match(await a.admin.put(url, { values: { ...body.values, sender: 'Ada' } }), {
    status: 200,
    body: { values: { sender: 'Ada', callback } },
  });
  for (const sent of ['https://elsewhere.example', null, 7])
    t.match(await a.admin.put(url, { values: { callback: sent, sender: 'x'.repeat(41) } }), {
      status: 422,
      body: { errors: [{ pointer: '/values/sender' }, { pointer: '/values/callback', code: 'read-only' }] },
    });
  const stored = await platform.kernel.database.asOwner((owner) =>
    owner.run(`select value from setting where plugin = 'hooks' and "organizationId" = $1`, [a.organization]),
  );
  t.strictSame(
    stored.rows.map(({ value }) => value),
    [{ sender: 'Ada' }],
  );
});

t.test('a form offers what the plugin says; where it cannot say, the member is entered as text', async (t) => {
  const name = async () => (await a.admin.get(url)).body.collections[0].schema.properties.name;
  seen.offered = () => ['Core banking'];
  t.match(await name(), { type: 'string', title: 'Name', oneOf: [{ const: 'Core banking', title: 'Core banking' }] });
  seen.offered = () => {
    throw new Error('The plugin fails.');
  };
  t.notOk(Object.hasOwn(await name(), 'oneOf'));
});

t.test('the plugin judges a change in its transaction: faults with their place, or nothing of it stays', async (t) => {
  t.match(await a.admin.put(url, { values: { sender: 'nobody' } }), {
    status: 422,
    body: { code: 'invalid', errors: [{ pointer: '/values/sender', detail: /is nobody/ }] },
  });
  t.match((await a.admin.get(url)).body, { values: { sender: 'Ada' } });
  t.equal((await a.admin.post(entries, { values: { name: 'explodes', url: 'https://x.example' } })).status, 500);
  t.strictSame((await a.admin.get(entries)).body, []);
  seen.saved.length = 0;
  await a.admin.put(url, { values: { sender: 'Ben' } });
  t.match(seen.saved, [{ collection: null, entry: null, before: { sender: 'Ada' }, after: { sender: 'Ben' } }]);
});

t.test('a collection has entries with addresses and versions of their own, and no more than it may', async (t) => {
  const added = await a.admin.post(entries, {
    values: { name: 'Core banking', url: 'https://one.example', secret: 'canary-word' },
  });
  t.match(added, {
    status: 201,
    headers: { etag: '"1"', location: `${entries}/${added.body.id}` },
    body: { state: 'set-up', version: 1, values: { secret: { set: true }, sentFrom: 'queue of Core banking' } },
  });
  const one = `${entries}/${added.body.id}`;
  t.match(await a.admin.get(one), { headers: { etag: '"1"' }, body: { id: added.body.id } });
  t.match(await b.admin.get(one), { status: 404 }, 'another organization has none of this');
  t.strictSame((await b.admin.get(entries)).body, []);
  t.match(await a.admin.put(one, { values: { url: 'https://moved.example' } }), {
    status: 422,
    body: { errors: [{ pointer: '/values/secret', code: 'secret-again' }] },
  });
  t.match(await a.admin.put(one, { values: { name: 'Core' } }, { 'if-match': '"1"' }), {
    status: 200,
    headers: { etag: '"2"' },
  });
  t.match(await a.admin.put(one, { values: { name: 'Late' } }, { 'if-match': '"1"' }), { status: 412 });
  t.match(await read(a.organization), [{ id: added.body.id, values: { name: 'Core', secret: 'canary-word' } }]);
  t.strictSame(await read(b.organization), []);
  const rest = await Promise.all(
    ['two', 'three', 'four'].map((name) => a.admin.post(entries, { values: { name, url: 'https://x.example' } })),
  );
  t.strictSame(rest.map(({ status }) => status).toSorted(), [201, 201, 409]);
  t.match(rest.find(({ status }) => status === 409)?.body, { code: 'too-many-entries', detail: /Endpoints/ });
  t.strictSame(
    (await a.admin.get(entries)).body.map(({ values }: { values: { name: string } }) => values.name).slice(0, 1),
    ['Core'],
    'the oldest first',
  );
  t.equal((await a.admin.delete(one)).status, 204);
  t.match(await a.admin.get(one), { status: 404 });
  t.match(seen.saved.at(-1), { collection: 'endpoints', entry: added.body.id, after: null });
  t.match(await a.admin.get(`${url}/collections/nowhere/entries`), { status: 404 });
  t.match(await a.admin.get(`${entries}/nothing`), { status: 404 });
  const log = await platform.kernel.database.asOwner((owner) =>
    owner.run(`select after::text, payload from event where "subjectId" = $1 order by seq`, [added.body.id]),
  );
  t.match(log.rows[0], { payload: { plugin: 'hooks', collection: 'endpoints', entry: added.body.id } });
  t.notMatch(JSON.stringify(log.rows), /canary-word/);
});

t.test(
  'while the plugin does not serve, its settings are shown without its values, and nothing is saved',
  async (t) => {
    const undo = platform.kernel.settings.rules.register('hooks', {});
    undo();
    t.match((await a.admin.get(url)).body.values, { sender: 'Ben', callback: null });
    t.match(await a.admin.put(url, { values: { sender: 'Cid' } }), { status: 503, body: { code: 'plugin-not-ready' } });
    await platform.kernel.host.restart('hooks');
    t.equal((await a.admin.put(url, { values: { sender: 'Cid' } })).status, 200);
  },
);

t.test('what values lead to is reached before they are stored, and only what was reached is stored', async (t) => {
  const at = '/api/v1/integrations/line';
  const good = { host: 'one.example', password: 'canary-line' };
  const save = (values: object, version?: number) =>
    a.admin.put(at, { values, ...(version === undefined ? {} : { version }) });
  t.match(await save({ host: 'x', mark: 'odd' }), {
    status: 422,
    body: {
      errors: [
        { pointer: '/values/password' },
        { pointer: '/values/host' },
        { pointer: '/values/mark', detail: /mark is odd/ },
      ],
    },
  });
  t.strictSame(reached.judged, { mark: 'odd' }, 'of what does not fit the schema nobody has to think');
  t.strictSame(reached.asked, [], 'what needs nobody outside comes first, and all of it');
  reached.answer = async () => [{ pointer: '/host', detail: 'is not there' }];
  t.match(await save(good), {
    status: 422,
    body: { errors: [{ pointer: '/values/host', detail: 'host is not there' }] },
  });
  t.match((await a.admin.get(at)).body, { state: 'not-set-up', version: 0 });
  reached.answer = async () => undefined;
  t.match(await save(good), { status: 200, body: { version: 1 } });
  t.match(reached.asked.at(-1), { collection: null, before: null, after: good });
  const before = reached.asked.length;
  t.match(await save({ host: 'one.example' }), { status: 200, body: { version: 1 } });
  t.match(await save({ mark: 'late' }, 7), { status: 412 });
  t.match(await save({ host: 'two.example' }), { status: 422, body: { errors: [{ code: 'secret-again' }] } });
  t.match(await a.admin.put(`${at}/collections/lines/entries/${a.organization}`, { values: { name: 'x' } }), {
    status: 404,
  });
  t.equal(reached.asked.length, before, 'no change, and none that is refused anyway, is asked about');
  // Somebody else is quicker while this one is still being reached.
  reached.answer = async ({ after }) => {
    reached.answer = async () => undefined;
    if (after['mark'] === 'slow') t.equal((await save({ mark: 'quick' })).status, 200);
  };
  t.match(await save({ mark: 'slow' }), { status: 200, body: { version: 3 } }, 'the same member: what was reached');
  reached.answer = async () => {
    reached.answer = async () => undefined;
    t.equal((await save({ host: 'two.example', password: 'another' })).status, 200);
  };
  t.match(await save({ mark: 'of one.example' }), { status: 412, body: { code: 'stale' } });
  t.match((await a.admin.get(at)).body.values, { host: 'two.example', mark: 'slow' });
  t.equal((await a.admin.delete(at)).status, 204, 'what is taken away leads nowhere');
});

t.test('what cannot be is a fault of the plan, with a way out', (t) => {
  const base = { version: '1.0.0', kernel: '^1.0.0', setup: () => undefined };
  const unknown = permission('elsewhere.manage', { title: 'Elsewhere', scope: 'organization' });
  const granted = permission('tried.other', { title: 'Other', scope: 'organization' });
  const inWorkspaces = permission('here.manage', { title: 'Here' });
  const collection = (id: string, schema = hooks.schema, namedBy = 'name', most = 3) => ({
    ...hooks,
    id,
    schema,
    namedBy,
    most,
  });
  const deep = Type.Object({ name: Type.String(), at: Type.Object({ key: Type.String({ writeOnly: true }) }) });
  const codesOf = (spec: object): readonly string[] =>
    installationPlan([{ spec: { ...base, id: 'tried', ...spec } }], '1.2.0').problems.flatMap(({ code, plugin }) =>
      plugin === 'tried' ? code : [],
    );
  const settings = Type.Object({});
  t.strictSame(codesOf({ settings: Type.Object({ a: Type.String({ readOnly: true }) }) }), ['K_READ_ONLY_MEMBER']);
  t.strictSame(codesOf({ settingOptions: { collections: [hooks] } }), ['K_NO_SETTINGS']);
  t.strictSame(codesOf({ settings, settingOptions: { permission: unknown } }), ['K_UNDECLARED_PERMISSION']);
  t.strictSame(codesOf({ settings, permissions: [inWorkspaces], settingOptions: { permission: inWorkspaces } }), [
    'K_SETTINGS_PERMISSION',
  ]);
  t.strictSame(codesOf({ settings, settingOptions: { collections: [hooks, hooks] } }), ['K_DUPLICATE_COLLECTION']);
  t.strictSame(codesOf({ settings, settingOptions: { collections: [collection('x', deep)] } }), ['K_DEEP_SECRET']);
  for (const one of [
    collection('Not kebab'),
    collection('x', hooks.schema, 'nowhere'),
    collection('x', hooks.schema, 'secret'),
    collection('x', hooks.schema, 'name', 0),
  ])
    t.strictSame(codesOf({ settings, settingOptions: { collections: [one] } }), ['K_BAD_COLLECTION']);
  t.strictSame(
    codesOf({
      permissions: [granted, permission('tried.manage', { title: 'T', scope: 'organization', gives: [granted] })],
    }),
    ['K_GIVES_GRANTED'],
  );
  t.end();
});

t.test('while a plugin computes no transaction is open, and one that never ends is not waited for', async (t) => {
  // On the embedded database, which has one connection, this would wait for ever within a transaction.
  seen.asked = async () => {
    await platform.kernel.database.database.lookUp(async () => undefined);
    return undefined;
  };
  t.match(await a.admin.get(url), { status: 200, body: { values: { callback: String } } });
  const { values } = (await a.admin.get(url)).body;
  t.match(await a.admin.put(url, { values: { ...values, sender: 'Grace' } }), {
    status: 200,
    body: { values: { sender: 'Grace', callback: String } },
  });
  const endpoint = { name: 'late', url: 'https://late.example/' };
  const made = await a.admin.post(entries, { values: endpoint });
  t.match(made, { status: 201, body: { values: { sentFrom: String } } });
  t.equal((await a.admin.get(entries)).status, 200);
  seen.asked = () => new Promise(() => undefined);
  t.match(await a.admin.get(url), { status: 200, body: { values: { sender: 'Grace', callback: null } } });
  seen.asked = undefined;
  t.equal((await a.admin.delete(`${entries}/${made.body.id}`)).status, 204);
});
