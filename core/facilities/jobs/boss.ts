/** pg-boss on the database that is already open: it keeps jobs durable, we decide when to fetch and how to run them. */
import { PgBoss, TestClock, fromPglite } from 'pg-boss';
import type { ConstructorOptions } from 'pg-boss';
import type { Clock, Job, Log } from '@dossier/sdk';
import { JOBS, QUEUE_CONNECTIONS, sessionOptions } from '../database/index.ts';
import type { DatabaseLimits, OpenDatabase } from '../database/index.ts';
import { deadQueue, queueOptions } from './queues.ts';

const SCHEMA = 'pgboss';
const TEST_CLOCK = `${SCHEMA}.__pgboss_test_clock`;

export interface Boss {
  readonly queue: PgBoss;
  /** Brings pg-boss's idea of now to the injected clock's; nothing to do with the system's clock. */
  followClock(): Promise<void>;
}

/** Creates what is missing (as the owner), then opens the queue with the rights of `app_jobs`. */
export async function openBoss(o: {
  database: OpenDatabase;
  jobs: readonly Job<unknown>[];
  clock: Clock | undefined;
  log: Log;
}): Promise<Boss> {
  const testClock = o.clock ? new TestClock(o.clock.now()) : undefined;
  const common: ConstructorOptions = {
    schedule: false,
    useListenNotify: false,
    superviseIntervalSeconds: 5,
    monitorIntervalSeconds: 5,
    maintenanceIntervalSeconds: 3600,
    flowIntervalSeconds: 3600,
    ...(testClock ? { clock: testClock, supervise: false } : {}),
  };
  const queue =
    'pglite' in o.database.connection
      ? new PgBoss({
          ...common,
          db: fromPglite(o.database.connection.pglite),
          backend: 'pglite',
          superviseIntervalSeconds: 30,
          monitorIntervalSeconds: 30,
        })
      : serverQueue(o.database.connection, common, testClock !== undefined);
  queue.on('error', (error) => o.log.error({ reason: error.message }, 'The job queue reports an error.'));
  queue.on('warning', (warning) => o.log.warn({ data: warning.data }, warning.message));
  await startOrInstall(queue, o.database, common);
  if (await ensureQueues(queue, o.jobs, o.database.engine)) {
    // Its cache must know every queue: enqueueing inside a transaction must never look one up on a second connection.
    await queue.stop({ close: false, graceful: false });
    await queue.start();
    await grant(o.database);
  } else if (testClock) await grant(o.database);
  return {
    queue,
    async followClock() {
      const now = o.clock?.time();
      if (testClock && now !== undefined && testClock.now() !== now) await testClock.setTime(now);
    },
  };
}

/**
 * As long as everybody else waits for the database; and what it gives up on, the server has given up before. pg-boss
 * hands these on to its pool of `pg`.
 */
const patience = (
  { statement, lock, answer, connect }: DatabaseLimits,
  more: Readonly<Record<string, string>> = {},
) => ({
  connectionTimeoutMillis: connect,
  query_timeout: answer,
  keepAlive: true,
  options: sessionOptions({ statement_timeout: statement, lock_timeout: lock, ...more }),
});

/**
 * On a server the running queue has the rights of `app_jobs` and cannot change its schema. A clock moved by a test
 * replaces a function of the schema, which only the owner may.
 */
const serverQueue = (
  connection: { url: string; adminUrl: string; limits: DatabaseLimits },
  common: ConstructorOptions,
  asOwner: boolean,
): PgBoss =>
  asOwner
    ? new PgBoss({
        ...common,
        connectionString: connection.adminUrl,
        max: QUEUE_CONNECTIONS,
        ...patience(connection.limits),
      })
    : new PgBoss({
        ...common,
        connectionString: connection.url,
        max: QUEUE_CONNECTIONS,
        createSchema: false,
        migrate: false,
        ...patience(connection.limits, { role: JOBS }),
      });

/** The first start, and the first one of a newer version, find no schema that fits: then the owner makes it. */
async function startOrInstall(queue: PgBoss, database: OpenDatabase, common: ConstructorOptions): Promise<void> {
  const { connection } = database;
  if ('pglite' in connection) {
    await queue.start();
    return;
  }
  try {
    await queue.start();
  } catch {
    await database.asOwner(async () => {
      const installer = new PgBoss({
        ...common,
        connectionString: connection.adminUrl,
        supervise: false,
        max: 1,
        ...patience(connection.limits),
      });
      await installer.start();
      await installer.stop({ graceful: false });
    });
    await grant(database);
    await queue.stop({ graceful: false });
    await queue.start();
  }
}

/** True when a queue was added or changed. */
async function ensureQueues(
  boss: PgBoss,
  jobs: readonly Job<unknown>[],
  engine: OpenDatabase['engine'],
): Promise<boolean> {
  const there = new Map((await boss.getQueues()).map((queue) => [queue.name, queue]));
  let changed = false;
  for (const job of jobs) {
    const { name, options } = queueOptions(job, engine);
    const dead = deadQueue(name);
    const found = there.get(name);
    if (
      found &&
      Object.entries(options).every(([key, value]) =>
        Object.entries(found).some(([own, is]) => own === key && is === value),
      )
    )
      continue;
    changed = true;
    // Dead letters stay for a year: somebody has to look at them.
    if (!there.has(dead))
      await boss.createQueue(dead, { retentionSeconds: 365 * 86_400, deleteAfterSeconds: 365 * 86_400 });
    if (found) await boss.updateQueue(name, { ...options, deadLetter: dead });
    else await boss.createQueue(name, { ...options, deadLetter: dead, policy: 'short' });
  }
  return changed;
}

/** The application may add jobs and see that they are there; what they hold is for the queue alone. */
async function grant(database: OpenDatabase): Promise<void> {
  await database.asOwner(async (owner) => {
    await owner.run(`grant usage on schema ${SCHEMA} to app_rw, app_jobs`);
    await owner.run(`grant select, insert, update, delete on all tables in schema ${SCHEMA} to app_jobs`);
    await owner.run(`grant usage on all sequences in schema ${SCHEMA} to app_jobs`);
    await owner.run(`grant execute on all functions in schema ${SCHEMA} to app_rw, app_jobs`);
    await owner.run(`grant select on ${SCHEMA}.queue to app_rw`);
    // There only while a test moves the clock.
    const { rows } = await owner.run(`select to_regclass('${TEST_CLOCK}') is not null as moved`);
    if (rows[0]?.['moved'] === true) await owner.run(`grant select on ${TEST_CLOCK} to app_rw`);
    await owner.run(
      `grant insert, select (id, name, state, policy, start_after, singleton_key), update (priority) on ${SCHEMA}.job_common to app_rw`,
    );
  });
}
