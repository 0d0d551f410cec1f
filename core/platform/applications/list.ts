import { sql } from 'kysely';
import type { Expression, OrderByItemBuilder, SqlBool } from 'kysely';
import { badQuery, inNameOrder, isId, isTime, nameOrdered, wordsOf } from '@dossier/sdk';
import type { Database, Fault, OrganizationId, Transaction } from '@dossier/sdk';
import { readCursor, writeCursor } from './cursor.ts';
import type { ApplicationTables } from './entities.ts';
import { selectPage, selectRows } from './rows.ts';
import type { PageRow, RowColumns } from './rows.ts';
import { hasTerm } from './terms.ts';
import { within } from './within.ts';
import type { Builder, Narrow, Place, Reach, Top } from './within.ts';

export type { Reach } from './within.ts';

/**
 * What is asked for. `sort` is one of createdAt, updatedAt, applicantName, status, with `-` for descending;
 * `-createdAt` unless given.
 */
export interface ListQuery {
  readonly status?: readonly string[];
  readonly search?: string;
  readonly templateId?: string;
  readonly assignee?: string;
  /** Id of the person or key that created it. */
  readonly source?: string;
  /** ISO 8601 times: created or decided at this moment or later, and before that one. */
  readonly createdFrom?: string;
  readonly createdTo?: string;
  readonly decidedFrom?: string;
  readonly decidedTo?: string;
  readonly sort?: string;
  /** 1 to 100, 50 unless given. */
  readonly limit?: number;
  readonly cursor?: string;
  /** Read the answers, too, where whole applications are asked for. */
  readonly answers?: boolean;
}

export interface Page<R> {
  readonly rows: readonly R[];
  /** Cursor of the next page, or null at the end. */
  readonly next: string | null;
}

export const statuses = ['Draft', 'Submitted', 'InReview', 'Approved', 'Rejected'] as const;
const columns = ['createdAt', 'updatedAt', 'applicantName', 'status'] as const;
/** What `sort` may be. */
export const sorts: readonly string[] = columns.flatMap((column) => [column, `-${column}`]);
/** The ends of a period: the parameter, the column, and whether it is the beginning. */
const ends = [
  ['createdFrom', 'createdAt', true],
  ['createdTo', 'createdAt', false],
  ['decidedFrom', 'decidedAt', true],
  ['decidedTo', 'decidedAt', false],
] as const;
/** Parameters that are identifiers, and nothing else. */
const ids = ['workspaceId', 'templateId', 'assignee'] as const;
export const newestFirst = '-createdAt';
/** Rows of a page at most, and unless given. */
export const MOST = 100;
export const USUAL = 50;
/** Characters of a search, or of the id of a source. */
export const LONGEST = 200;

export const listApplications = (database: Database) => ({
  rows: (organization: OrganizationId, reach: Reach, query: ListQuery): Promise<Page<RowColumns>> =>
    database.read(organization, async (tx) => paged(tx, organization, selectRows(tx, organization), reach, query)),

  /** Whole applications but for their people and answers. */
  page: (organization: OrganizationId, reach: Reach, query: ListQuery): Promise<Page<PageRow>> =>
    database.read(organization, async (tx) => paged(tx, organization, selectPage(tx, organization), reach, query)),

  /** How many applications the filters leave. */
  count: (organization: OrganizationId, reach: Reach, query: ListQuery): Promise<number> =>
    database.read(organization, async (tx) => {
      demandSane(query);
      const all = tx
        .sql<ApplicationTables>()
        .selectFrom('application')
        .where('application.organizationId', '=', organization);
      const { n } = await within(tx, organization, all, reach, (some, by) => filtered(some, query, by))
        .select(({ fn }) => fn.countAll<string>().as('n'))
        .executeTakeFirstOrThrow();
      return Number(n);
    }),
});

async function paged<O extends Omit<RowColumns, 'assignees'>>(
  tx: Transaction,
  organization: OrganizationId,
  builder: Builder<O>,
  reach: Reach,
  query: ListQuery,
): Promise<Page<O>> {
  const { sort = newestFirst, limit = USUAL } = query;
  demandSane(query);
  const descending = sort.startsWith('-');
  const column = columns.find((name) => sort.endsWith(name))!;
  const place = query.cursor === undefined ? null : readCursor(query.cursor, sort, column.endsWith('At'));
  const most = bound(limit + 1);
  const ordered: Narrow = (some, by) => {
    const left = filtered(some, query, by);
    const page = left && orderedBy(left, column, descending).limit(most);
    return page && place ? page.where(after(column, place, descending)) : page;
  };
  const top: Top = {
    column,
    order: (name) => (column === 'applicantName' ? nameOrdered(name) : name),
    direction: descending ? sql`desc` : sql`asc`,
    limit: typeof most === 'number' ? sql`${most}` : most,
  };
  const found = await orderedBy(within(tx, organization, builder, reach, ordered, top), column, descending)
    .limit(most)
    .execute();
  const rows = found.slice(0, limit);
  const last = rows.at(-1);
  return { rows, next: found.length > limit && last ? writeCursor({ sort, value: last[column], id: last.id }) : null };
}

type Column = (typeof columns)[number];

/**
 * Names as people look for them. Said here and not at the column: an index in this order would be wrong after an
 * upgrade of the database's ICU.
 */
function orderedBy<O>(builder: Builder<O>, column: Column, descending: boolean): Builder<O> {
  const direction = (item: OrderByItemBuilder): OrderByItemBuilder => (descending ? item.desc() : item.asc());
  return builder
    .orderBy(`application.${column}`, (item) => direction(column === 'applicantName' ? inNameOrder(item) : item))
    .orderBy('application.id', direction);
}

/**
 * The usual limit is written out: PostgreSQL keeps a plan whose limit it knows, and makes one anew each time for a
 * limit that it does not.
 */
const bound = (rows: number) => (rows === USUAL + 1 ? sql.lit(rows) : rows);

/** One comparison of the pair, so that the index of the list finds the place at once. */
function after(column: Column, { value, id }: { value: string; id: string }, descending: boolean): Expression<SqlBool> {
  const pair = sql`(${column === 'applicantName' ? nameOrdered('application.applicantName') : sql.ref(`application.${column}`)}, "application"."id")`;
  const place = column.endsWith('At') ? sql`(${value}::timestamptz, ${id}::uuid)` : sql`(${value}::text, ${id}::uuid)`;
  return descending ? sql<SqlBool>`${pair} < ${place}` : sql<SqlBool>`${pair} > ${place}`;
}

/** Null when nothing can be left. */
function filtered<O>(builder: Builder<O>, query: ListQuery, by: Place): Builder<O> | null {
  const { status = [], search = '', templateId, assignee, source } = query;
  // Clients do not learn who works on an application: a filter by officer skips the viewer's own as a client.
  if (assignee && by === 'client') return null;
  let some = builder;
  for (const [end, column, begins] of ends) {
    const time = query[end];
    if (time !== undefined) some = some.where(`application.${column}`, begins ? '>=' : '<', time);
  }
  if (source) some = some.where('application.sourceId', '=', source);
  const wanted = statuses.filter((one) => status.includes(one));
  if (wanted.length > 0) some = some.where('application.status', 'in', wanted);
  for (const word of wordsOf(search)) some = some.where(hasTerm(word, typeof by === 'string' ? null : by));
  if (templateId) some = some.where('application.templateId', '=', templateId);
  if (assignee) {
    some = some.where(({ exists, selectFrom }) =>
      exists(
        selectFrom('assignee')
          .select('assignee.userId')
          .where('assignee.userId', '=', assignee)
          .whereRef('assignee.organizationId', '=', 'application.organizationId')
          .whereRef('assignee.applicationId', '=', 'application.id'),
      ),
    );
  }
  return some;
}

/** Throws 400 with all that is wrong with the form of a query, before anybody looks what it leads to. */
export function demandSane(query: ListQuery & { readonly workspaceId?: string }): void {
  const { status = [], search = '', source = '', sort = newestFirst, limit = USUAL } = query;
  const faults: Fault[] = ends.flatMap(([end]) => {
    const time = query[end];
    return time === undefined || isTime(time)
      ? []
      : [
          {
            pointer: `?${end}`,
            code: 'bad-time',
            detail: 'Give a time with its offset, for example 2026-01-31T00:00:00Z.',
          },
        ];
  });
  for (const name of ids)
    if (query[name] !== undefined && !isId(query[name]))
      faults.push({ pointer: `?${name}`, code: 'format', detail: `${name} must be a valid uuid.` });
  if (source.length > LONGEST || source.includes('\0'))
    faults.push({ pointer: '?source', code: 'bad-source', detail: 'Give the id of a person or of an API key.' });
  if (!sorts.includes(sort))
    faults.push({ pointer: '?sort', code: 'unknown-sort', detail: `Sort by one of ${sorts.join(', ')}.` });
  if (!Number.isInteger(limit) || limit < 1 || limit > MOST)
    faults.push({ pointer: '?limit', code: 'out-of-range', detail: `A page has 1 to ${MOST} rows.` });
  if (status.some((one) => !statuses.some((known) => known === one)))
    faults.push({ pointer: '?status', code: 'unknown-status', detail: `A status is one of ${statuses.join(', ')}.` });
  if (search.length > LONGEST || search.includes('\0'))
    faults.push({
      pointer: '?search',
      code: 'bad-search',
      detail: `Search for at most ${LONGEST} characters of words of the name of an applicant or a template.`,
    });
  if (faults.length > 0) throw badQuery(faults);
}
