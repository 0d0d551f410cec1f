/** What the tab does for who asks by the palette, and its keys. */
import type { KeyGroup, PageAction, PageOffer } from '@dossier/sdk/web';
import { counted } from '@dossier/sdk/web/ui/format';

const keys: KeyGroup = {
  title: 'In the Patent Search',
  keys: [
    [['J', 'K'], 'Next, previous publication'],
    [['Enter'], 'Open the publication you are at'],
    [['S'], 'Save the open publication, or the one you are at'],
    [['/'], 'To the search'],
    [['Esc'], 'Close the publication'],
  ],
};

export interface Does {
  readonly search: () => unknown;
  readonly earlier: () => unknown;
  readonly watches: () => unknown;
  readonly saved: () => unknown;
  /** Null where there is nothing to do it with, or the person may not. */
  readonly save: (() => unknown) | null;
  readonly keep: (() => unknown) | null;
  readonly narrow: (() => unknown) | null;
  readonly more: (() => unknown) | null;
  /** Credits. */
  readonly moreCosts: number;
}

export function patentsOffer({
  search,
  earlier,
  watches,
  saved,
  save,
  keep,
  narrow,
  more,
  moreCosts,
}: Does): PageOffer {
  const maybe = (does: (() => unknown) | null, o: Omit<PageAction, 'run'>): readonly PageAction[] =>
    does === null ? [] : [{ ...o, run: does }];
  return {
    about: 'Patent Search',
    words: 'patent publication',
    actions: [
      { title: 'Search patents', icon: 'search', keys: ['/'], run: search },
      ...maybe(save, { title: 'Save the publication to this application', icon: 'bookmark', keys: ['S'] }),
      ...maybe(more, {
        title: 'Show the next 25 publications',
        icon: 'down',
        note: counted(moreCosts, 'credit', 'credits'),
      }),
      ...maybe(narrow, { title: 'Filter and sort what was found', icon: 'filter' }),
      ...maybe(keep, { title: 'Save this search', icon: 'bell' }),
      { title: 'Show patents saved to this application', icon: 'bookmark', run: saved },
      { title: 'Show earlier searches', icon: 'clock', run: earlier },
      { title: 'Show saved searches', icon: 'bell', run: watches },
    ],
    keys: [keys],
  };
}
