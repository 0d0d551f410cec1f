import { idArray } from '@dossier/sdk';
import type { LoggedEvent, OrganizationId, Transaction, WorkspaceId } from '@dossier/sdk';
import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';
import type { PersonalParts } from './personal.ts';
import type { Cursor, LogRow } from './row.ts';
import { cursorOf, cursorText, installation, logStart, toLogged } from './row.ts';

/** What to read of the log. Absent members do not narrow. */
export interface LogFilter {
  readonly types?: readonly string[];
  readonly organization?: OrganizationId | null;
  readonly workspace?: WorkspaceId;
  /** Id of who did it. */
  readonly actor?: string;
  /** From this moment on, and before that one. */
  readonly from?: Date;
  readonly to?: Date;
  readonly subject?: { readonly type?: string; readonly id: string };
  /** `external` leaves out what clients must not see, `internal` everything else. */
  readonly audience?: 'external' | 'internal';
  /** Only transactions older than this one: an earlier end of the log. */
  readonly before?: Cursor;
}

/** Rows after a cursor, in commit order. `end` is where to go on: past the last row, or past all that has committed. */
export interface LogPage {
  readonly rows: readonly LogRow[];
  readonly end: Cursor;
  readonly full: boolean;
}

const columns = sql`e.xid::text as xid, e.seq::text as seq, e.id::text as id, e."organizationId"::text as "organizationId", e."workspaceId"::text as "workspaceId", e.type, e.audience,
  e."subjectType", e."subjectId", e."actorKind", e."actorId", e."actorName", e.before::text as before, e.after::text as after, e.payload::text as payload,
  to_char(e.at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as at, e.format::integer as format, e.sealed::text as sealed,
  case when e.keys is not null then (select jsonb_object_agg(k.id, k.wrapped)::text from event_key k where k."organizationId" = e."organizationId" and k.id = any(e.keys)) end as wrapped`;
export { columns as logColumns };

/**
 * Reads rows in commit order. Only rows whose transaction is older than every running one count, so that
 * none can appear later before a place that was already passed.
 */
export async function readLog(tx: Transaction, after: Cursor, limit: number, filter: LogFilter = {}): Promise<LogPage> {
  const conditions = [
    sql`(e.xid, e.seq) > (${after.xid}::text::xid8, ${after.seq}::text::bigint)`,
    sql`e.xid < h.xmin`,
    ...conditionsOf(filter),
  ];
  const horizon = filter.before
    ? sql`least(pg_snapshot_xmin(pg_current_snapshot()), ${filter.before.xid}::text::xid8)`
    : sql`pg_snapshot_xmin(pg_current_snapshot())`;
  const found = await sql<LogRow & { horizon: string; found: string | null }>`
    select h.xmin::text as horizon, e.* from (select ${horizon} as xmin) h
    left join lateral (select ${columns}, e.xid as "orderXid", e.seq as "orderSeq" from event e where ${sql.join(conditions, sql` and `)} order by e.xid, e.seq limit ${sql.lit(limit)}) e on true
    order by e."orderXid", e."orderSeq"`.execute(tx.sql());
  const rows = found.rows.filter((row) => row.id !== null);
  const full = rows.length >= limit;
  const passed: Cursor = { xid: found.rows[0]!.horizon, seq: '0' };
  const last = rows.at(-1);
  return { rows, full, end: full && last ? { xid: last.xid, seq: last.seq } : later(after, passed) };
}

/** Rows before a cursor, or of everything that has committed, newest first. */
export async function readBack(
  tx: Transaction,
  before: Cursor | null,
  limit: number,
  filter: LogFilter,
): Promise<readonly LogRow[]> {
  const conditions = [
    sql`e.xid < pg_snapshot_xmin(pg_current_snapshot())`,
    ...(before ? [sql`(e.xid, e.seq) < (${before.xid}::text::xid8, ${before.seq}::text::bigint)`] : []),
    ...conditionsOf(filter),
  ];
  return (
    await sql<LogRow>`select ${columns} from event e where ${sql.join(conditions, sql` and `)} order by e.xid desc, e.seq desc limit ${sql.lit(limit)}`.execute(
      tx.sql(),
    )
  ).rows;
}

/** Rows with these ids, in no order. */
export async function readByIds(
  tx: Transaction,
  organization: OrganizationId,
  ids: readonly string[],
): Promise<readonly LogRow[]> {
  const found =
    await sql<LogRow>`select ${columns} from event e where e."organizationId" = ${organization}::text::uuid and e.id = any(${idArray(ids)}::text::uuid[])`.execute(
      tx.sql(),
    );
  return found.rows;
}

function conditionsOf(filter: LogFilter): readonly RawBuilder<unknown>[] {
  const conditions: RawBuilder<unknown>[] = [];
  if (filter.types)
    conditions.push(
      filter.types.length === 0
        ? sql`false`
        : filter.types.length === 1
          ? sql`e.type = ${filter.types[0]}`
          : sql`e.type in (${sql.join(filter.types)})`,
    );
  if (filter.organization !== undefined)
    conditions.push(sql`e."organizationId" = ${filter.organization ?? installation}::text::uuid`);
  if (filter.workspace) conditions.push(sql`e."workspaceId" = ${filter.workspace}::text::uuid`);
  if (filter.subject?.type !== undefined) conditions.push(sql`e."subjectType" = ${filter.subject.type}`);
  if (filter.subject) conditions.push(sql`e."subjectId" = ${filter.subject.id}`);
  if (filter.audience) conditions.push(sql`e.audience = ${filter.audience}`);
  if (filter.actor) conditions.push(sql`e."actorId" = ${filter.actor}`);
  if (filter.from) conditions.push(sql`e.at >= ${filter.from.toISOString()}::text::timestamptz`);
  if (filter.to) conditions.push(sql`e.at < ${filter.to.toISOString()}::text::timestamptz`);
  return conditions;
}

/** A cursor that stands ahead of everything that has committed stays where it is. */
const later = (a: Cursor, b: Cursor): Cursor => (BigInt(a.xid) >= BigInt(b.xid) ? a : b);

/** The newest event that has committed, whether the log shows it or not. */
export async function newest(tx: Transaction): Promise<Cursor> {
  const found = await sql<Cursor>`
    select xid::text as xid, seq::text as seq from event order by event.xid desc, event.seq desc limit 1`.execute(
    tx.sql(),
  );
  return found.rows[0] ?? logStart;
}

/** Where the log ends now. */
export async function logEnd(tx: Transaction): Promise<Cursor> {
  const found = await sql<{ xmin: string }>`select pg_snapshot_xmin(pg_current_snapshot())::text as xmin`.execute(
    tx.sql(),
  );
  return { xid: found.rows[0]!.xmin, seq: '0' };
}

/**
 * What a client that was away missed. `resync`: the place is unknown or too old; read everything anew and go on from
 * `place`.
 */
export type CatchUp =
  | { readonly kind: 'events'; readonly events: readonly LoggedEvent[]; readonly place: string; readonly more: boolean }
  | { readonly kind: 'resync'; readonly place: string };

/** Places older than this are answered with `resync`: reading a view anew is then cheaper than replaying. */
const catchUpHours = 72;

/**
 * Events of one organization after a place, for clients that catch up. Call it inside `database.read` with the caller's
 * Access, and narrow the filter to what the caller may see.
 */
export async function since(
  tx: Transaction,
  organization: OrganizationId,
  place: string,
  o: {
    now: Date;
    personal: Pick<PersonalParts, 'open'>;
    limit?: number;
    filter?: Omit<LogFilter, 'organization'>;
  },
): Promise<CatchUp> {
  const after = cursorOf(place);
  const end = await logEnd(tx);
  if (!after || BigInt(after.xid) > BigInt(end.xid)) return { kind: 'resync', place: cursorText(end) };
  const page = await readLog(tx, after, o.limit ?? 200, { ...o.filter, organization });
  const oldest = page.rows[0];
  if (oldest && Date.parse(oldest.at) < o.now.getTime() - catchUpHours * 3_600_000)
    return { kind: 'resync', place: cursorText(end) };
  const events = page.rows.map((row) => toLogged(row, o.personal));
  return { kind: 'events', events, place: cursorText(page.end), more: page.full };
}
