import type { PluginHost } from '@dossier/sdk/web';
import { figure } from '@dossier/sdk/web/ui/reader';
import { answersIn, variablesOf } from '../filter.ts';
import type { Filter } from '../filter.ts';

/** A file has so many rows at most; the server refuses more. */
const mostRows = 10_000;

/** The address at which the list can be had as a file. */
const addressOf = (workspaceId: string, filter: Filter): string => {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(variablesOf(filter)))
    if (value !== null) query.set(name, Array.isArray(value) ? value.join(',') : String(value));
  const answers = answersIn(filter);
  if (answers.length > 0) query.set('columns', answers.join(','));
  return `/api/v1/workspaces/${encodeURIComponent(workspaceId)}/applications/export?${query.toString()}`;
};

/** Loads the list as a file, or says that it is too long for one. `total` is null while it is not known. */
export function exportList(
  host: PluginHost,
  { workspaceId, filter, total }: { workspaceId: string; filter: Filter; total: number | null },
): void {
  if (total !== null && total > mostRows)
    host.notify({
      kind: 'info',
      text: `A file has at most ${figure(mostRows)} applications, and this list ${figure(total)}. Narrow it first.`,
    });
  else Object.assign(document.createElement('a'), { href: addressOf(workspaceId, filter), download: '' }).click();
}
