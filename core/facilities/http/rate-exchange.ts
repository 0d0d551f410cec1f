import { defineEntity, p } from '@mikro-orm/core';
import { sql } from 'kysely';
import { globalTable, systemClock } from '@dossier/sdk';
import type { Log, Migration } from '@dossier/sdk';
import { createLoop } from '../events/index.ts';
import type { LogDatabase, Timing } from '../events/index.ts';
import type { Count, RateCounters } from './rate-counters.ts';

const RateCount = defineEntity({
  name: 'RateCount',
  tableName: 'rate_count',
  properties: { bucket: p.text().primary(), minute: p.text().columnType('bigint').primary(), count: p.integer() },
});

export const rateTables = [
  globalTable(RateCount, {
    why: 'Requests are counted before it is known whose they are.',
    jobsMay: ['select', 'insert', 'update', 'delete'],
    appMay: [],
  }),
];

export const rateMigrations: readonly Migration[] = [
  {
    id: '0005-rate-counts',
    async up(run) {
      // Unlogged: counts of two minutes need not survive a crash, and cost no log.
      await run(
        'create unlogged table rate_count (bucket text not null, minute bigint not null, count integer not null, primary key (bucket, minute))',
      );
    },
  },
];

/**
 * Once a second, away from every request: tells the other nodes how many came in here, and learns how many came in
 * everywhere in this minute and the last.
 */
export interface RateExchange {
  start(): void;
  stop(): Promise<void>;
  /**
   * One exchange. Never throws: without the database each node goes on counting for itself, and what this one had to
   * tell is forgotten.
   */
  run(): Promise<void>;
}

const every = 1_000;

export function createRateExchange(o: {
  database: LogDatabase;
  log: Log;
  counters: RateCounters;
  now: () => number;
  timing?: Timing;
}): RateExchange {
  const timing = o.timing ?? systemClock;
  let cleaned = 0;
  let failing = false;

  const run = async (): Promise<void> => {
    // Sorted, so that two nodes that tell of the same buckets wait for each other and never lock crosswise.
    const minute = Math.floor(o.now() / 60_000);
    const mine = o.counters
      .untold()
      .filter((one) => one.minute >= minute - 1)
      .sort((a, b) => (a.bucket === b.bucket ? a.minute - b.minute : a.bucket < b.bucket ? -1 : 1));
    if (mine.length === 0 && cleaned === minute) return;
    try {
      o.counters.learn(
        await o.database.systemTransaction('app_jobs', async (tx): Promise<Count[]> => {
          if (cleaned !== minute)
            await sql`delete from rate_count where minute < ${String(minute - 1)}::text::bigint`.execute(tx.sql());
          if (mine.length === 0) return [];
          // The minute before is read too, without a lock: a caller who was quiet here may have reached the limit on
          // another node.
          const { rows } = await sql<{ bucket: string; minute: string; count: number }>`
          with sent as (insert into rate_count as r (bucket, minute, count)
            select bucket, minute, count from jsonb_to_recordset(${JSON.stringify(mine)}::text::jsonb) as (bucket text, minute bigint, count integer)
            on conflict (bucket, minute) do update set count = r.count + excluded.count returning r.bucket, r.minute, r.count)
          select bucket, minute::text as minute, count from sent
          union all select p.bucket, p.minute::text, p.count from sent join rate_count p on p.bucket = sent.bucket and p.minute = sent.minute - 1`.execute(
            tx.sql(),
          );
          return rows.map((row) => ({ ...row, minute: Number(row.minute) }));
        }),
      );
      cleaned = minute;
      failing = false;
    } catch (error) {
      if (!failing)
        o.log.warn({ err: error }, 'Rate limits cannot be shared among the nodes at present; each counts for itself.');
      failing = true;
    }
  };
  // The next second is waited for after an exchange: against a database that does not answer they would queue up.
  const loop = createLoop(async (signal) => {
    await timing.wait(every, signal);
    if (!signal.aborted) await run();
  });
  return { run, start: loop.start, stop: loop.stop };
}
