/** A view that somebody kept, as the server has it, and as a filter of the list. */
import { isRecord } from '@dossier/sdk/web/ui/record';
import { everything, filterOf, searchOf } from '../../filter.ts';
import type { Filter } from '../../filter.ts';

export interface SavedView {
  readonly id: string;
  readonly name: string;
  readonly shared: boolean;
  readonly query: unknown;
  readonly columns: readonly string[];
  readonly group: string | null;
  readonly roles: readonly string[];
  /** What is no more, each as a sentence. */
  readonly missing: readonly string[];
  readonly author: { readonly id: string; readonly name: string } | null;
  readonly begins: boolean;
  readonly own: boolean;
  readonly mayChange: boolean;
  readonly position: number;
  readonly version: number;
}

/** What a view shows, before anything in the address differs from it. */
export function filterOfView({ id, query, columns, group }: SavedView): Filter {
  const given = new URLSearchParams();
  for (const [name, value] of Object.entries(isRecord(query) ? query : {}))
    given.set(name === 'search' ? 'q' : name, Array.isArray(value) ? value.join(',') : String(value));
  return { ...filterOf(given.toString()), columns, group: group ?? '', saved: id };
}

/** Whether there is something to keep: more than one of the given views in its usual order. */
export const isWorthKeeping = (filter: Filter): boolean =>
  searchOf(filter) !== searchOf({ ...everything, view: filter.view });
