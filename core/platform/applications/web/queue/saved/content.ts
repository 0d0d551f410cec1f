import { variablesOf } from '../../filter.ts';
import type { Filter } from '../../filter.ts';

/** What is kept of a filter. */
export const contentOf = (filter: Filter) => ({
  query: Object.fromEntries(Object.entries(variablesOf(filter)).filter(([, value]) => value !== null)),
  columns: filter.columns,
  group: filter.group || null,
});

export const viewsPath = (workspaceId: string): string => `/api/v1/workspaces/${encodeURIComponent(workspaceId)}/views`;
