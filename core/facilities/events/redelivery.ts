import { reasonOf } from '@dossier/sdk';
import type { Transaction } from '@dossier/sdk';
import { sql } from 'kysely';
import { fenceStands } from './lease.ts';
import type { Fence } from './lease.ts';
import { logColumns } from './reader.ts';
import type { LogRow } from './row.ts';

/** A row of the log that is to be delivered again, and by which request. */
export interface Asked extends LogRow {
  readonly request: string;
}

/** All that were ever set up, in the order of the alphabet: also those of plugins that are not installed at present. */
export async function subscriptions(tx: Transaction): Promise<readonly string[]> {
  const found = await sql<{
    id: string;
  }>`select id from consumer_position union select consumer as id from dead_event order by id`.execute(tx.sql());
  return found.rows.map(({ id }) => id);
}

/**
 * Asks for events that were set aside, all of them unless those of one subscription or with some ids are named; returns
 * how many are new. One that was delivered since, or is asked for already, is none.
 */
export async function askAgain(
  tx: Transaction,
  at: Date,
  o: { readonly consumer?: string | undefined; readonly events?: readonly string[] | undefined } = {},
): Promise<number> {
  const ofOne = o.consumer === undefined ? sql`true` : sql`d.consumer = ${o.consumer}`;
  const named = o.events === undefined ? sql`true` : sql`d."eventId"::text in (${sql.join(o.events)})`;
  const asked = await sql`insert into redelivery ("organizationId", id, consumer, "eventId", "askedAt")
    select d."organizationId", gen_random_uuid(), d.consumer, d."eventId", ${at.toISOString()}::text::timestamptz from dead_event d where ${ofOne} and ${named}
    on conflict do nothing returning id`.execute(tx.sql());
  return asked.rows.length;
}

/** Subscriptions for which something is asked. */
export async function subscriptionsAsked(tx: Transaction): Promise<readonly string[]> {
  const found = await sql<{
    consumer: string;
  }>`select distinct consumer from redelivery where "settledAt" is null`.execute(tx.sql());
  return found.rows.map(({ consumer }) => consumer);
}

/** What is asked for a subscription, in the order of the log. */
export async function askedOf(tx: Transaction, key: string, limit: number): Promise<readonly Asked[]> {
  const found =
    await sql<Asked>`select r.id::text as request, ${logColumns} from redelivery r join event e on e."organizationId" = r."organizationId" and e.id = r."eventId"
    where r.consumer = ${key} and r."settledAt" is null order by e.xid, e.seq limit ${sql.lit(limit)}`.execute(
      tx.sql(),
    );
  return found.rows;
}

/**
 * Notes what became of it; without an error it is set aside no more. Throws when another node leads: it delivers the
 * event once more, which at-least-once allows.
 */
export async function settle(
  tx: Transaction,
  fence: Fence,
  row: Asked,
  o: { at: Date; error?: unknown },
): Promise<void> {
  const text = o.error === undefined ? null : reasonOf(o.error, 2000);
  const settled =
    await sql`update redelivery set "settledAt" = ${o.at.toISOString()}::text::timestamptz, error = ${text}::text
    where "organizationId" = ${row.organizationId}::text::uuid and id = ${row.request}::text::uuid and "settledAt" is null and ${fenceStands(fence)} returning id`.execute(
      tx.sql(),
    );
  if (settled.rows.length === 0) throw new Error('Another node leads now.');
}

/** An event that was set aside and not delivered since. `waits`: it is asked for. */
export interface SetAside {
  readonly id: string;
  readonly consumer: string;
  readonly type: string;
  readonly organization: string;
  readonly attempts: number;
  readonly reason: string;
  readonly at: string | Date;
  readonly waits: boolean;
}

/** The latest first, a thousand at most. Tries and reason count what failed since. */
export async function allSetAside(tx: Transaction): Promise<readonly SetAside[]> {
  const found =
    await sql<SetAside>`select d."eventId"::text as id, d.consumer, e.type, d."organizationId"::text as organization, d.attempts + coalesce(r.failures, 0)::integer as attempts, coalesce(r.error, d.error) as reason, d.at, coalesce(r.waits, false) as waits
    from dead_event d join event e on e."organizationId" = d."organizationId" and e.id = d."eventId"
    left join lateral (
      select count(error) as failures, (array_agg(error order by "settledAt" desc) filter (where error is not null))[1] as error, bool_or("settledAt" is null) as waits, bool_or("settledAt" is not null and error is null) as done
      from redelivery where "organizationId" = d."organizationId" and consumer = d.consumer and "eventId" = d."eventId") r on true
    where r.done is not true order by d.at desc limit 1000`.execute(tx.sql());
  return found.rows;
}
