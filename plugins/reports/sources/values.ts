import { sql } from 'kysely';
import { badQuery, Problem } from '@dossier/sdk';
import type { Database, WorkspaceAccess } from '@dossier/sdk';
import type { People } from '@dossier/core/platform/people/contract';
import type { ReportColumn } from '@dossier/core/platform/reporting/contract';
import { labelColumn, namesOf } from '../figures/names.ts';
import { columnOf, rowsOf } from '../figures/scope.ts';
import { statements } from '../figures/statements.ts';
import { applicationsId } from './catalogue.ts';
import type { Catalogue } from './catalogue.ts';

/** A value that a condition can ask for, as people read it, and how many rows have it. */
export interface ColumnValue {
  readonly value: string;
  readonly label: string;
  readonly count: number;
}

/** More nobody looks through; of what people write themselves any other value can be typed. */
const MOST = 50;

/**
 * Whether a condition can be put on a column by choosing values: those of names, not of amounts, times and bare
 * identifiers.
 */
export const narrows = ({ type, label, hidden }: ReportColumn): boolean =>
  hidden !== true &&
  (type === 'text' || type === 'person' || type === 'flag' || (type === 'id' && label !== undefined));

/**
 * Tells the values that a column of a source has in one workspace, most frequent first. Throws `feature-off` and 403 as
 * the source does, and `bad-query` (400) for a source that is not there and a column whose values are not listed.
 */
export const columnValues =
  ({ database, people, sources }: { database: Database; people: People; sources: Catalogue }) =>
  async (
    access: WorkspaceAccess,
    { source: id, column: name }: { source: string; column: string },
    signal: AbortSignal,
  ): Promise<readonly ColumnValue[]> => {
    const source = named(() => sources.demand(access, id));
    const column = Object.hasOwn(source.columns, name) ? source.columns[name] : undefined;
    if (!column || !narrows(column))
      throw badQuery([
        {
          pointer: '?column',
          code: 'no-values',
          detail: `There are no values to choose from for "${name}". Name a column of "${source.title}" that holds names.`,
        },
      ]);
    // The deadline does not matter here: no name depends on it.
    const scope = {
      organization: access.organization,
      workspaces: [access.workspace],
      filters: {},
      targetSeconds: 1,
      applications: sources.demand(access, applicationsId),
    };
    const key = columnOf(name);
    const { answers } = statements(database, { organization: access.organization, whole: false, signal });
    const rows = await answers(sql<{ value: string; label: string | null; count: number }>`
    select * from (
      select ${key}::text as "value", max(${columnOf(labelColumn(source, name))}::text) as "label", count(*)::int as "count"
      ${rowsOf(scope, source, sql`${key} is not null`)} group by ${key}) v
    order by "count" desc, "label" collate "und-x-icu", "value" limit ${MOST}`);
    const nameOf = column.type === 'person' ? await namesOf(people)(rows.map(({ value }) => value)) : undefined;
    return rows.map(({ value, label, count }) => ({
      value,
      label: nameOf?.(value) ?? (column.type === 'flag' ? (value === 'true' ? 'Yes' : 'No') : (label ?? value)),
      count,
    }));
  };

/** The address itself is right: the thing that the query names is missing. */
function named<T>(source: () => T): T {
  try {
    return source();
  } catch (error) {
    throw Problem.is(error) && error.code === 'not-found'
      ? badQuery([
          {
            pointer: '?source',
            code: 'unknown',
            detail: 'There is no such source, or you may not read it. The sources are listed by report-sources.',
          },
        ])
      : error;
  }
}
