import type { ReportSource } from '@dossier/core/platform/reporting/contract';
import type { People } from '@dossier/core/platform/people/contract';

export type PeopleNames = (ids: readonly string[]) => Promise<(id: string) => string>;

/** Names of people, asked for once each in the life of one report. */
export function namesOf(people: People): PeopleNames {
  const known = new Map<string, string>();
  return async (ids) => {
    const unknown = [...new Set(ids)].filter((id) => !known.has(id));
    if (unknown.length > 0) {
      const found = await people.users(unknown);
      for (const id of unknown) known.set(id, found.get(id)?.name ?? 'Somebody who is no longer here');
    }
    return (id) => known.get(id) ?? id;
  };
}

/** The column that says what a column shows. */
export const labelColumn = (source: ReportSource, column: string): string => source.columns[column]?.label ?? column;
