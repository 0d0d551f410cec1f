import { randomBytes } from 'node:crypto';
import type { Transaction } from '@dossier/sdk';
import { sql } from 'kysely';
import { chainStart, digestOf, linkOf } from './digest.ts';
import { createLoop, logStart, readLog } from '../events/index.ts';
import type { Cursor, Lease, Log, LogDatabase, LogRow, Timing } from '../events/index.ts';
import { newestEntries } from './newest-entries.ts';
import type { SealFile } from './seal-file.ts';

/**
 * Makes tampering show: a chain of digests per organization, written in batches next to the log and off the hot path,
 * and at intervals its signed head outside of the database. Digests are salted and the salts stand apart.
 */
export interface Sealer {
  start(): void;
  /** Seals what is left and writes the heads. */
  stop(): Promise<void>;
  /** Seals everything that has committed. Tells how many events that were. */
  seal(): Promise<number>;
  /** Signs the heads that have moved. A head that contradicts the last signed one is reported and not signed. */
  writeHeads(): Promise<void>;
}

/**
 * Nobody sees what others commit while a batch is sealed, in one transaction of about 50 ms. Thousands of events a
 * second are sealed all the same.
 */
const batch = 250;
const position = 'kernel/sealer';

export function createSealer(o: {
  database: LogDatabase;
  lease: Lease;
  file: SealFile;
  timing: Timing;
  log: Log;
  interval?: number;
  headInterval?: number;
}): Sealer {
  const interval = o.interval ?? 5000;
  const headInterval = o.headInterval ?? 60_000;
  let headsAt = 0;
  /** Chains that have moved since their head was signed; null: not known since the start, look at all. */
  let moved: Set<string> | null = null;

  // An idle log is only looked at, so that it costs no write.
  const anything = (): Promise<boolean> =>
    o.database.systemTransaction('app_jobs', async (tx) => {
      const found =
        await sql<Cursor>`select xid::text as xid, seq::text as seq from consumer_position where id = ${position}`.execute(
          tx.sql(),
        );
      return (await readLog(tx, found.rows[0] ?? logStart, 1)).rows.length > 0;
    });

  const sealBatch = (): Promise<{ count: number; full: boolean; organizations: ReadonlySet<string> }> =>
    o.database.systemTransaction('app_jobs', async (tx) => {
      const page = await readLog(tx, await lockPosition(tx), batch);
      if (page.rows.length > 0) await append(tx, page.rows);
      if (page.rows.length > 0)
        await sql`update consumer_position set xid = ${page.end.xid}::text::xid8, seq = ${page.end.seq}::text::bigint where id = ${position}`.execute(
          tx.sql(),
        );
      return {
        count: page.rows.length,
        full: page.full,
        organizations: new Set(page.rows.map((row) => row.organizationId)),
      };
    });

  const seal = async (): Promise<number> => {
    for (let total = 0; ;) {
      if (total === 0 && !(await anything())) return 0;
      const { count, full, organizations } = await sealBatch();
      total += count;
      for (const organization of organizations) moved?.add(organization);
      if (!full) return total;
    }
  };

  const writeHeads = async (): Promise<void> => {
    const wanted = moved;
    moved = new Set();
    if (wanted?.size === 0) return;
    try {
      const newest = await o.database.systemTransaction('app_jobs', (tx) =>
        newestEntries(tx, wanted ? [...wanted] : 'all'),
      );
      for (const { organizationId, number, link } of newest) {
        const last = await o.file.last(organizationId);
        if (last && last.number === number && last.link === link) continue;
        const there =
          last && (await o.database.systemTransaction('app_jobs', (tx) => linkAt(tx, organizationId, last.number)));
        if (last && there !== last.link)
          o.log.error(
            { organization: organizationId, entry: last.number },
            'The sealed log contradicts its signed head: it was cut off, rewritten or restored from an older backup. Run "dossier audit verify".',
          );
        else await o.file.add({ organization: organizationId, number, link, at: o.timing.now().toISOString() });
      }
    } catch (error) {
      moved = null;
      throw error;
    }
  };

  const loop = createLoop(async (signal) => {
    try {
      if (o.lease.held()) {
        await seal();
        if (o.timing.now().getTime() - headsAt >= headInterval) {
          headsAt = o.timing.now().getTime();
          await writeHeads();
        }
      }
    } catch (error) {
      o.log.warn({ err: error }, 'The event log cannot be sealed at present; it is tried again.');
    }
    await o.timing.wait(interval, signal);
  });

  return {
    start: loop.start,
    async stop() {
      await loop.stop();
      if (!o.lease.held()) return;
      await seal()
        .then(writeHeads)
        .catch((error: unknown) =>
          o.log.warn({ err: error }, 'The event log could not be sealed at the stop; it is sealed at the next start.'),
        );
    },
    seal,
    writeHeads,
  };
}

/** Two nodes that both think they lead wait for each other here. */
async function lockPosition(tx: Transaction): Promise<Cursor> {
  await sql`insert into consumer_position (id, xid, seq) values (${position}, '0', 0) on conflict do nothing`.execute(
    tx.sql(),
  );
  const found =
    await sql<Cursor>`select xid::text as xid, seq::text as seq from consumer_position where id = ${position} for update`.execute(
      tx.sql(),
    );
  return found.rows[0]!;
}

async function append(tx: Transaction, rows: readonly LogRow[]): Promise<void> {
  const newest = await newestEntries(tx, [...new Set(rows.map((row) => row.organizationId))]);
  const chains = new Map(newest.map(({ organizationId, number, link }) => [organizationId, { number, link }]));
  const salts = randomBytes(16 * rows.length).toString('hex');
  const entries = rows.map((row, i) => {
    const chain = chains.get(row.organizationId) ?? { number: 0, link: chainStart };
    const salt = salts.slice(32 * i, 32 * (i + 1));
    const digest = digestOf(row, salt);
    const next = { number: chain.number + 1, link: linkOf(chain.link, digest) };
    chains.set(row.organizationId, next);
    return { organizationId: row.organizationId, id: row.id, salt, digest, ...next };
  });
  const source = sql`jsonb_to_recordset(${JSON.stringify(entries)}::text::jsonb) as r("organizationId" uuid, id uuid, salt text, digest text, number bigint, link text)`;
  await sql`insert into seal_entry ("organizationId", id, number, digest, link) select r."organizationId", r.id, r.number, r.digest, r.link from ${source}`.execute(
    tx.sql(),
  );
  await sql`insert into seal_salt ("organizationId", id, salt) select r."organizationId", r.id, r.salt from ${source}`.execute(
    tx.sql(),
  );
}

async function linkAt(tx: Transaction, organization: string, number: number): Promise<string | null> {
  const found = await sql<{
    link: string;
  }>`select link from seal_entry where "organizationId" = ${organization}::text::uuid and number = ${sql.lit(number)}`.execute(
    tx.sql(),
  );
  return found.rows[0]?.link ?? null;
}
