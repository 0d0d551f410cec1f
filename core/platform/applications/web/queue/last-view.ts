import type { DossierElement } from '@dossier/sdk/web';
import { keptFor } from '@dossier/sdk/web/ui/kept';
import type { Kept } from '@dossier/sdk/web/ui/kept';
import { everything, isNarrowed, searchOf } from '../filter.ts';
import type { Filter } from '../filter.ts';

/** The view and its order that a person used last in a workspace, kept in this browser. */
const keptBy = ({ session, workspace }: DossierElement): Kept | null =>
  session && workspace ? keptFor(session.user.id, `queue.${workspace.id}`) : null;

/** Its query; nothing for the first view. */
export const lastView = (element: DossierElement): string => {
  const kept = keptBy(element)?.get();
  return typeof kept === 'string' && kept.startsWith('?') ? kept : '';
};

/** Whether they have been here before. */
export const hasLastView = (element: DossierElement): boolean => typeof keptBy(element)?.get() === 'string';

/** What a link has narrowed is no view of theirs; a kept view is, as it was kept. */
export const rememberView = (element: DossierElement, filter: Filter): void => {
  const { view, sort, saved } = filter;
  if (saved) keptBy(element)?.set(searchOf({ ...everything, saved }));
  else if (!isNarrowed(filter)) keptBy(element)?.set(searchOf({ ...everything, view, sort }));
};
