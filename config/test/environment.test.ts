import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { t } from '@dossier/core/testing/t';
import { Type } from 'typebox';
import type { TObject } from 'typebox';
import { loadConfiguration, namesIn, ProcessSettings, SettingsError, variableOf } from '../index.ts';
import type { Configuration, SettingFault } from '../index.ts';

const bureau = {
  id: 'credit-check',
  config: Type.Object({
    tries: Type.Optional(Type.Integer()),
    list: Type.Optional(Type.Array(Type.String())),
    key: Type.Optional(Type.String({ secret: true })),
  }),
};
const load = (env: Readonly<Record<string, string>>): Configuration => loadConfiguration({ env, plugins: [bureau] });
const faultsOf = (env: Readonly<Record<string, string>>): readonly SettingFault[] => {
  try {
    load(env);
    return [];
  } catch (error) {
    if (error instanceof SettingsError) return error.faults;
    throw error;
  }
};
const variablesOf = (
  schema: TObject,
  nameOf: (member: string) => string,
): readonly { name: string; secret: boolean }[] =>
  Object.entries(schema.properties).map(([member, property]) => ({
    name: nameOf(member),
    secret: 'secret' in property && property.secret === true,
  }));
const ofProcess = variablesOf(ProcessSettings, (member) => member);
const ofPlugin = variablesOf(bureau.config, (member) => variableOf(bureau.id, member));

t.test(
  'a name that is set but empty is a fault of that name, whatever the setting, and nothing else is said of it',
  async (t) => {
    for (const { name, secret } of [...ofProcess, ...ofPlugin, { name: 'DOSSIER_CONFIG', secret: false }]) {
      for (const text of ['', '  ', '\n']) {
        t.match(faultsOf({ [name]: text }), [{ name, detail: /^is set, but empty/ }], name);
        if (secret)
          t.match(faultsOf({ [`${name}_FILE`]: text }), [{ name: `${name}_FILE`, detail: /^is set, but empty/ }], name);
      }
    }
    const faults: SettingFault[] = [];
    t.same(namesIn('DOSSIER_PLUGINS', { DOSSIER_PLUGINS: ' , ' }, faults), []);
    t.match(faults, [{ name: 'DOSSIER_PLUGINS', detail: /^is set, but empty/ }]);
    t.same(namesIn('DOSSIER_PLUGINS', { DOSSIER_PLUGINS: 'one, two' }, faults), ['one', 'two']);
  },
);

t.test('a secret comes from one place, and from a file that says something', async (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'dossier-config-'));
  t.teardown(() => rmSync(folder, { recursive: true }));
  const [empty, good] = [join(folder, 'empty'), join(folder, 'good')];
  writeFileSync(empty, ' \n');
  writeFileSync(good, 'postgres://user:word@db.example/dossier\n');
  t.match(faultsOf({ DATABASE_URL_FILE: empty }), [{ name: 'DATABASE_URL_FILE', detail: /which is empty/ }]);
  t.match(faultsOf({ DATABASE_URL_FILE: good, DATABASE_URL: 'postgres://other@db.example/dossier' }), [
    { name: 'DATABASE_URL_FILE', detail: /^is set together with DATABASE_URL/ },
  ]);
  t.match(faultsOf({ PORT_FILE: good }), [{ name: 'PORT_FILE', detail: /only secrets come from a file\. Set PORT\./ }]);
  t.equal(load({ DATABASE_URL_FILE: good }).process.DATABASE_URL, 'postgres://user:word@db.example/dossier');
});

t.test('a slip in a name of ours is refused with the name that was meant, unless that one is set too', async (t) => {
  for (const [slip, meant] of [
    ['DATABSE_URL', 'DATABASE_URL'],
    ['DATABASE_ULR', 'DATABASE_URL'],
    ['database_url', 'DATABASE_URL'],
    ['DOSSIER_DATABASE_URL', 'DATABASE_URL'],
    ['DATABASE_ULR_FILE', 'DATABASE_URL'],
    ['PUBLICURL', 'PUBLIC_URL'],
    ['SECRETKEY', 'SECRET_KEY'],
    ['OPERATOR_TOKN', 'OPERATOR_TOKEN'],
    ['TRUST_PROXI', 'TRUST_PROXY'],
    ['DOSSIER_PLUGIN', 'DOSSIER_PLUGINS'],
    ['CREDIT_CHECK_TRYS', 'CREDIT_CHECK_TRIES'],
  ] as const) {
    t.match(
      faultsOf({ [slip]: 'x' }),
      [{ name: slip, detail: new RegExp(`^is not a setting\\. Write ${meant} if`) }],
      slip,
    );
  }
  t.match(load({ DATABSE_URL: 'x', DATABASE_URL: 'postgres://u@h/d' }).notes, [
    { name: 'DATABSE_URL', refused: false },
  ]);
});

t.test('a name that only begins like ours is reported, and names of others are not mentioned', async (t) => {
  t.match(load({ CREDIT_CHECK_BUREAU: 'x', DOSSIER_MODE: 'x' }).notes, [
    { name: 'CREDIT_CHECK_BUREAU', detail: /nothing reads it/ },
    { name: 'DOSSIER_MODE' },
  ]);
  t.same(
    load({
      PATH: '/bin',
      HOME: '/',
      HOSTNAME: 'n1',
      POST: '1',
      HOSTS: 'x',
      MAIL: '/var/mail/x',
      PGPASSWORD: 'x',
      NODE_ENV: 'production',
      npm_config_port: '1',
      DOSSIER_REQUIRE_SERVERS: '1',
    }).notes,
    [],
  );
});

t.test('what Kubernetes says of a Service is of others, whatever the Service is called', async (t) => {
  const of = (service: string) => ({
    [`${service}_PORT`]: 'tcp://10.0.0.1:80',
    [`${service}_SERVICE_HOST`]: '10.0.0.1',
    [`${service}_SERVICE_PORT`]: '80',
    [`${service}_SERVICE_PORT_HTTP`]: '80',
    ...Object.fromEntries(['', '_ADDR', '_PORT', '_PROTO'].map((part) => [`${service}_PORT_80_TCP${part}`, 'x'])),
  });
  for (const service of ['DOSSIER', 'CREDIT_CHECK', 'DATABASE']) t.same(load(of(service)).notes, [], service);
  t.match(
    faultsOf({ DOSSIER_PORT: '3000' }),
    [{ name: 'DOSSIER_PORT', detail: /Write PORT if/ }],
    'what was meant is reported as before',
  );
});

t.test('an address whose password would be taken for a host is refused, and nothing of it is repeated', async (t) => {
  for (const password of ['12/34', '12?34', '12#34', 'a@b', 'a%zz', '/', 'x/y@z']) {
    for (const [name, address] of [
      ['DATABASE_URL', `postgres://user:${password}@db.example/dossier`],
      ['MQTT_URL', `mqtt://user:${password}@broker.example`],
    ] as const) {
      const [fault, ...more] = faultsOf({ [name]: address });
      t.match(fault, { name, detail: /%2F/ }, address);
      t.same(more, []);
      t.notOk(fault!.detail.includes(password) && password.length > 1, 'not the password');
    }
  }
  for (const address of [
    'postgres://u:a%2Fb%40c@db.example:5432/dossier?sslmode=verify-full',
    'postgresql://db/dossier',
    'postgres://u:p%25@[::1]/d',
  ])
    t.same(faultsOf({ DATABASE_URL: address }), [], address);
});
