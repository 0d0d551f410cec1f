import { t } from '@dossier/core/testing/t';
import { definePlugin, EventLog, perOrganization, Problem, Type } from '@dossier/sdk';
import { bank, eventually, logged, testPlatform } from '@dossier/core/testing';
import type { Bank, TestPlatform } from '@dossier/core/testing';
import { settingsChanged } from '../../facilities/events/settings-changed.ts';

const Directory = perOrganization<{
  readonly url: string;
  readonly password: string | undefined;
  readonly built: number;
}>('directory/connection@1');
let built = 0;
let closed = 0;
const directory = definePlugin({
  id: 'directory',
  version: '1.0.0',
  kernel: '^1.0.0',
  provides: [Directory],
  settings: Type.Object(
    {
      url: Type.String({ format: 'uri', default: 'ldap://none.example' }),
      retries: Type.Integer({ default: 3, minimum: 0, maximum: 5 }),
      password: Type.Optional(Type.String({ writeOnly: true, minLength: 4 })),
    },
    { additionalProperties: false },
  ),
  setup(_needs, plugin) {
    plugin.provide(Directory, async (organization) => {
      const { url, password } = await plugin.settings(organization);
      return {
        url,
        password,
        built: ++built,
        [Symbol.dispose]: () => {
          closed++;
        },
      };
    });
  },
});

let platform: TestPlatform;
let a: Bank;
let b: Bank;
t.before(async () => {
  platform = await testPlatform({ plugins: [directory] });
  [a, b] = [await bank(platform, 'acme'), await bank(platform, 'beta')];
});
t.teardown(() => platform.stop());
const write = (who: Bank, values: Readonly<Record<string, unknown>>): Promise<unknown> =>
  platform.kernel.settings.change(directory.spec, who.access, values);
const connection = (who: Bank) => platform.kernel.host.organizationService(Directory, who.organization);

t.test('settings reach the plugin, and a change drops what was built for that organization alone', async (t) => {
  t.match(await connection(a), { url: 'ldap://none.example', password: undefined });
  const other = await connection(b);
  await write(a, { url: 'ldap://acme.example', password: 'first-secret' });
  t.match(await connection(a), { url: 'ldap://acme.example', password: 'first-secret' });
  t.ok(closed > 0, 'the old connection is closed');
  t.equal(await connection(b), other);
});

t.test('a secret is sealed at rest, kept when it is left out, removed by null, and shown to nobody', async (t) => {
  await write(a, { retries: 2 });
  t.match(await connection(a), { url: 'ldap://acme.example', password: 'first-secret' });
  await write(a, { url: 'ldap://new.example', password: 'second-secret' });
  const everything = await platform.kernel.database.asOwner(async (owner) =>
    JSON.stringify([
      (await owner.run('select value::text from setting')).rows,
      (await owner.run('select before::text, after::text, payload::text from event')).rows,
    ]),
  );
  t.match(everything, /v2\./);
  t.notMatch(everything, /first-secret|second-secret/);
  await logged(platform);
  const log = await platform.service(EventLog).of(a.access, { subject: { type: 'settings', id: 'directory' } });
  t.match(
    log.map(({ title, after }) => [title, after]),
    [
      ['Settings were changed', { url: 'ldap://acme.example', password: '(secret)' }],
      ['Settings were changed', { retries: 2 }],
      ['Settings were changed', { url: 'ldap://new.example', password: '(secret)' }],
    ],
  );
  await write(a, { password: null });
  t.match(await connection(a), { url: 'ldap://new.example', password: undefined });
  await write(a, { url: null });
  t.match(await connection(a), { url: 'ldap://none.example' }, 'the default');
});

t.test('a sealed secret that is moved to another organization does not open', async (t) => {
  await write(a, { password: 'moved-secret' });
  await write(b, { password: 'own-secret' });
  await platform.kernel.database.asOwner((owner) =>
    owner.run(
      'update setting set value = (select value from setting where "organizationId" = $1 and plugin = $3) where "organizationId" = $2 and plugin = $3',
      [a.organization, b.organization, 'directory'],
    ),
  );
  await t.rejects(platform.kernel.host.dropOrganization(b.organization, 'directory').then(() => connection(b)));
});

t.test('bad settings change nothing, and every fault is reported', async (t) => {
  await write(a, { url: 'ldap://good.example', password: 'moved-secret' });
  const refusal: unknown = await write(a, { url: 'nonsense', retries: 9, password: 'x', __other: 1 }).catch(
    (error: unknown) => error,
  );
  t.match(refusal, { status: 422, code: 'invalid' });
  t.same(Problem.is(refusal) && refusal.errors.map(({ pointer }) => pointer).sort(), [
    '/values/__other',
    '/values/password',
    '/values/retries',
    '/values/url',
  ]);
  t.match(await connection(a), { url: 'ldap://good.example', password: 'moved-secret' });
  await t.rejects(
    platform.kernel.settings.change(
      definePlugin({ id: 'plain', version: '1.0.0', kernel: '*', setup() {} }).spec,
      a.access,
      {},
    ),
    /nothing here/,
  );
});

t.test('a change that was written on another node is heard in the log', async (t) => {
  const c = await bank(platform, 'gamma');
  const before = await connection(c);
  // What another node does: the row and its event, without this node's own call.
  await platform.kernel.database.database.write(c.access, async () =>
    platform.kernel.backends.emit(
      settingsChanged,
      c.access,
      { subject: { type: 'settings', id: 'directory' } },
      { plugin: 'directory' },
    ),
  );
  const after = await eventually(
    'what was built is built anew',
    () => connection(c),
    (now) => now !== before,
  );
  t.not(after, before);
});
