import type { ReportConditions, ReportMeasure, ReportSource } from '@dossier/core/platform/reporting/contract';
import type { TimeRange } from '../contract.ts';
import { filterColumns } from './scope.ts';
import type { Scope } from './scope.ts';

/** What was counted: a measure, further conditions, and the part of the period. */
interface Counted {
  readonly source: ReportSource;
  readonly measure: ReportMeasure;
  readonly where?: ReportConditions;
  readonly span: TimeRange;
  /** The group, when it is one. */
  readonly by?: { readonly column: string; readonly value: string };
}

/**
 * The query of the list of applications that shows exactly what was counted; null when no such query exists. The list
 * takes one value of each parameter but `status`, and one workspace.
 */
export function listOf(scope: Scope, { source, measure, where, span, by }: Counted): string | null {
  if (source.lists === undefined || measure.how === 'distinct') return null;
  const wanted = new Map<string, readonly string[]>();
  const narrow = (parameter: string, values: readonly string[]): void => {
    const there = wanted.get(parameter);
    wanted.set(parameter, there ? there.filter((value) => values.includes(value)) : values);
  };
  const narrowBy = (of: ReportSource, column: string, values: readonly (string | boolean)[]): boolean => {
    const parameter = of.columns[column]?.list;
    if (typeof parameter !== 'string') return false;
    narrow(parameter, values.map(String));
    return true;
  };
  const filters = Object.entries(filterColumns).flatMap(([name, column]) => {
    const values = scope.filters[name as keyof typeof filterColumns];
    return values && values.length > 0 ? [[column, values] as const] : [];
  });
  const known =
    filters.every(([column, values]) => narrowBy(scope.applications, column, values)) &&
    [measure.where ?? {}, where ?? {}, ...(by ? [{ [by.column]: [by.value] }] : [])].every((conditions) =>
      Object.entries(conditions).every(([column, values]) => narrowBy(source, column, values)),
    );
  if (!known) return null;
  // An assignee of the filter and one of the group are two conditions on several officers; the list knows one.
  if (source.lists.some((column) => (by?.column === column ? false : (where?.[column] ?? []).length !== 1)))
    return null;
  const [workspace, ...others] = scope.workspaces;
  if (workspace === undefined || others.length > 0) return null;
  const query = new URLSearchParams({ workspaceId: workspace });
  for (const [parameter, values] of wanted) {
    const [only, ...rest] = values;
    if (only === undefined || (rest.length > 0 && parameter !== 'status')) return null;
    query.set(parameter, values.join(','));
  }
  if (measure.at !== null) {
    const ends = source.columns[measure.at]?.list;
    if (typeof ends !== 'object') return null;
    query.set(ends[0], span.from.toISOString());
    query.set(ends[1], span.to.toISOString());
  }
  return query.toString();
}
