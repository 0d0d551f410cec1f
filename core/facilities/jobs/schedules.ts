/**
 * Recurring jobs. Each schedule keeps the moment up to which it has run; the node that moves it past an occurrence
 * enqueues the job in the same transaction, so one node does, once, and what was missed while all were down is run
 * once.
 */
import type { PgBoss } from 'pg-boss';
import type { Clock, Schedule, Transaction } from '@dossier/sdk';
import type { OpenDatabase } from '../database/index.ts';
import type { JobTables } from './tables.ts';

type Enqueue = (tx: Transaction, schedule: Schedule) => Promise<void>;

export interface Schedules {
  /** Notes those that were never seen: they count from now on. */
  note(): Promise<void>;
  /**
   * Enqueues what has come due. Resolves with how many; rejects, after all have been looked at, when some could not be.
   */
  run(): Promise<number>;
}

export function schedules(o: {
  boss: PgBoss;
  database: OpenDatabase;
  schedules: readonly Schedule[];
  clock: Clock;
  enqueue: Enqueue;
}): Schedules {
  const next = new Map<string, Date>();

  /** First sight of a schedule counts from now on, not from the beginning of time. */
  const see = async (tx: Transaction, some: readonly Schedule[], now: Date): Promise<void> => {
    if (some.length === 0) return;
    await tx
      .sql<JobTables>()
      .insertInto('job_schedule')
      .values(some.map(({ id }) => ({ id, reachedAt: now.toISOString() })))
      .onConflict((on) => on.doNothing())
      .execute();
  };

  const look = async (schedule: Schedule, now: Date): Promise<void> => {
    const reached = await o.database.systemTransaction('app_jobs', async (tx) => {
      await see(tx, [schedule], now);
      return tx
        .sql<JobTables>()
        .selectFrom('job_schedule')
        .select('reachedAt')
        .where('id', '=', schedule.id)
        .executeTakeFirstOrThrow();
    });
    next.set(schedule.id, following(o.boss, schedule, new Date(reached.reachedAt)));
  };

  const advance = (schedule: Schedule, due: Date, now: Date): Promise<boolean> =>
    o.database.systemTransaction('app_jobs', async (tx) => {
      const moved = await tx
        .sql<JobTables>()
        .updateTable('job_schedule')
        .set({ reachedAt: now.toISOString() })
        .where('id', '=', schedule.id)
        .where('reachedAt', '<', due.toISOString())
        .executeTakeFirst();
      if (moved.numUpdatedRows === 0n) return false;
      await o.enqueue(tx, schedule);
      return true;
    });

  const fire = async (schedule: Schedule, now: Date): Promise<boolean> => {
    if (!next.has(schedule.id)) await look(schedule, now);
    const due = next.get(schedule.id);
    if (due === undefined || due > now) return false;
    // Forgotten first: whether we or another node advanced it, the table says where it stands now.
    next.delete(schedule.id);
    const advanced = await advance(schedule, due, now);
    await look(schedule, now);
    return advanced;
  };

  return {
    note: () => o.database.systemTransaction('app_jobs', (tx) => see(tx, o.schedules, o.clock.now())),
    async run() {
      let count = 0;
      const failures: unknown[] = [];
      for (const schedule of o.schedules) {
        try {
          if (await fire(schedule, o.clock.now())) count++;
        } catch (error) {
          // One that fails must not keep the others waiting.
          failures.push(
            new Error(
              `The schedule "${schedule.id}" could not be looked at: ${error instanceof Error ? error.message : String(error)}`,
              { cause: error },
            ),
          );
        }
      }
      if (failures.length > 0) throw new AggregateError(failures, failures.map(String).join(' '));
      return count;
    },
  };
}

/** The first occurrence after `from`, by the clock on the wall of the schedule's time zone. */
function following(boss: PgBoss, schedule: Schedule, from: Date): Date {
  const [date] = boss.previewSchedule(schedule.cron, { tz: schedule.timeZone, from, count: 1 });
  return date ?? new Date(8.64e15);
}
