import { sql } from 'kysely';
import type { Expression, OrderByItemBuilder, SqlBool } from 'kysely';
import { nameOrdered, wordsOf } from '@dossier/sdk';
import type { Database, OrganizationId, Transaction } from '@dossier/sdk';
import { readCursor, writeCursor } from './cursor.ts';
import type { ApplicationTables } from './entities.ts';
import { columns, demandSane, ends, newestFirst, statuses, USUAL, views } from './list-query.ts';
import type { Column, ListQuery, View } from './list-query.ts';
import { selectPage, selectRows } from './rows.ts';
import type { PageRow, RowColumns } from './rows.ts';
import { hasTerm } from './terms.ts';
import { within } from './within.ts';
import type { Builder, Narrow, Place, Reach, Top } from './within.ts';

export type { Reach } from './within.ts';

export interface Page<R> {
  readonly rows: readonly R[];
  /** Cursor of the next page, or null at the end. */
  readonly next: string | null;
}

/** Whose list it is: what they reach, and who they are. */
export interface Reader {
  readonly organization: OrganizationId;
  readonly reach: Reach;
  /** Id of the actor. */
  readonly id: string;
  /** By which something is overdue; ISO 8601. */
  readonly now: string;
}

export const listApplications = (database: Database) => ({
  rows: (reader: Reader, query: ListQuery): Promise<Page<RowColumns>> =>
    database.read(reader.organization, async (tx) => paged(tx, selectRows(tx, reader.organization), reader, query)),

  /** Whole applications but for their people and answers. */
  page: (reader: Reader, query: ListQuery): Promise<Page<PageRow>> =>
    database.read(reader.organization, async (tx) => paged(tx, selectPage(tx, reader.organization), reader, query)),

  /** How many applications the filters leave. */
  count: (reader: Reader, query: ListQuery): Promise<number> =>
    database.read(reader.organization, async (tx) => {
      demandSane(query);
      const { n } = await every(tx, reader, query)
        .select(({ fn }) => fn.countAll<string>().as('n'))
        .executeTakeFirstOrThrow();
      return Number(n);
    }),

  /** How many applications each of these queries finds, counted up to `most`, in one statement. */
  several: (reader: Reader, queries: readonly ListQuery[], most: number): Promise<readonly number[]> =>
    database.read(reader.organization, async (tx) => {
      for (const query of queries) demandSane(query);
      if (queries.length === 0) return [];
      const row = await tx
        .sql<ApplicationTables>()
        .selectNoFrom((eb) =>
          queries.map((query, i) =>
            eb
              .selectFrom(every(tx, reader, query).select('application.id').limit(most).as(`q${i}`))
              .select(({ fn }) => fn.countAll<string>().as('n'))
              .as(`n${i}`),
          ),
        )
        .executeTakeFirstOrThrow();
      return queries.map((_query, i) => Number(row[`n${i}`]));
    }),

  /** How many applications each view has, counted up to `most`. */
  counts: (reader: Reader, most: number): Promise<Readonly<Record<View, number>>> =>
    database.read(reader.organization, async (tx) => {
      const sql = tx.sql<ApplicationTables>();
      const row = await sql
        .selectNoFrom((eb) =>
          views.map((view) =>
            eb
              .selectFrom(every(tx, reader, { view }).select('application.id').limit(most).as(view))
              .select(({ fn }) => fn.countAll<string>().as('n'))
              .as(view),
          ),
        )
        .executeTakeFirstOrThrow();
      return {
        mine: Number(row.mine),
        unassigned: Number(row.unassigned),
        waiting: Number(row.waiting),
        overdue: Number(row.overdue),
        open: Number(row.open),
        decided: Number(row.decided),
        all: Number(row.all),
      };
    }),
});

/** All applications that the filters leave, in no order. */
export const every = (tx: Transaction, reader: Reader, query: ListQuery): Builder<object> =>
  within(
    tx,
    reader.organization,
    tx.sql<ApplicationTables>().selectFrom('application').where('application.organizationId', '=', reader.organization),
    reader.reach,
    (some, by) => filtered(some, query, { by, reader }),
  );

async function paged<O extends Omit<RowColumns, 'assignees'>>(
  tx: Transaction,
  builder: Builder<O>,
  reader: Reader,
  query: ListQuery,
): Promise<Page<O>> {
  const { sort = newestFirst, limit = USUAL } = query;
  demandSane(query);
  const { column, descending } = orderOf(query);
  const place = query.cursor === undefined ? null : readCursor(query.cursor, sort, kindOf(column));
  const most = bound(limit + 1);
  const ordered: Narrow = (some, by) => {
    const left = filtered(some, query, { by, reader, ofPage: true });
    const page = left && orderedBy(left, column, descending).limit(most);
    return page && place ? page.where(after(column, place, descending)) : page;
  };
  const top: Top = {
    column,
    order: (name) => inOrder(column, name),
    direction: descending ? sql`desc` : sql`asc`,
    limit: typeof most === 'number' ? sql`${most}` : most,
  };
  const found = await orderedBy(
    within(tx, reader.organization, builder, reader.reach, ordered, top),
    column,
    descending,
  )
    .limit(most)
    .execute();
  const rows = found.slice(0, limit);
  const last = rows.at(-1);
  const next =
    found.length > limit && last ? writeCursor({ sort, value: String(last[column] ?? ''), id: last.id }) : null;
  return { rows, next };
}

/** The column by which a list is sorted. */
export const orderOf = ({ sort = newestFirst }: ListQuery): { column: Column; descending: boolean } => ({
  column: columns.find((name) => sort.endsWith(name))!,
  descending: sort.startsWith('-'),
});

const named: ReadonlySet<Column> = new Set(['applicantName', 'templateName']);

/**
 * A column as it is ordered. Names as people look for them: said here and not at the column, since an index in this
 * order would be wrong after an upgrade of the database's ICU. No amount is less than any, and no due time later.
 */
const inOrder = (column: Column, value: Expression<unknown>): Expression<unknown> =>
  named.has(column)
    ? nameOrdered(value)
    : column === 'amount'
      ? sql`coalesce(${value}, '-Infinity')`
      : column === 'dueAt'
        ? sql`coalesce(${value}, 'infinity')`
        : value;

export function orderedBy<O>(builder: Builder<O>, column: Column, descending: boolean): Builder<O> {
  const direction = (item: OrderByItemBuilder): OrderByItemBuilder => (descending ? item.desc() : item.asc());
  return builder
    .orderBy(inOrder(column, sql.ref(`application.${column}`)), direction)
    .orderBy('application.id', direction);
}

/**
 * The usual limit is written out: PostgreSQL keeps a plan whose limit it knows, and makes one anew each time for a
 * limit that it does not.
 */
const bound = (rows: number) => (rows === USUAL + 1 ? sql.lit(rows) : rows);

/** One comparison of the pair, so that the index of the list finds the place at once. */
export function after(
  column: Column,
  { value, id }: { value: string; id: string },
  descending: boolean,
): Expression<SqlBool> {
  const pair = sql`(${inOrder(column, sql.ref(`application.${column}`))}, "application"."id")`;
  const place = sql`(${typed(column, value)}, ${id}::uuid)`;
  return descending ? sql<SqlBool>`${pair} < ${place}` : sql<SqlBool>`${pair} > ${place}`;
}

const kindOf = (column: Column): 'time' | 'number' | 'text' =>
  column.endsWith('At') ? 'time' : column === 'amount' ? 'number' : 'text';

const typed = (column: Column, value: string): Expression<unknown> =>
  column.endsWith('At')
    ? sql`${value === '' ? 'infinity' : value}::timestamptz`
    : column === 'amount'
      ? sql`${value === '' ? '-Infinity' : value}::double precision`
      : sql`${value}::text`;

/** Null when nothing can be left. `ofPage`: only the first of them are asked for, with their columns. */
function filtered<O>(
  builder: Builder<O>,
  query: ListQuery,
  { by, reader, ofPage = false }: { readonly by: Place; readonly reader: Reader; readonly ofPage?: boolean },
): Builder<O> | null {
  const {
    view = 'all',
    status = [],
    flag = [],
    search = '',
    templateId,
    assignee,
    source,
    amountFrom,
    amountTo,
  } = query;
  // Clients do not learn who works on an application, or how: what asks for that skips the reader's own as a client.
  const forStaff = assignee || flag.length > 0 || view === 'mine' || view === 'unassigned' || view === 'overdue';
  if (forStaff && by === 'client') return null;
  let some = builder;
  if (view === 'decided') some = some.where('application.decidedAt', 'is not', null);
  else if (view !== 'all') some = some.where('application.decidedAt', 'is', null);
  if (view === 'unassigned') some = some.where('application.assigned', '=', sql.lit(false));
  if (view === 'waiting') some = some.where('application.waitingSince', 'is not', null);
  if (view === 'overdue')
    some = some.where('application.waitingSince', 'is', null).where('application.dueAt', '<', reader.now);
  if (view === 'mine') some = some.where(ofPage ? isOpenOf(reader) : isAssignee(reader.id, true));
  for (const [end, column, begins] of ends) {
    const time = query[end];
    if (time !== undefined) some = some.where(`application.${column}`, begins ? '>=' : '<', time);
  }
  if (source) some = some.where('application.sourceId', '=', source);
  for (const one of flag)
    some = some.where(
      sql<SqlBool>`exists (select from "application_flag" f where f."organizationId" = "application"."organizationId"
        and f."applicationId" = "application"."id" and f."flag" = ${one})`,
    );
  const wanted = statuses.filter((one) => status.includes(one));
  if (wanted.length > 0) some = some.where('application.status', 'in', wanted);
  for (const spellings of query.words ?? wordsOf(search).map((word) => [word]))
    some = some.where(hasTerm(spellings, typeof by === 'string' ? null : by));
  if (templateId) some = some.where('application.templateId', '=', templateId);
  if (assignee) some = some.where(isAssignee(assignee, false));
  if (amountFrom !== undefined) some = some.where('application.amount', '>=', amountFrom);
  if (amountTo !== undefined) some = some.where('application.amount', '<=', amountTo);
  return some;
}

/** Is somebody an assignee of it? `open`: of those that are not decided, which have an index of their own. */
const isAssignee = (user: string, open: boolean): Expression<SqlBool> =>
  sql<SqlBool>`exists (select from "assignee" s where s."organizationId" = "application"."organizationId"
    and s."applicationId" = "application"."id" and s."userId" = ${user}::uuid${open ? sql` and s."open"` : sql``})`;

/**
 * The same of a page of what is open. It is a little of what the workspace has open: found first and met by its key,
 * where PostgreSQL, asked with `exists`, reads each row that is open. A count reads an index alone, either way.
 */
const isOpenOf = ({ id, organization }: Reader): Expression<SqlBool> =>
  sql<SqlBool>`"application"."id" = any(array(select s."applicationId" from "assignee" s
    where s."organizationId" = ${organization} and s."userId" = ${id}::uuid and s."open"))`;
