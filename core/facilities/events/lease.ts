import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import type { Transaction } from '@dossier/sdk';
import { createWakeSignal, createLoop } from './wake-signal.ts';
import type { Log, LogDatabase, Timing } from './port.ts';
import type { Cursor } from './row.ts';

/**
 * Proof of leadership: the node that takes over raises the number, and what its predecessor still tries to save is
 * refused.
 */
export interface Fence {
  readonly holder: string;
  readonly number: string;
}

/**
 * One node at a time relays, consumes and seals. The lease is a row that is renewed, so that it needs no connection of
 * its own and ends by itself when a node dies.
 */
export interface Lease {
  /** Null while another node leads, or when this one could not renew in time. */
  held(): Fence | null;
  /** Asks the database at once; otherwise it is asked every third of the lease. */
  refresh(): Promise<Fence | null>;
  onChange(run: () => void): void;
  start(): void;
  /** Gives the lease back, so that another node need not wait for its end. */
  stop(): Promise<void>;
}

/**
 * `single`: this process is the only one on its database (the embedded one): it takes the lease at once and for good.
 */
export function createLease(o: {
  database: LogDatabase;
  timing: Timing;
  log: Log;
  single: boolean;
  milliseconds?: number;
}): Lease {
  const milliseconds = o.milliseconds ?? 5000;
  const holder = randomUUID();
  const wakeSignal = createWakeSignal(o.timing);
  const listeners: (() => void)[] = [];
  let fence: Fence | null = null;
  let validUntil = 0;

  const until = o.single
    ? sql`'infinity'::timestamptz`
    : sql`clock_timestamp() + ${sql.lit(milliseconds)} * interval '1 millisecond'`;
  const held = (): Fence | null => (fence && o.timing.now().getTime() < validUntil ? fence : null);

  const ask = async (tx: Transaction): Promise<Fence | null> => {
    if (fence) {
      if (o.single) return fence;
      const renewed =
        await sql`update relay_position set until = ${until} where id = 'relay' and holder = ${holder}::text::uuid and fence = ${fence.number}::text::bigint returning id`.execute(
          tx.sql(),
        );
      if (renewed.rows.length > 0) return fence;
    }
    await sql`insert into relay_position (id, xid, seq) values ('relay', '0', 0) on conflict do nothing`.execute(
      tx.sql(),
    );
    const taken = await sql<{
      fence: string;
    }>`update relay_position set holder = ${holder}::text::uuid, fence = fence + 1, until = ${until}
      where id = 'relay' and (${sql.lit(o.single)} or holder is null or until < clock_timestamp()) returning fence::text as fence`.execute(
      tx.sql(),
    );
    const row = taken.rows[0];
    return row ? { holder, number: row.fence } : null;
  };

  const refresh = async (): Promise<Fence | null> => {
    const before = held();
    const asked = o.timing.now().getTime();
    fence = await o.database.systemTransaction('app_jobs', ask);
    validUntil = o.single ? Infinity : asked + milliseconds;
    if (before?.number !== fence?.number) for (const run of listeners) run();
    return held();
  };

  const loop = createLoop(async (signal) => {
    await refresh().catch((error: unknown) =>
      o.log.warn({ err: error }, 'The lease of the event relay could not be renewed; it is tried again.'),
    );
    await wakeSignal.wait(milliseconds / 3, signal);
  });

  return {
    held,
    refresh,
    onChange: (run) => void listeners.push(run),
    start: loop.start,
    async stop() {
      await loop.stop();
      const last = fence;
      fence = null;
      if (!last) return;
      await o.database
        .systemTransaction('app_jobs', (tx) =>
          sql`update relay_position set holder = null, until = null where id = 'relay' and holder = ${last.holder}::text::uuid and fence = ${last.number}::text::bigint`.execute(
            tx.sql(),
          ),
        )
        .catch((error: unknown) =>
          o.log.warn({ err: error }, 'The lease of the event relay could not be given back; it ends by itself.'),
        );
    },
  };
}

/** Where the relay stands; the start of the log when it never ran. */
export async function relayPosition(tx: Transaction): Promise<Cursor> {
  const found =
    await sql<Cursor>`select xid::text as xid, seq::text as seq from relay_position where id = 'relay'`.execute(
      tx.sql(),
    );
  return found.rows[0] ?? { xid: '0', seq: '0' };
}

/** False when another node has taken over meanwhile. */
export async function saveRelayPosition(tx: Transaction, fence: Fence, at: Cursor): Promise<boolean> {
  const saved = await sql`update relay_position set xid = ${at.xid}::text::xid8, seq = ${at.seq}::text::bigint
    where id = 'relay' and holder = ${fence.holder}::text::uuid and fence = ${fence.number}::text::bigint returning id`.execute(
    tx.sql(),
  );
  return saved.rows.length > 0;
}

/** SQL that is true while the fence stands. */
export const fenceStands = (fence: Fence) =>
  sql`exists (select 1 from relay_position where id = 'relay' and holder = ${fence.holder}::text::uuid and fence = ${fence.number}::text::bigint)`;
