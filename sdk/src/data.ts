import { errorCode } from './error-code.ts';
import { CompiledQuery, sql } from 'kysely';
import type { Compilable, Expression, Kysely, OrderByItemBuilder, RawBuilder } from 'kysely';
import type { EntitySchema, InferEntity } from '@mikro-orm/core';
import type { SqlEntityManager } from '@mikro-orm/sql';
import type { OrganizationId, Reader } from './access.ts';
import { service } from './references.ts';

/**
 * The database as services use it. The open transaction travels in AsyncLocalStorage: inside `write` and `read`
 * every call joins it, and a query that bypasses it throws `K_QUERY_OUTSIDE_TRANSACTION`.
 * Row-level security limits both to the organization of the Access, and to the rows for its audience where a table
 * keeps some from clients: with an Access of a client, and with the mere id of an organization, those for staff are not
 * there. Where a service decides itself who is shown what, it says so: `{ organization, audience: 'staff' }`. The
 * outermost transaction counts: what joins it reads what it may read.
 */
export interface Database {
  /**
   * It is the embedded one: a statement holds up everybody until it has ended, and nothing ends it before. Ask for less
   * at a time, or refuse.
   */
  readonly alone: boolean;
  /**
   * One transaction for a change, its events and its jobs. Joined when one for the same organization is open. Retried
   * up to three times on serialization failure or deadlock when it is the outermost.
   */
  write<T>(access: Reader | OrganizationId, work: (tx: Transaction) => Promise<T>): Promise<T>;
  /**
   * A read-only transaction. Once `signal` is aborted, what PostgreSQL is busy with for it is given up, and the reason
   * is thrown; inside an open transaction it is not looked at.
   */
  read<T>(access: Reader | OrganizationId, work: (tx: Transaction) => Promise<T>, signal?: AbortSignal): Promise<T>;
  /**
   * The rows of one query, `size` at a time and at the pace of who reads them: for more than should be held at once.
   * They come through a cursor in a read-only transaction of its own, which ends with the last of them or when the loop
   * is left; who pauses for longer than 15 s loses it. `query` may say first how that transaction is to be run.
   * The embedded database has one connection for everybody, so there all rows are read before the first is given.
   * Throws `K_STREAM_INSIDE` in an open transaction, `K_STREAM_SIZE` for less than one row at a time; `signal` as for
   * `read`.
   */
  stream<R>(
    access: Reader | OrganizationId,
    size: number,
    query: (tx: Transaction) => Promise<CompiledQuery<R>>,
    signal?: AbortSignal,
  ): AsyncIterableIterator<readonly R[]>;
  /**
   * Look-ups that have no organization yet (session, key prefix, slug, identity), as role `app_jobs`, on tables that
   * granted it by `jobsMay` only.
   */
  lookUp<T>(work: (tx: Transaction) => Promise<T>): Promise<T>;
  /**
   * A savepoint in the open transaction: when `work` throws, what it wrote is undone and the error is thrown on; the
   * transaction stays usable. What `work` left running can then do nothing more (`K_TRANSACTION_ENDED`), and the same
   * holds for every transaction that has ended; one that ends before its attempt is rolled back (`K_ATTEMPT_OPEN`).
   */
  attempt<T>(work: (tx: Transaction) => Promise<T>): Promise<T>;
  /**
   * Runs after the open transaction has committed; not at all when it rolls back. For waking things only: what must
   * happen belongs in an event or a job.
   */
  afterCommit(run: () => void): void;
}

export const Database = service<Database>('kernel/database@1');

export interface Transaction {
  readonly em: SqlEntityManager;
  /** Typed query builder on this transaction: `tx.sql<Tables>()`. Columns are named as the properties are. */
  sql<DB>(): Kysely<DB>;
  /**
   * Runs a compiled query. Several that are begun side by side travel together, and are waited for once; those of the
   * query builder wait for each other. Each is run in the order in which it was begun.
   */
  execute<R>(query: CompiledQuery<R>): Promise<readonly R[]>;
  /**
   * Writes rows that nothing waits for: together with others in one statement, just before the next query or the
   * commit. For inserts that cannot collide (fresh identifiers): a refusal shows only then. `$` stands for nothing but
   * parameters in the query.
   */
  later(query: CompiledQuery): Promise<void>;
}

/**
 * Waits until no other transaction of the installation, on whatever node, holds this name, and holds it until this one
 * ends: for what is counted before it is taken. Begin the name with the plugin's id, and let it name the organization,
 * so that nobody waits for others. Across plugins, take such locks in the same order.
 */
export const advisoryLock = async (tx: Transaction, name: string): Promise<void> => {
  await tx.sql().executeQuery(CompiledQuery.raw('select pg_advisory_xact_lock(hashtextextended($1::text, 0))', [name]));
};

/**
 * An insert of rows that all have the members of the first, for {@link Transaction.later}: written out directly,
 * because building it with the query builder costs more than the database takes to run it. Values of jsonb columns are
 * given as JSON text.
 */
export function insertOf<DB>(
  table: keyof DB & string,
  rows: readonly Readonly<Record<string, unknown>>[],
): CompiledQuery {
  const columns = Object.keys(rows[0] ?? {});
  const parameters: unknown[] = [];
  const values = rows.map((row) => `(${columns.map((column) => `$${parameters.push(row[column])}`).join(', ')})`);
  return CompiledQuery.raw(
    `insert into "${table}" (${columns.map((column) => `"${column}"`).join(', ')}) values ${values.join(', ')}`,
    parameters,
  );
}

/**
 * A query that is built once and run often with other values: building it costs more than sending it. `build` gets any
 * value in the place of each parameter; the values of a run stand in the order in which they appear in the statement.
 */
export function builtOnce<DB, R>(
  build: (db: Kysely<DB>) => Compilable<R>,
): (tx: Transaction, values: readonly unknown[]) => Promise<readonly R[]> {
  let built: CompiledQuery<R> | undefined;
  return (tx, values) => {
    built ??= build(tx.sql<DB>()).compile();
    return tx.execute<R>({ ...built, parameters: values });
  };
}

/**
 * Ids as one parameter for `= any(... ::uuid[])`, so that a statement is the same for any number of them. Each must be
 * an id: see {@link isId}.
 */
export const idArray = (ids: readonly string[]): string => `{${ids.join(',')}}`;

/**
 * Sorts a column of names as people look for them, alike on both engines (ICU's root order):
 * `orderBy('name', inNameOrder)`. Compare a place in such a list with {@link nameOrdered}. In the statement, and in no
 * index: those of an ICU order have to be made anew when the database's ICU is replaced.
 */
export const inNameOrder = (item: OrderByItemBuilder): OrderByItemBuilder => item.collate('und-x-icu');

/** A column of names, compared as {@link inNameOrder} sorts it. */
export const nameOrdered = (column: string | Expression<unknown>): RawBuilder<string> =>
  sql<string>`${typeof column === 'string' ? sql.ref(column) : column} collate "und-x-icu"`;

/** Statements that the migrations of a plugin run, one statement a call. */
export interface Migration {
  /**
   * Unique within the plugin; never changed once released. Migrations run in the order in which the spec lists them,
   * those of one start in one transaction; those of plugins whose services it needs have run before. A plugin changes
   * its own tables alone.
   */
  readonly id: string;
  up(run: (statement: string) => Promise<unknown>): Promise<void>;
}

/**
 * Which rows of a table are for the staff alone: all of them, or all but those that have one of the values `open` in
 * `column`. A row without a value there is for staff.
 */
export type RowAudience = 'staff' | { readonly column: string; readonly open: readonly string[] };

/** What guards the rows of a table. Every entity of a plugin names one, or the plugin is refused. */
export type RowPolicy =
  | {
      readonly tenant: 'organizationId' | 'id';
      readonly appendOnly?: boolean;
      readonly jobsMay?: readonly ('select' | 'insert' | 'update' | 'delete')[];
      readonly audience?: RowAudience;
      readonly person?: string;
    }
  | {
      readonly global: string;
      readonly jobsMay?: readonly ('select' | 'insert' | 'update' | 'delete')[];
      readonly appMay?: readonly ('select' | 'insert' | 'update' | 'delete')[];
      readonly appSees?: string;
    };

/** What `defineEntity` makes. Another copy of the package makes one too, so it is known by what it has. */
interface AnEntity {
  readonly meta: { readonly className: string };
}

/** An entity with its row policy. A `global` table says why it has no tenant. */
export interface Table {
  readonly entity: EntitySchema;
  readonly rows: RowPolicy;
}

/**
 * Declares a table of the tenant: row-level security by `organizationId` (`id` for the table of organizations itself).
 * `appendOnly` withholds update and delete. `audience` says which rows are for the staff: a transaction for a client
 * can add them (what a client does is noted for the staff) and neither read, change nor delete them. `person` names a
 * column with the id of the user to whom a row belongs: a transaction of anybody else (a colleague, an administrator,
 * an assistant, a key, the system) meets no such row, and adds none.
 */
export const tenantTable = (
  entity: AnEntity,
  o: {
    column?: 'organizationId' | 'id';
    appendOnly?: boolean;
    jobsMay?: readonly ('select' | 'insert' | 'update' | 'delete')[];
    audience?: RowAudience;
    person?: string;
  } = {},
): Table => ({
  entity: entity as EntitySchema,
  rows: {
    tenant: o.column ?? 'organizationId',
    appendOnly: o.appendOnly ?? false,
    jobsMay: o.jobsMay ?? [],
    ...(o.audience ? { audience: o.audience } : {}),
    ...(o.person ? { person: o.person } : {}),
  },
});

/**
 * Declares a table without tenant and says why. `appSees` is a condition in SQL on its columns: the role that serves
 * meets only such rows. A subquery in it runs under row-level security itself, so that a table of the tenant can let an
 * organization see single rows of this one.
 */
export const globalTable = (
  entity: AnEntity,
  o: {
    why: string;
    jobsMay?: readonly ('select' | 'insert' | 'update' | 'delete')[];
    appMay?: readonly ('select' | 'insert' | 'update' | 'delete')[];
    appSees?: string;
  },
): Table => ({
  entity: entity as EntitySchema,
  rows: {
    global: o.why,
    ...(o.jobsMay ? { jobsMay: o.jobsMay } : {}),
    ...(o.appMay ? { appMay: o.appMay } : {}),
    ...(o.appSees ? { appSees: o.appSees } : {}),
  },
});

export type { InferEntity };

/**
 * The event log as the query builder sees it, for figures of what happened: `tx.sql<EventTables>()` in
 * {@link Database.read}. Row-level security keeps it to the organization, and nobody writes to it but `emit`. Payloads
 * have the shape of their event, without what it declares personal, which is sealed, as the names of people who acted
 * are; `before` and `after` are those of its change. Not taken from the entity, which is the kernel's.
 */
export interface EventTables {
  readonly event: {
    organizationId: string;
    id: string;
    workspaceId: string | null;
    type: string;
    audience: 'internal' | 'external';
    subjectType: string;
    subjectId: string;
    actorKind: string;
    actorId: string;
    actorName: string;
    before: unknown;
    after: unknown;
    payload: unknown;
    at: string;
  };
}

/** Moment and number of the last identifier of this process. */
let [moment, number] = [0, 0];

/**
 * A new identifier: UUID version 7 (RFC 9562), so that ids sort by time of creation; those of one process also within a
 * millisecond (section 6.2, method 1).
 */
export const newId = (): string => {
  // The random part comes from a version 4 UUID, whose source of randomness is pooled.
  const random = crypto.randomUUID();
  const now = Date.now();
  if (now > moment) [moment, number] = [now, 0];
  else if (++number > 0xfff) [moment, number] = [moment + 1, 0];
  const time = moment.toString(16).padStart(12, '0');
  return `${time.slice(0, 8)}-${time.slice(8)}-7${number.toString(16).padStart(3, '0')}${random.slice(18)}`;
};

/**
 * Is this the text of an identifier? Ask before a text from outside meets a uuid column: PostgreSQL refuses any other
 * text with an error, and an unknown id is a 404. Ids are case-sensitive.
 */
export const isId = (value: unknown): value is string =>
  typeof value === 'string' && /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/.test(value);

/**
 * A time as replies show it, ISO 8601 in UTC ending in `Z`, from a `timestamptz` column as the query builder returns
 * it.
 */
export const utc = (time: Date | string): string => new Date(time).toISOString();

/** Did the database refuse a row because its unique value exists already? */
export const isDuplicate = (error: unknown): boolean => errorCode(error) === '23505';
