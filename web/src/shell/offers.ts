/** What the elements on the open page offer at the moment. */
import { offersHere } from '@dossier/sdk/web';
import type { KeyGroup, PageAction, PageOffer } from '@dossier/sdk/web';

export interface Offering {
  readonly about: string | null;
  readonly words: string;
  readonly actions: readonly PageAction[];
}

/** One that throws offers nothing, and the others go on. */
const asked = (): readonly PageOffer[] =>
  offersHere().flatMap((what) => {
    try {
      return what() ?? [];
    } catch (error) {
      reportError(error);
      return [];
    }
  });

/** The actions of the page, by what they are about; those of parts of a record are about the record. */
export function actionsHere(): Offering | null {
  const all = asked();
  const actions = all.flatMap((one) => one.actions ?? []);
  if (actions.length === 0) return null;
  return {
    about: all.find(({ about }) => about !== undefined)?.about ?? null,
    words: all.flatMap(({ words }) => words ?? []).join(' '),
    actions,
  };
}

/** The keys of the page. */
export const keysHere = (): readonly KeyGroup[] => asked().flatMap(({ keys }) => keys ?? []);
