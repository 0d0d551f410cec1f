import { sql } from 'kysely';
import { isId } from '@dossier/sdk';
import type { Database, Fault, WorkspaceAccess } from '@dossier/sdk';
import type { AccessAdministration } from '@dossier/core/platform/access/contract';
import type { ReportSource } from '@dossier/core/platform/reporting/contract';
import type { Templates } from '@dossier/core/platform/templates/contract';
import type { Places } from './check-definition.ts';
import type { SectionUse } from './contract.ts';
import type { Filters } from './definition/contract.ts';
import { columnOf, filterColumns, rowsOf, textArray } from './figures/scope.ts';
import { statements } from './figures/statements.ts';
import { applicationsId } from './sources/catalogue.ts';
import type { Catalogue } from './sources/catalogue.ts';

/** An identifier that a report names: what has it, in a column of a source. `source` is absent for that of applications. */
export interface Referred {
  readonly source?: ReportSource;
  readonly column: string;
  readonly id: string;
  readonly pointer: string;
}

/** Tells which identifiers lead nowhere: to no template and no member of the organization, and to nothing that the workspace has. */
export interface References {
  faults(access: WorkspaceAccess, asked: readonly Referred[]): Promise<readonly Fault[]>;
}

/** What the filters of a report name. */
export const filtered = (filters: Filters, at: Places): Referred[] => (['templateId', 'assignee', 'source'] as const)
  .flatMap((name) => (filters[name] ?? []).map((id, i) => ({ column: filterColumns[name], id, pointer: `${at.filter(name)}/${i}` })));

/** What conditions of a section name, as far as it is an identifier: words may be those of rows to come. */
export const conditioned = (source: ReportSource, { where = {} }: SectionUse, pointer: string): readonly Referred[] => Object.entries(where)
  .filter(([column]) => ['id', 'person', 'people'].includes(source.columns[column]?.type ?? ''))
  .flatMap(([column, values]) => values.flatMap((id, i) => (typeof id === 'string' && isId(id) ? [{ source, column, id, pointer: `${pointer}/${column}/${i}` }] : [])));

export function references({ database, templates, grants, sources }: { database: Database; templates: Templates; grants: AccessAdministration; sources: Catalogue }): References {
  const known = async ({ organization }: WorkspaceAccess, { column, id }: Referred): Promise<boolean> =>
    (column === 'templateId' ? (await templates.get(organization, id)) !== null : (await grants.memberships(organization, id)).length > 0);

  /** Those that rows of the workspace have: people who left, keys, and whatever else a source names. */
  const met = async (access: WorkspaceAccess, source: ReportSource, column: string, ids: readonly string[]): Promise<readonly string[]> => {
    // The deadline does not matter here: no identifier depends on it.
    const scope = { organization: access.organization, workspaces: [access.workspace], filters: {}, targetSeconds: 1, applications: sources.demand(access, applicationsId) };
    const { answers } = statements(database, { organization: access.organization, whole: false, signal: new AbortController().signal });
    const value = source.columns[column]?.type === 'people' ? sql`unnest(${columnOf(column)})::text` : sql`${columnOf(column)}::text`;
    const rows = await answers(sql<{ id: string }>`select distinct "id" from (select ${value} as "id" ${rowsOf(scope, source)}) as v where "id" = any(${textArray(ids)}::text[])`);
    return rows.map(({ id }) => id);
  };

  return {
    async faults(access, asked) {
      const unknown = (await Promise.all(asked.map(async (one) => ((await known(access, one)) ? [] : [one])))).flat();
      const nowhere = await Promise.all([...Map.groupBy(unknown, ({ source, column }) => `${source?.title ?? ''} ${column}`).values()].map(async (some) => {
        const { source = sources.demand(access, applicationsId), column } = some[0]!;
        const ids = new Set(await met(access, source, column, some.map(({ id }) => id)));
        return some.filter(({ id }) => !ids.has(id));
      }));
      return nowhere.flat().map(({ pointer }) => ({ pointer, code: 'leads-nowhere', detail: 'Nothing here has this identifier: it was removed, or belongs elsewhere. Leave it out, or choose another one.' }));
    },
  };
}
