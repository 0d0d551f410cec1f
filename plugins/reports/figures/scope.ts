import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';
import { idArray } from '@dossier/sdk';
import type { OrganizationId, WorkspaceId } from '@dossier/sdk';
import type {
  RelationQuery,
  ReportConditions,
  ReportMeasure,
  ReportSource,
} from '@dossier/core/platform/reporting/contract';
import type { TimeRange } from '../contract.ts';
import type { Filters } from '../definition/contract.ts';

/** What every statement of one report is limited to. */
export interface Scope extends RelationQuery {
  readonly organization: OrganizationId;
  readonly workspaces: readonly WorkspaceId[];
  readonly filters: Filters;
  /** The source that filters all others. */
  readonly applications: ReportSource;
}

type Condition = RawBuilder<unknown>;

/** A column of the relation, which stands in every statement as `r`. */
export const columnOf = (name: string): RawBuilder<unknown> => sql.ref(`r.${name}`);

/** Columns of the source of applications by which a report is filtered. */
const filterColumns = {
  status: 'status',
  templateId: 'templateId',
  source: 'sourceId',
  assignee: 'assignees',
} as const;

/**
 * `from (…) as r where …`: the rows of a source in this report. The workspaces are a condition around the relation, so
 * that no source can forget them. Rows that belong to applications are limited to applications that the filters leave.
 */
export function rowsOf(scope: Scope, source: ReportSource, ...more: readonly Condition[]): Condition {
  const own = [sql`r."organizationId" = ${scope.organization}::uuid`, ...more];
  if (source.within === 'workspaceId')
    own.push(inWorkspaces(scope), ...(source === scope.applications ? filtersOf(scope) : []));
  else {
    const of = sql`select r."id" from (${scope.applications.relation(scope)}) as r where ${sql.join([inWorkspaces(scope), ...filtersOf(scope)], sql` and `)}`;
    own.push(sql`r."applicationId" in (${of})`);
  }
  return sql`from (${source.relation(scope)}) as r where ${sql.join(own, sql` and `)}`;
}

const inWorkspaces = ({ workspaces }: Scope): Condition => sql`r."workspaceId" = any(${idArray(workspaces)}::uuid[])`;

function filtersOf({ filters }: Scope): readonly Condition[] {
  const conditions: Condition[] = [];
  const { status, templateId, source, assignee } = filters;
  if (status && status.length > 0) conditions.push(isOneOf(filterColumns.status, status));
  if (templateId && templateId.length > 0) conditions.push(isOneOf(filterColumns.templateId, templateId));
  if (source && source.length > 0) conditions.push(isOneOf(filterColumns.source, source));
  if (assignee && assignee.length > 0)
    conditions.push(sql`${columnOf(filterColumns.assignee)}::text[] && ${textArray(assignee)}::text[]`);
  return conditions;
}

const isOneOf = (column: string, values: readonly string[]): Condition =>
  sql`${columnOf(column)}::text = any(${textArray(values)}::text[])`;

/** An array literal, so that every driver sends it as one text. */
export const textArray = (values: readonly string[]): string =>
  `{${values.map((value) => `"${value.replace(/[\\"]/g, '\\$&')}"`).join(',')}}`;

/** Conditions on columns of the source's own. */
export const conditionsOf = (where: ReportConditions | undefined): readonly Condition[] =>
  Object.entries(where ?? {}).map(([column, values]) =>
    values.length === 0 ? sql`false` : isOneOf(column, values.map(String)),
  );

export const within = (column: string, { from, to }: TimeRange): Condition =>
  sql`${columnOf(column)} >= ${from.toISOString()}::timestamptz and ${columnOf(column)} < ${to.toISOString()}::timestamptz`;

/** The columns that a measure reads, with those of its conditions. */
export const columnsOf = ({ column, at, where }: ReportMeasure): readonly string[] => [
  ...(column === undefined ? [] : [column]),
  ...(at === null ? [] : [at]),
  ...Object.keys(where ?? {}),
];

/** The times at which measures count, by their columns; null where one of them counts at all times. */
export const timesOf = (measures: readonly ReportMeasure[], span: TimeRange): ReadonlyMap<string, TimeRange> | null => {
  const axes = measures.flatMap(({ at }) => at ?? []);
  return axes.length < measures.length || axes.length === 0 ? null : new Map(axes.map((at) => [at, span]));
};

/** A measure over the rows that meet `only`, as a float or a count. */
export function aggregate(measure: ReportMeasure, only: readonly Condition[]): Condition {
  const conditions = [...conditionsOf(measure.where), ...only];
  const filter = (extra: readonly Condition[]): Condition => {
    const all = [...conditions, ...extra];
    return all.length === 0 ? sql`` : sql` filter (where ${sql.join(all, sql` and `)})`;
  };
  const column = measure.column === undefined ? sql`1` : columnOf(measure.column);
  switch (measure.how) {
    case 'rows':
      return sql`count(*)${filter([])}::float8`;
    case 'distinct':
      return sql`(count(distinct ${column})${filter([])})::float8`;
    case 'median':
      return sql`(percentile_cont(0.5) within group (order by ${column})${filter([])})::float8`;
    case 'p90':
      return sql`(percentile_cont(0.9) within group (order by ${column})${filter([])})::float8`;
    case 'share':
      return sql`(100.0 * count(*)${filter([column])} / nullif(count(*)${filter([sql`${column} is not null`])}, 0))::float8`;
  }
}

/** `where …`, or nothing. */
export const whereAll = (conditions: readonly Condition[]): Condition =>
  conditions.length === 0 ? sql`` : sql`where ${sql.join(conditions, sql` and `)}`;

export { filterColumns };
