import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { t } from '@dossier/core/testing/t';
import { Type } from 'typebox';
import type { TSchema } from 'typebox';
import { loadConfiguration, SettingsError, variableOf } from '../index.ts';
import type { SettingFault } from '../index.ts';

const plugins = [
  {
    id: 'credit-check',
    config: Type.Object({
      bureauUrl: Type.String({ format: 'uri' }),
      tries: Type.Integer({ default: 3 }),
      apiSecret: Type.Optional(Type.String({ secret: true })),
    }),
  },
  { id: 'plain' },
];
const good = { CREDIT_CHECK_BUREAU_URL: 'https://bureau.example/v1' };

const refusal = (
  env: Record<string, string>,
  of: Parameters<typeof loadConfiguration>[0]['plugins'] = plugins,
  faults: readonly SettingFault[] = [],
): SettingsError => {
  try {
    loadConfiguration({ env, plugins: of, faults });
  } catch (error) {
    if (error instanceof SettingsError) return error;
    throw error;
  }
  throw new Error('the configuration was accepted');
};

t.test('without any setting the defaults of an embedded installation hold', async (t) => {
  const { process: settings, plugins: own } = loadConfiguration({ env: good, plugins });
  t.match(settings, { PORT: 3000, HOST: '127.0.0.1', DATA_DIR: './data', TRUST_PROXY: false });
  t.equal(settings.DATABASE_URL, undefined);
  t.same(own.get('credit-check'), { bureauUrl: 'https://bureau.example/v1', tries: 3 });
  t.same(own.get('plain'), {});
});

t.test('every fault is reported at once, with the name of its variable', async (t) => {
  const error = refusal({
    PORT: 'eighty',
    PUBLIC_URL: 'https://dossier.example/path',
    MQTT_URL: 'http://broker',
    DEMO: 'yes',
    CREDIT_CHECK_TRIES: 'many',
  });
  t.same(error.faults.map((fault) => fault.name).sort(), [
    'CREDIT_CHECK_BUREAU_URL',
    'CREDIT_CHECK_TRIES',
    'DEMO',
    'MQTT_URL',
    'PORT',
    'PUBLIC_URL',
  ]);
  t.match(error.message, /CREDIT_CHECK_BUREAU_URL: is missing/);
  t.match(error.message, /PUBLIC_URL: must be an origin such as/);
});

t.test('one mistake is reported once, however many rules it breaks', async (t) => {
  const reported = (env: Record<string, string>, config: TSchema = plugins[0]!.config!): readonly string[] =>
    refusal({ ...good, ...env }, [{ id: 'credit-check', config }]).faults.map(
      ({ name, detail }) => `${name}: ${detail}`,
    );
  t.same(reported({ LOG_LEVEL: 'loud' }), ['LOG_LEVEL: must be one of fatal, error, warn, info, debug, silent.']);
  const address = Type.Object({
    bureauUrl: Type.String({ format: 'uri', pattern: '^https?://', description: 'A web address, https://….' }),
  });
  t.same(
    reported({ CREDIT_CHECK_BUREAU_URL: 'bureau' }, address),
    ['CREDIT_CHECK_BUREAU_URL: must be a URL.'],
    'not its pattern as well',
  );
  t.same(reported({ CREDIT_CHECK_BUREAU_URL: 'ftp://bureau.example' }, address), [
    'CREDIT_CHECK_BUREAU_URL: is not written as expected: A web address, https://….',
  ]);
  const either = Type.Object({
    bureauUrl: Type.Optional(Type.String()),
    level: Type.Union([Type.Integer(), Type.Null()]),
  });
  t.same(reported({ CREDIT_CHECK_LEVEL: 'high' }, either), ['CREDIT_CHECK_LEVEL: must be a whole number or null.']);
  const secret = Type.Object({ bureauUrl: Type.String(), key: Type.String({ secret: true }) });
  t.match(
    reported({ CREDIT_CHECK_KEY_FILE: '/nowhere/key' }, secret),
    [/^CREDIT_CHECK_KEY_FILE: cannot be read/],
    'and is not missing as well',
  );
  t.equal(reported({ CREDIT_CHECK_KEY_FILE: '/nowhere/key' }, secret).length, 1);
  t.same(reported({ OPERATOR_TOKEN: 'short', POOL_SIZE: '1', TRUST_PROXY: 'maybe', PORT: '70000' }), [
    'PORT: must be at most 65535.',
    'OPERATOR_TOKEN: needs at least 24 characters.',
    'TRUST_PROXY: must be true or false.',
    'POOL_SIZE: must be at least 2.',
  ]);
});

t.test('a default that is an object is completed by the defaults of its members, as one that is given', async (t) => {
  const mail = Type.Object({
    server: Type.Object(
      { host: Type.String({ default: 'localhost' }), port: Type.Integer({ default: 25 }) },
      { default: {} },
    ),
  });
  const read = (env: Record<string, string>): unknown =>
    loadConfiguration({ env, plugins: [{ id: 'post', config: mail }] }).plugins.get('post');
  t.same(read({}), { server: { host: 'localhost', port: 25 } });
  t.same(read({ POST_SERVER: '{"port":2525}' }), { server: { host: 'localhost', port: 2525 } });
  t.match(
    refusal({ POST_SERVER: '{"port":"many"}' }, [{ id: 'post', config: mail }]).message,
    /POST_SERVER: must be a whole number \(port\)\./,
  );
});

t.test('what a schema says of several members together holds too', async (t) => {
  const both = Type.Object(
    { user: Type.Optional(Type.String()), password: Type.Optional(Type.String()) },
    { dependentRequired: { user: ['password'] } },
  );
  t.match(
    refusal({ POST_USER: 'ada' }, [{ id: 'post', config: both }]).message,
    /POST_PASSWORD: is missing: POST_USER is set, and needs it\./,
  );
  t.same(
    loadConfiguration({
      env: { POST_USER: 'ada', POST_PASSWORD: 'secret' },
      plugins: [{ id: 'post', config: both }],
    }).plugins.get('post'),
    { user: 'ada', password: 'secret' },
  );
});

t.test('private networks are addresses and ranges, separated by commas', async (t) => {
  for (const networks of ['10.1.0.0/16', '10.1.0.7, fd00::/8'])
    t.equal(
      loadConfiguration({ env: { ...good, OUTBOUND_PRIVATE_NETWORKS: networks }, plugins }).process
        .OUTBOUND_PRIVATE_NETWORKS,
      networks,
    );
  for (const networks of ['10.1.0.0/33', 'office', '10.1.0.0/16,', '10.1.0.0/16/1', 'fd00::/129'])
    t.match(
      refusal({ ...good, OUTBOUND_PRIVATE_NETWORKS: networks }).message,
      /OUTBOUND_PRIVATE_NETWORKS: must be addresses or CIDR ranges/,
      networks,
    );
});

t.test('the environment wins over the file, and the file over the defaults', async (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'dossier-config-'));
  t.teardown(() => rmSync(folder, { recursive: true }));
  const file = join(folder, 'dossier.json');
  writeFileSync(
    file,
    JSON.stringify({
      PORT: 8080,
      HOST: '0.0.0.0',
      plugins: { 'credit-check': { bureauUrl: 'https://file.example', tries: 7 } },
    }),
  );
  const { process: settings, plugins: own } = loadConfiguration({
    env: { DOSSIER_CONFIG: file, PORT: '9090' },
    plugins,
  });
  t.match(settings, { PORT: 9090, HOST: '0.0.0.0' });
  t.same(own.get('credit-check'), { bureauUrl: 'https://file.example', tries: 7 });
});

t.test('a secret is refused in the configuration file and read from a file of its own', async (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'dossier-config-'));
  t.teardown(() => rmSync(folder, { recursive: true }));
  const file = join(folder, 'dossier.json');
  writeFileSync(file, JSON.stringify({ DATABASE_URL: 'postgres://u:p@h/d', unknown: 1 }));
  const error = refusal({ ...good, DOSSIER_CONFIG: file });
  t.match(error.message, /DATABASE_URL: is a secret and does not belong in the configuration file/);
  t.match(error.message, /unknown: is not a setting/);
  t.notMatch(error.message, /u:p@h/, 'the secret itself is not repeated');
  const secret = join(folder, 'database-url');
  writeFileSync(secret, 'postgres://user:word@db.example/dossier\n');
  t.equal(
    loadConfiguration({ env: { ...good, DATABASE_URL_FILE: secret }, plugins }).process.DATABASE_URL,
    'postgres://user:word@db.example/dossier',
  );
  t.match(refusal({ ...good, DATABASE_URL_FILE: join(folder, 'absent') }).message, /DATABASE_URL_FILE: cannot be read/);
  const key = Buffer.alloc(32, 7).toString('base64');
  const keyFile = join(folder, 'previous-key');
  writeFileSync(keyFile, `${key}\n`);
  t.match(
    loadConfiguration({ env: { ...good, SECRET_KEY: key, SECRET_KEY_PREVIOUS_FILE: keyFile }, plugins }).process,
    { SECRET_KEY: key, SECRET_KEY_PREVIOUS: key },
  );
  const inFile = join(folder, 'keys.json');
  writeFileSync(inFile, JSON.stringify({ SECRET_KEY: key, SECRET_KEY_PREVIOUS: key }));
  const reported = refusal({ ...good, DOSSIER_CONFIG: inFile }).message;
  for (const name of ['SECRET_KEY', 'SECRET_KEY_PREVIOUS'])
    t.match(reported, new RegExp(`${name}: is a secret and does not belong in the configuration file`));
  t.notMatch(reported, key);
});

t.test('settings of a plugin that is not installed are named', async (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'dossier-config-'));
  t.teardown(() => rmSync(folder, { recursive: true }));
  const file = join(folder, 'dossier.json');
  writeFileSync(file, JSON.stringify({ plugins: { gone: { a: 1 } } }));
  t.match(refusal({ ...good, DOSSIER_CONFIG: file }).message, /plugins\.gone: no plugin of this id is installed/);
  const unloaded = { name: 'DOSSIER_PLUGINS', detail: 'gone cannot be loaded.' };
  t.same(
    refusal({ DOSSIER_CONFIG: file }, plugins, [unloaded]).faults,
    [unloaded, { name: 'CREDIT_CHECK_BUREAU_URL', detail: 'is missing.' }],
    'but not when it may be the one that could not be loaded',
  );
});

t.test('the variable of a plugin setting is its id and member in capitals', async (t) => {
  t.equal(variableOf('workflow-handlers', 'bureauUrl'), 'WORKFLOW_HANDLERS_BUREAU_URL');
});

t.test('the login that migrates goes with the one that serves', async (t) => {
  t.match(refusal({ ...good, DATABASE_ADMIN_URL: 'postgres://owner@db/dossier' }).faults, [
    { name: 'DATABASE_URL', detail: /^is missing, though DATABASE_ADMIN_URL is set/ },
  ]);
  t.same(
    refusal({ ...good, DATABASE_ADMIN_URL: 'postgres://owner@db/dossier', DATABASE_URL: 'nonsense' }).faults.map(
      ({ name }) => name,
    ),
    ['DATABASE_URL'],
    'and one mistake is reported once',
  );
});
