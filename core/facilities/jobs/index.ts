/**
 * Durable work: enqueued with the change that causes it, run at least once, retried with growing pauses, kept as a dead
 * letter when it fails for good.
 */
import { systemClock } from '@dossier/sdk';
import type { Clock, Job, Log, OrganizationId, Schedule } from '@dossier/sdk';
import { DatabaseError, current, outside } from '../database/index.ts';
import type { OpenDatabase } from '../database/index.ts';
import { createLoop } from '../events/index.ts';
import { openBoss } from './boss.ts';
import { deadLetters } from './dead-letters.ts';
import type { DeadLetters } from './dead-letters.ts';
import { enqueuer } from './enqueue.ts';
import type { Enqueueing } from './enqueue.ts';
import { pump } from './pump.ts';
import type { Handler, Pump } from './pump.ts';
import { queueName } from './queues.ts';
import { schedules } from './schedules.ts';

export type { BareRun, Handler } from './pump.ts';
export { jobTables } from './tables.ts';

export interface Jobs extends DeadLetters {
  /**
   * In the open transaction; throws `K_NO_TRANSACTION` without one and `K_JOB_PAYLOAD` for a payload that does not fit.
   */
  enqueue(job: Job<unknown>, organization: OrganizationId | null, payload: unknown, o?: Enqueueing): Promise<void>;
  /**
   * Registers the handler of a kind of job, which is code of `plugin`; the returned function takes it away and waits
   * for what runs.
   */
  work(job: Job<unknown>, handler: Handler, plugin?: string): () => Promise<void>;
  /** Begins to fetch, and to watch schedules. Enqueueing works before. */
  start(): Promise<void>;
  /** Lets running handlers end for ten seconds; what is left is tried again at the next start. */
  stop(): Promise<void>;
  /**
   * For tests: fires due schedules and runs what is due by the injected clock, and what that causes, until nothing is
   * left. Tells how many attempts were begun since the drain before, by it or by themselves.
   */
  drain(): Promise<number>;
}

const POLL_MILLISECONDS = 2_000;
const GRACE_MILLISECONDS = 10_000;

/**
 * Call after {@link OpenDatabase.migrate}; the database must have {@link jobTables} among its kernel tables.
 * `clock` is given by tests only: the queue then lives by it instead of by the system's clock. So is `wait`, for the
 * time between two looks at the queue, which goes on where that clock stands still.
 */
export async function createJobs(o: {
  database: OpenDatabase;
  jobs: readonly Job<unknown>[];
  schedules?: readonly Schedule[];
  clock?: Clock;
  wait?: Clock['wait'];
  log: Log;
}): Promise<Jobs> {
  const boss = await openBoss({ database: o.database, jobs: o.jobs, clock: o.clock, log: o.log });
  const { queue } = boss;
  const declared = new Set(o.jobs.map((job) => job.id));
  const pumps = new Map<string, Pump>();
  const send = enqueuer(queue, o.clock);
  const calendar = schedules({
    boss: queue,
    database: o.database,
    schedules: o.schedules ?? [],
    clock: o.clock ?? systemClock,
    enqueue: (tx, schedule) => send(tx, schedule.job, null, {}, { once: `schedule:${schedule.id}` }),
  });
  const { wait = systemClock.wait } = o;
  let isStarted = false;
  let polling: Promise<void> | undefined;
  let draining = false;
  /** Attempts of handlers that were taken back, and those that had begun when the last drain ended. */
  let gone = 0;
  let drained = 0;

  const total = (): number => [...pumps.values()].reduce((sum, pump) => sum + pump.started, gone);
  const isIdle = (): boolean => [...pumps.values()].every((pump) => pump.isIdle);
  const quietly =
    (what: string) =>
    (error: unknown): void =>
      o.log.warn({ reason: error instanceof Error ? error.message : String(error) }, what);
  const wake = (name: string): void => {
    if (isStarted) void pumps.get(name)?.pull().catch(quietly('Jobs could not be fetched.'));
  };

  /** One query says which queues have something due, so that many idle queues cost as much as one. */
  const due = async (): Promise<readonly string[]> => {
    if (pumps.size === 0) return [];
    const { rows } = await queue
      .getDb()
      .executeSql(
        `select n as name from unnest($1::text[]) n where exists (select 1 from pgboss.job_common j where j.name = n and j.state < 'active' and not j.blocked and j.start_after <= pgboss.job_now())`,
        [[...pumps.keys()]],
      );
    const names = new Set(rows.map((row) => row.name));
    return [...pumps.keys()].filter((name) => names.has(name));
  };
  const pullDue = async (): Promise<void> => {
    for (const name of await due()) wake(name);
    if (o.database.engine === 'postgresql') await Promise.all([...pumps.values()].map((pump) => pump.touch()));
  };
  const poll = async (): Promise<void> => {
    const looked = await Promise.allSettled([calendar.run()]);
    await pullDue();
    // What is due runs whatever the calendar says.
    for (const look of looked) if (look.status === 'rejected') throw look.reason;
  };
  const tick = (work: () => Promise<void>): void => {
    if (draining) return;
    polling ??= outside(work)
      .catch(quietly('The job queue could not be read.'))
      .finally(() => (polling = undefined));
  };

  const looking = createLoop(async (signal) => {
    await wait(POLL_MILLISECONDS, signal);
    if (!signal.aborted) tick(poll);
  });

  return {
    async enqueue(job, organization, payload, options = {}) {
      if (!declared.has(job.id))
        throw new DatabaseError('K_JOB_UNKNOWN', `No installed plugin declares the job "${job.id}".`);
      const frame = o.database.scope.openTransaction();
      await send(frame.tx, job, organization, payload, options);
      if (!options.after) o.database.scope.afterCommit(() => wake(queueName(job.id)));
    },
    work(job, handler, plugin) {
      const name = queueName(job.id);
      if (pumps.has(name)) throw new DatabaseError('K_JOB_HANDLED_TWICE', `Job "${job.id}" has a handler already.`);
      const added = pump(queue, job, handler, o.log, plugin);
      pumps.set(name, added);
      wake(name);
      return async () => {
        if (pumps.get(name) === added) {
          pumps.delete(name);
          gone += added.started;
        }
        await added.stop(GRACE_MILLISECONDS);
      };
    },
    async start() {
      if (isStarted) return;
      if (o.database.engine === 'pglite') await takeBack(queue, o.jobs);
      isStarted = true;
      looking.start();
      await calendar.note().catch(quietly('The schedules could not be noted; they count from the next look on.'));
      // The calendar comes with the next look: to read all recurrences would hold up the start.
      tick(pullDue);
    },
    async stop() {
      isStarted = false;
      await looking.stop();
      await polling;
      await Promise.all([...pumps.values()].map((pump) => pump.stop(GRACE_MILLISECONDS)));
      pumps.clear();
      // What it would still write is not needed: who is stopped is taken for one that died.
      await queue.stop({ graceful: false }).catch(quietly('The queue could not take its leave of the database.'));
    },
    async drain() {
      if (current())
        throw new DatabaseError(
          'K_DRAIN_IN_TRANSACTION',
          'Jobs run in transactions of their own: drain after the open one has ended.',
        );
      // A look of the timer at the same time would run what is due in another order, and at a clock moved only in part.
      draining = true;
      const begun = drained;
      try {
        await polling;
        for (let busy = true; busy;) {
          await boss.followClock();
          // Attempts that run already may cause more after it was looked up what is due.
          busy = !isIdle();
          const before = total();
          await calendar.run();
          // One after the other, as the test can rely on; what was woken by a commit may run in parallel.
          for (const name of await due()) {
            await pumps.get(name)?.pull();
            await pumps.get(name)?.idle();
          }
          for (const pump of pumps.values()) await pump.idle();
          busy ||= total() > before || !isIdle();
        }
        drained = total();
        return drained - begun;
      } finally {
        draining = false;
      }
    },
    ...deadLetters(queue, o.jobs),
  };
}

/** The embedded database has one process: what is still marked as running was left by one that died. */
async function takeBack(
  queue: Awaited<ReturnType<typeof openBoss>>['queue'],
  jobs: readonly Job<unknown>[],
): Promise<void> {
  const { rows } = await queue
    .getDb()
    .executeSql(`select name, id from pgboss.job_common where state = 'active' and name = any($1::text[])`, [
      jobs.map((job) => queueName(job.id)),
    ]);
  for (const row of rows)
    await queue.fail(String(row.name), String(row.id), { message: 'The process died while the job was running.' });
}
