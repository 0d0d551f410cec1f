import { newId, reasonOf } from '@dossier/sdk';
import type { Transaction } from '@dossier/sdk';
import { sql } from 'kysely';
import { fenceStands } from './lease.ts';
import type { Fence } from './lease.ts';
import type { Cursor, LogRow } from './row.ts';

/**
 * A new subscription begins where the relay stands: at the very start of a new installation, else with what happens
 * from now on. An older one keeps its place.
 */
export async function ensureConsumer(tx: Transaction, key: string): Promise<void> {
  await sql`insert into consumer_position (id, xid, seq)
    select ${key}, coalesce(r.xid, '0'), coalesce(r.seq, 0) from (select 1) one left join relay_position r on r.id = 'relay' on conflict do nothing`.execute(
    tx.sql(),
  );
}

export async function consumerPosition(tx: Transaction, key: string): Promise<Cursor> {
  const found =
    await sql<Cursor>`select xid::text as xid, seq::text as seq from consumer_position where id = ${key}`.execute(
      tx.sql(),
    );
  const row = found.rows[0];
  if (!row) throw new Error(`The place of the subscription ${key} is missing.`);
  return row;
}

/** Throws when another node leads: it may deliver the event once more, which at-least-once allows. */
export async function saveConsumerPosition(tx: Transaction, fence: Fence, key: string, at: Cursor): Promise<void> {
  const saved =
    await sql`update consumer_position set xid = ${at.xid}::text::xid8, seq = ${at.seq}::text::bigint where id = ${key} and ${fenceStands(fence)} returning id`.execute(
      tx.sql(),
    );
  if (saved.rows.length === 0) throw new Error('Another node leads now.');
}

/** Notes an event that could not be delivered, and passes it. */
export async function setAside(
  tx: Transaction,
  fence: Fence,
  key: string,
  row: LogRow,
  o: { attempts: number; error: unknown; at: Date },
): Promise<void> {
  await sql`insert into dead_event ("organizationId", id, consumer, "eventId", attempts, error, at)
    values (${row.organizationId}::text::uuid, ${newId()}::text::uuid, ${key}, ${row.id}::text::uuid, ${sql.lit(o.attempts)}, ${reasonOf(o.error, 2000)}, ${o.at.toISOString()}::text::timestamptz) on conflict do nothing`.execute(
    tx.sql(),
  );
  await saveConsumerPosition(tx, fence, key, row);
}
