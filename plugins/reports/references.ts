import { sql } from 'kysely';
import { isId } from '@dossier/sdk';
import type { Database, Fault, WorkspaceAccess } from '@dossier/sdk';
import type { AccessAdministration } from '@dossier/core/platform/access/contract';
import type { ReportSource } from '@dossier/core/platform/reporting/contract';
import type { Templates } from '@dossier/core/platform/templates/contract';
import { isAudience } from './audience.ts';
import type { Places } from './check-definition.ts';
import type { SectionUse } from './contract.ts';
import type { Filters } from './definition/contract.ts';
import { columnOf, filterColumns, rowsOf, textArray } from './figures/scope.ts';
import { statements } from './figures/statements.ts';
import { applicationsId } from './sources/catalogue.ts';
import type { Catalogue } from './sources/catalogue.ts';

/** An identifier that a report names: what has it, in a column of a source, by the id of that. */
export interface Referred {
  readonly source: string;
  readonly column: string;
  readonly id: string;
  readonly pointer: string;
}

/**
 * Tells which identifiers lead nowhere: to no template and no member of the organization, and to no row of the
 * workspaces of the report.
 */
export interface References {
  /**
   * `places` are those workspaces, the first first; one in which the reader may not read a source has nothing for them.
   */
  faults(places: readonly WorkspaceAccess[], asked: readonly Referred[]): Promise<readonly Fault[]>;
}

/** What the filters of a report name. */
export const filtered = (filters: Filters, at: Places): Referred[] =>
  (['templateId', 'assignee', 'source'] as const).flatMap((name) =>
    (filters[name] ?? []).map((id, i) => ({
      source: applicationsId,
      column: filterColumns[name],
      id,
      pointer: `${at.filter(name)}/${i}`,
    })),
  );

/** What conditions of a section name, as far as it is an identifier: words may be those of rows to come. */
export const conditioned = (
  { columns }: ReportSource,
  { source, where = {} }: SectionUse,
  pointer: string,
): readonly Referred[] =>
  Object.entries(where)
    .filter(([column]) => ['id', 'person', 'people'].includes(columns[column]?.type ?? ''))
    .flatMap(([column, values]) =>
      values.flatMap((id, i) =>
        typeof id === 'string' && isId(id) ? [{ source, column, id, pointer: `${pointer}/${column}/${i}` }] : [],
      ),
    );

/**
 * Those that stood in the report before: they were there when they were chosen, and that nothing has them any more
 * takes the report from nobody.
 */
export const without = (asked: readonly Referred[], before: readonly Referred[]): readonly Referred[] => {
  const stood = new Set(before.map(keyOf));
  return asked.filter((one) => !stood.has(keyOf(one)));
};

const keyOf = ({ source, column, id }: Referred): string => JSON.stringify([source, column, id]);

export function references({
  database,
  templates,
  grants,
  sources,
}: {
  database: Database;
  templates: Templates;
  grants: AccessAdministration;
  sources: Catalogue;
}): References {
  const known = async ({ organization }: WorkspaceAccess, { column, id }: Referred): Promise<boolean> =>
    column === 'templateId'
      ? (await templates.get(organization, id)) !== null
      : (await grants.memberships(organization, id)).length > 0;

  const mayRead = (access: WorkspaceAccess, source: string): boolean =>
    isAudience(access) && sources.list(access).some(({ id }) => id === source);

  /** Those that rows of the workspaces have: people who left, keys, and whatever else a source names. */
  const met = async (
    [access, ...others]: readonly [WorkspaceAccess, ...WorkspaceAccess[]],
    name: string,
    column: string,
    ids: readonly string[],
  ): Promise<readonly string[]> => {
    const source = sources.demand(access, name);
    const workspaces = [access, ...others.filter((place) => mayRead(place, name))].map(({ workspace }) => workspace);
    // The deadline does not matter here: no identifier depends on it.
    const scope = {
      organization: access.organization,
      workspaces,
      filters: {},
      targetSeconds: 1,
      applications: sources.demand(access, applicationsId),
    };
    const { answers } = statements(database, {
      organization: access.organization,
      whole: false,
      signal: new AbortController().signal,
    });
    const value =
      source.columns[column]?.type === 'people'
        ? sql`unnest(${columnOf(column)})::text`
        : sql`${columnOf(column)}::text`;
    const rows = await answers(
      sql<{
        id: string;
      }>`select distinct "id" from (select ${value} as "id" ${rowsOf(scope, source)}) as v where "id" = any(${textArray(ids)}::text[])`,
    );
    return rows.map(({ id }) => id);
  };

  return {
    async faults([access, ...others], asked) {
      if (!access || asked.length === 0) return [];
      const unknown = (await Promise.all(asked.map(async (one) => ((await known(access, one)) ? [] : [one])))).flat();
      const nowhere = new Set(
        (
          await Promise.all(
            [...Map.groupBy(unknown, ({ source, column }) => `${source} ${column}`).values()].map(async (some) => {
              const { source, column } = some[0]!;
              const ids = new Set(
                await met(
                  [access, ...others],
                  source,
                  column,
                  some.map(({ id }) => id),
                ),
              );
              return some.filter(({ id }) => !ids.has(id));
            }),
          )
        ).flat(),
      );
      return asked
        .filter((one) => nowhere.has(one))
        .map(({ pointer }) => ({
          pointer,
          code: 'leads-nowhere',
          detail:
            'Nothing here has this identifier: it was removed, or belongs elsewhere. Leave it out, or choose another one.',
        }));
    },
  };
}
