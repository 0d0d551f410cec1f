/** How the process begins and ends: what it refuses, what it takes over, and that it leaves nothing half done. */
import { once } from 'node:events';
import { request } from 'node:http';
import { createServer } from 'node:net';
import { join } from 'node:path';
import pg from 'pg';
import { t } from '@dossier/core/testing/t';
import type { Test } from 'tap';
import { eventually, stopwatch } from '../../core/testing/waiting.ts';
import { demoData } from '../servers/demo-data.ts';
import { bare, launch, runToEnd, startDossier } from '../servers/dossier.ts';
import { freePort } from '../servers/daemon.ts';
import { startPostgres } from '../servers/postgres.ts';
import { stored, submitter } from './submissions.ts';
import { chance } from './support.ts';

const dossier = await startDossier({ DATA_DIR: await demoData() });
t.teardown(() => dossier.remove());

type Ended = Awaited<ReturnType<typeof runToEnd>>;

/** Ended by itself, in words for an operator. */
function refused(t: Test, { code, signal, printed }: Ended, ...words: readonly RegExp[]): void {
  t.equal(code, 1, `exit code 1 (${signal ?? 'no signal'})`);
  for (const word of words) t.match(printed, word);
  t.notMatch(printed, /^\s+at .+:\d+/m, 'no stack trace');
}

t.test('a second process on the same data is refused, and the first goes on', async (t) => {
  refused(
    t,
    await dossier.command('start'),
    /DATA_DIR|data directory/,
    new RegExp(`in use by process ${dossier.child.process.pid} `),
  );
  t.equal((await fetch(`${dossier.demo.baseUrl}/health/ready`)).status, 200);
});

t.test('wrong settings are reported all at once, by name', async (t) => {
  const wrong = {
    PORT: 'abc',
    PUBLIC_URL: 'https://dossier.example/path',
    DATABASE_URL: 'mysql://host/db',
    MQTT_URL: 'http://host',
    SECRET_KEY: 'short',
    LOG_LEVEL: 'loud',
    POOL_SIZE: '1',
    TRUST_PROXY: 'maybe',
    WORKFLOW_HANDLERS_BUREAU_TIMEOUT: '5',
  };
  refused(
    t,
    await runToEnd([], { ...bare(dossier.dataDir), ...wrong }),
    ...Object.keys(wrong).map((name) => new RegExp(`^  ${name}: `, 'm')),
  );
});

t.test('plugins that cannot be loaded are named, together with what is wrong with the settings', async (t) => {
  const wrong = {
    DOSSIER_PLUGINS: '@dossier/no-such-plugin,@dossier/nor-this',
    PORT: 'abc',
    WORKFLOW_HANDLERS_BUREAU_TIMEOUT: '5',
  };
  refused(
    t,
    await runToEnd([], { ...bare(dossier.dataDir), ...wrong }),
    /^  DOSSIER_PLUGINS: K_PLUGIN_NOT_LOADED: @dossier\/no-such-plugin /m,
    /^  DOSSIER_PLUGINS: K_PLUGIN_NOT_LOADED: @dossier\/nor-this /m,
    /^  PORT: /m,
    /^  WORKFLOW_HANDLERS_BUREAU_TIMEOUT: /m,
  );
});

t.test('a database that cannot be reached ends the start', async (t) => {
  const port = await freePort();
  refused(
    t,
    await runToEnd([], {
      ...bare(`${dossier.dataDir}/other`),
      DATABASE_URL: `postgres://nobody@127.0.0.1:${port}/none`,
    }),
    new RegExp(`^  DATABASE_URL: no database answers at 127\\.0\\.0\\.1:${port} `, 'm'),
  );
});

t.test(
  'a promise that a plugin let go of ends nothing; what nobody catches ends the process in order, with its reason',
  async (t) => {
    await dossier.stop();
    await dossier.restart({ DOSSIER_PLUGINS: new URL('./stray-plugin.ts', import.meta.url).href });
    const started = dossier.child;
    const stray = (how: string): Promise<number> =>
      fetch(`${dossier.demo.baseUrl}/stray`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ how }),
      }).then(({ status }) => status);
    t.equal(await stray('reject'), 200);
    await eventually('the log names it', () => /"level":50.*Nobody awaits this/.test(started.printed()));
    t.equal((await fetch(`${dossier.demo.baseUrl}/health/ready`)).status, 200, 'the rest is served');
    await stray('throw').catch(() => undefined);
    t.same(await started.ended, { code: 1, signal: null });
    t.match(started.printed(), /"level":60.*Nobody catches this/);
    // From here on it says more, which a test below reads.
    await dossier.restart({ DOSSIER_PLUGINS: undefined, LOG_LEVEL: 'info' });
    t.equal((await fetch(`${dossier.demo.baseUrl}/health/ready`)).status, 200, 'its data are free for the next');
  },
);

t.test('a request in flight is answered before the process ends', async (t) => {
  const { baseUrl, apiKey, samples } = dossier.demo;
  const body = JSON.stringify({
    ...samples.clean,
    applicants: [{ type: 'PRIMARY', firstName: 'Last', lastName: 'Moment', email: 'last@partner.example' }],
  });
  const slow = request(`${baseUrl}/api/v1/applications`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      'content-length': Buffer.byteLength(body),
      'x-api-key': apiKey,
      expect: '100-continue',
    },
  });
  const answered = new Promise<object>((resolve, reject) =>
    slow
      .once('response', ({ statusCode, headers: { connection } }) => resolve({ statusCode, connection }))
      .once('response', (answer) => answer.resume())
      .once('error', reject),
  );
  await Promise.all([once(slow, 'continue'), Promise.resolve(slow.flushHeaders())]);
  slow.write(body.slice(0, 10));
  const stopping = stopwatch();
  const stopped = dossier.stop();
  stopped.catch(() => undefined);
  await eventually('new requests are refused', () =>
    fetch(`${baseUrl}/health/live`).then(
      (answer) => answer.status === 503,
      () => true,
    ),
  );
  slow.end(body.slice(10));
  t.same(
    await answered,
    { statusCode: 201, connection: 'close' },
    'and the answer asks the client not to keep its connection, which would hold it up',
  );
  const sinceAnswer = stopwatch();
  await stopped;
  t.comment(`ended ${stopping()} after SIGTERM, ${sinceAnswer()} after the last answer`);
  await dossier.restart();
  t.equal((await stored(dossier.demo)).length, 1, 'what was answered is there');
});

t.test('one Ctrl-C, which npm passes on a second time, does not cut off what is in flight', async (t) => {
  const { baseUrl, apiKey } = dossier.demo;
  const slow = request(`${baseUrl}/api/v1/applications`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'content-length': 2, 'x-api-key': apiKey, expect: '100-continue' },
  });
  const answered = once(slow, 'response');
  await Promise.all([once(slow, 'continue'), Promise.resolve(slow.flushHeaders())]);
  const { child } = dossier;
  // Two of one kind could arrive as one.
  for (const signal of ['SIGINT', 'SIGTERM'] as const) child.process.kill(signal);
  await eventually('it is stopping', () => /"signal":"SIG/.test(child.printed()));
  await eventually('new requests are refused', () =>
    fetch(`${baseUrl}/health/live`).then(
      (answer) => answer.status === 503,
      () => true,
    ),
  );
  slow.end('{}');
  const [answer] = await answered;
  answer.resume();
  t.equal(answer.statusCode, 422, 'its body was read to the end');
  t.same(await child.ended, { code: 0, signal: null });
  await dossier.restart({ LOG_LEVEL: 'error' });
});

t.test('under load it ends cleanly, and every answer that was given holds', async (t) => {
  const partner = submitter(dossier, { chance: chance(), outsideTemplate: dossier.demo.samples.clean.templateId });
  const load = partner.many(6);
  await eventually('some are acknowledged', () => partner.sent.filter(({ id }) => id !== null).length > 20);
  partner.close();
  const stopping = stopwatch();
  await dossier.stop();
  t.comment(`ended ${stopping()} after SIGTERM, with ${partner.sent.length} submissions so far`);
  await dossier.restart();
  partner.open();
  await load.enough();
  const there = new Set((await stored(dossier.demo)).map(({ id }) => id));
  t.same(
    partner.sent.filter(({ id }) => !there.has(id)),
    [],
  );
  t.equal(there.size, partner.sent.length + 1);
  t.same(
    [...new Set(partner.sent.flatMap(({ refusals }) => refusals))].filter((status) => status !== 0 && status !== 503),
    [],
    'what came too late was refused as unavailable',
  );
});

t.test('the lock of a process that was killed is taken over', async (t) => {
  await dossier.kill9();
  await dossier.restart();
  t.equal((await fetch(`${dossier.demo.baseUrl}/health/ready`)).status, 200);
});

t.test('a port that is taken ends the start, and leaves the data free', async (t) => {
  await dossier.stop();
  const taken = createServer().listen(0, '127.0.0.1');
  await once(taken, 'listening');
  const address = taken.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  refused(
    t,
    await runToEnd([], { ...bare(dossier.dataDir), PORT: String(port) }),
    new RegExp(`^  PORT: ${port} is in use on HOST 127\\.0\\.0\\.1\\. .*another PORT\\.$`, 'm'),
  );
  taken.close();
});

t.test('a database that is newer than the code is refused, and left as it is', async (t) => {
  const version = (migrations: number): Readonly<Record<string, string>> => ({
    ...bare(dossier.dataDir),
    DOSSIER_PLUGINS: new URL(`./aging-plugin.ts?migrations=${migrations}`, import.meta.url).href,
  });
  // On the data that the start with the taken port has left.
  const newer = await launch(version(2));
  t.equal((await newer.stop()).code, 0);
  refused(t, await runToEnd([], version(1)), /newer than this code/, /"0002-version-2" of "aging"/);
  await dossier.restart();
  t.ok((await stored(dossier.demo)).length > 0, 'and without the plugin it starts as before');
  await dossier.stop();
});

/** What is reported of each variable, one sentence after another. */
const reportOf = (t: Test, end: Ended): readonly string[] => {
  refused(t, end, /^The configuration is not valid:$/m);
  return end.printed
    .split('\n')
    .filter((line) => /^ {2}[A-Z_]+: /.test(line))
    .map((line) => line.trim());
};

t.test('a folder that cannot be used is reported under DATA_DIR', async (t) => {
  const file = join(t.testdir({ file: '' }), 'file');
  for (const [folder, why] of [
    [file, 'is a file, or stands below one'],
    [`${file}/below`, 'is a file, or stands below one'],
    ...(process.platform === 'linux' ? ([['/proc/nope', 'cannot be made there']] as const) : []),
  ] as const) {
    t.same(reportOf(t, await runToEnd([], bare(folder))), [
      `DATA_DIR: "${folder}" ${why}. Name a folder that this process may write.`,
    ]);
  }
});

t.test('an address on which nobody can listen is reported under HOST', async (t) => {
  const told = async (env: Readonly<Record<string, string>>): Promise<readonly string[]> =>
    reportOf(t, await runToEnd([], { ...bare(dossier.dataDir), ...env }));
  t.match(await told({ HOST: 'nope.invalid' }), [/^HOST: "nope\.invalid" is no name of this machine/]);
  t.match(await told({ HOST: '192.0.2.1' }), [/^HOST: "192\.0\.2\.1" is no address of this machine/]);
});

t.test('what is wrong around the process is reported all at once, without user and password', async (t) => {
  const end = await runToEnd([], {
    ...bare(join(t.testdir({ file: '' }), 'file')),
    HOST: '192.0.2.1',
    DATABASE_URL: 'postgres://ada:topsecret@nope.invalid/dossier',
    DATABASE_ADMIN_URL: `postgres://owner:topsecret@127.0.0.1:${await freePort()}/dossier`,
  });
  t.match(reportOf(t, end), [
    /^DATA_DIR: /,
    /^DATABASE_URL: the host of nope\.invalid:5432 is not found/,
    /^DATABASE_ADMIN_URL: no database answers at 127\.0\.0\.1:\d+ \(ECONNREFUSED\)/,
    /^HOST: /,
  ]);
  t.notMatch(end.printed, /topsecret|ada|owner/);
});

const server = await startPostgres();
t.teardown(() => server?.stop());

t.test('a database that refuses the start is reported under DATABASE_URL, without user and password', async (t) => {
  if (!server) return t.comment('No PostgreSQL here.');
  const { env, url: served } = await server.createDatabase('refusing');
  const given = new URL(served);
  const told = async (
    change: (url: URL) => void,
    name: keyof typeof env = 'DATABASE_URL',
  ): Promise<readonly string[]> => {
    const url = new URL(env[name]);
    change(url);
    const end = await runToEnd([], { ...bare(t.testdirName), ...env, [name]: url.href });
    t.notMatch(end.printed, /topsecret|nobody/);
    return reportOf(t, end);
  };
  t.same(
    await told((url) => {
      url.pathname = '/none';
    }),
    [`DATABASE_URL: the database server at ${given.host} has no database "none". Create it, or correct its name.`],
  );
  t.same(
    await told((url) => {
      url.username = 'nobody';
      url.password = 'topsecret';
    }, 'DATABASE_ADMIN_URL'),
    [`DATABASE_ADMIN_URL: the database server at ${given.host} refuses the user or the password. Correct them.`],
  );
});

t.test('a login that may not provide the roles gets the commands that do', async (t) => {
  if (!server) return t.comment('No PostgreSQL here.');
  const { superUrl } = await server.createDatabase('unprepared');
  const url = new URL(superUrl);
  const client = new pg.Client({ connectionString: url.href });
  await client.connect();
  await client.query(`create role plain login password 'plain'`);
  await client.query('alter database unprepared owner to plain');
  await client.end();
  url.username = url.password = 'plain';
  refused(
    t,
    await runToEnd([], { ...bare(t.testdirName), DATABASE_URL: url.href }),
    /^K_MAY_NOT_MIGRATE /m,
    /config\/deploy\/roles\.sql/,
  );
});
