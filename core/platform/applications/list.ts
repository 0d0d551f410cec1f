import { sql } from 'kysely';
import type { Expression, ReferenceExpression, SelectQueryBuilder, SqlBool } from 'kysely';
import { badQuery, isId, isTime } from '@dossier/sdk';
import type { Database, Fault, OrganizationId, UserId, WorkspaceId } from '@dossier/sdk';
import { readCursor, writeCursor } from './cursor.ts';
import type { ApplicationTables } from './entities.ts';
import type { People } from './people.ts';
import { selectPage, selectRows } from './rows.ts';
import type { FullRow, RowColumns } from './rows.ts';

/** Whose applications are listed; decided by who asks, before any filter. */
export type Reach =
  | { readonly workspace: WorkspaceId }
  | { readonly source: string; readonly workspaces: readonly WorkspaceId[] }
  | { readonly client: UserId }
  /** All of these workspaces, and the client's own besides; null for who is nowhere a client. */
  | { readonly workspaces: readonly WorkspaceId[]; readonly client: UserId | null };

/** What is asked for. `sort` is one of createdAt, updatedAt, applicantName, status, with `-` for descending; `-createdAt` unless told. */
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
  /** 1 to 100, 50 unless told. */
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
const ends = [['createdFrom', 'createdAt', true], ['createdTo', 'createdAt', false], ['decidedFrom', 'decidedAt', true], ['decidedTo', 'decidedAt', false]] as const;
/** Parameters that are identifiers, and nothing else. */
const ids = ['workspaceId', 'templateId', 'assignee'] as const;
export const newestFirst = '-createdAt';
/** Rows of a page at most, and unless told. */
export const MOST = 100;
export const USUAL = 50;
/** Characters of a search, or of the id of a source. */
export const LONGEST = 200;

type Builder<O> = SelectQueryBuilder<ApplicationTables, 'application', O>;

export const listApplications = (database: Database) => ({
  rows: (organization: OrganizationId, reach: Reach, query: ListQuery): Promise<Page<RowColumns>> =>
    database.read(organization, async (tx) => paged(selectRows(tx, organization), reach, query)),

  /** Whole applications but for their people, and for their answers unless those are asked for. */
  page: (organization: OrganizationId, reach: Reach, query: ListQuery): Promise<Page<Omit<FullRow, keyof People>>> =>
    database.read(organization, async (tx) => paged(selectPage(tx, organization, query.answers ?? false), reach, query)),

  /** How many applications the filters leave. */
  count: (organization: OrganizationId, reach: Reach, query: ListQuery): Promise<number> => database.read(organization, async (tx) => {
    demandSane(query);
    const all = tx.sql<ApplicationTables>().selectFrom('application').where('application.organizationId', '=', organization);
    const { n } = await filtered(all, reach, query).select(({ fn }) => fn.countAll<string>().as('n')).executeTakeFirstOrThrow();
    return Number(n);
  }),
});

async function paged<O extends Omit<RowColumns, 'assignees'>>(builder: Builder<O>, reach: Reach, query: ListQuery): Promise<Page<O>> {
  const { sort = newestFirst, limit = USUAL } = query;
  demandSane(query);
  const descending = sort.startsWith('-');
  const column = columns.find((name) => sort.endsWith(name))!;
  const place = query.cursor === undefined ? null : readCursor(query.cursor, sort, column.endsWith('At'));
  const direction = descending ? 'desc' : 'asc';
  let page = filtered(builder, reach, query).orderBy(`application.${column}`, direction).orderBy('application.id', direction).limit(bound(limit + 1));
  if (place) page = page.where(after(`application.${column}`, place, descending));
  const found = await page.execute();
  const rows = found.slice(0, limit);
  const last = rows.at(-1);
  return { rows, next: found.length > limit && last ? writeCursor({ sort, value: last[column], id: last.id }) : null };
}

/** The usual limit is written out: PostgreSQL keeps a plan whose limit it knows, and makes one anew each time for a limit that it does not. */
const bound = (rows: number) => (rows === USUAL + 1 ? sql.lit(rows) : rows);

/** One comparison of the pair, so that the index of the list finds the place at once. */
function after(column: ReferenceExpression<ApplicationTables, 'application'> & string, { value, id }: { value: string; id: string }, descending: boolean): Expression<SqlBool> {
  const pair = sql`(${sql.ref(column)}, "application"."id")`;
  const place = column.endsWith('At') ? sql`(${value}::timestamptz, ${id}::uuid)` : sql`(${value}::text, ${id}::uuid)`;
  return descending ? sql<SqlBool>`${pair} < ${place}` : sql<SqlBool>`${pair} > ${place}`;
}

function filtered<O>(builder: Builder<O>, reach: Reach, query: ListQuery): Builder<O> {
  const { status = [], search, templateId, assignee, source } = query;
  let some = within(builder, reach);
  for (const [end, column, begins] of ends) {
    const time = query[end];
    if (time !== undefined) some = some.where(`application.${column}`, begins ? '>=' : '<', time);
  }
  if (source) some = some.where('application.sourceId', '=', source);
  const wanted = statuses.filter((one) => status.includes(one));
  if (wanted.length > 0) some = some.where('application.status', 'in', wanted);
  for (const word of wordsOf(search)) {
    const pattern = `%${word.replace(/[\\%_]/g, '\\$&')}%`;
    some = some.where(({ or, eb, refTuple, selectFrom }) => or([
      eb('application.applicantName', 'ilike', pattern), eb('application.templateName', 'ilike', pattern),
      // Not asked of each application: so the applicants are read once.
      eb(refTuple('application.organizationId', 'application.id'), 'in', selectFrom('applicant').select(['applicant.organizationId', 'applicant.applicationId'])
        .where(({ or: either, eb: of }) => either([of('applicant.firstName', 'ilike', pattern), of('applicant.lastName', 'ilike', pattern)])).$asTuple('organizationId', 'applicationId')),
    ]));
  }
  if (templateId) some = some.where('application.templateId', '=', templateId);
  if (assignee) {
    // Who works on an application is not for its clients: of those that are only his own nothing is told by asking for it.
    if ('client' in reach && reach.client !== null) some = 'workspaces' in reach ? some.where('application.workspaceId', 'in', reach.workspaces) : some.where(sql<SqlBool>`false`);
    some = some.where(({ exists, selectFrom }) => exists(selectFrom('assignee').select('assignee.userId').where('assignee.userId', '=', assignee)
      .whereRef('assignee.organizationId', '=', 'application.organizationId').whereRef('assignee.applicationId', '=', 'application.id')));
  }
  return some;
}

/** Each is looked for alone: "Novak, Amelia" is Amelia Novak too. Beyond so many nobody narrows further. */
const wordsOf = (search = ''): readonly string[] => search.split(/[\s,]+/).filter((word) => word !== '').slice(0, 8);

function within<O>(builder: Builder<O>, reach: Reach): Builder<O> {
  if ('workspace' in reach) return builder.where('application.workspaceId', '=', reach.workspace);
  if ('source' in reach) return builder.where('application.sourceKind', '=', 'key').where('application.sourceId', '=', reach.source).where('application.workspaceId', 'in', reach.workspaces);
  return builder.where(({ or, eb, selectFrom }) => or([
    ...('workspaces' in reach ? [eb('application.workspaceId', 'in', reach.workspaces)] : []),
    ...(reach.client === null ? [] : [
      eb.and([eb('application.sourceKind', '=', 'user'), eb('application.sourceId', '=', reach.client)]),
      eb('application.id', 'in', selectFrom('applicant').select('applicant.applicationId').where('applicant.userId', '=', reach.client)
        .whereRef('applicant.organizationId', '=', 'application.organizationId')),
    ]),
  ]));
}

/** Throws 400 with all that is wrong with the form of a query, before anybody looks what it leads to. */
export function demandSane(query: ListQuery & { readonly workspaceId?: string }): void {
  const { status = [], search = '', source = '', sort = newestFirst, limit = USUAL } = query;
  const faults: Fault[] = ends.flatMap(([end]) => {
    const time = query[end];
    return time === undefined || isTime(time) ? [] : [{ pointer: `?${end}`, code: 'bad-time', detail: 'Give a time with its offset, for example 2026-01-31T00:00:00Z.' }];
  });
  for (const name of ids) if (query[name] !== undefined && !isId(query[name])) faults.push({ pointer: `?${name}`, code: 'format', detail: `${name} must be a valid uuid.` });
  if (source.length > LONGEST || source.includes('\0')) faults.push({ pointer: '?source', code: 'bad-source', detail: 'Give the id of a person or of an API key.' });
  if (!sorts.includes(sort)) faults.push({ pointer: '?sort', code: 'unknown-sort', detail: `Sort by one of ${sorts.join(', ')}.` });
  if (!Number.isInteger(limit) || limit < 1 || limit > MOST) faults.push({ pointer: '?limit', code: 'out-of-range', detail: `A page has 1 to ${MOST} rows.` });
  if (status.some((one) => !statuses.some((known) => known === one))) faults.push({ pointer: '?status', code: 'unknown-status', detail: `A status is one of ${statuses.join(', ')}.` });
  if (search.length > LONGEST || search.includes('\0')) faults.push({ pointer: '?search', code: 'bad-search', detail: `Search for at most ${LONGEST} characters of the name of an applicant or a template.` });
  if (faults.length > 0) throw badQuery(faults);
}
