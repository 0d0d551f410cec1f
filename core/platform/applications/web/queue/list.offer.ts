/** What the list does for who asks by the palette, and its keys. */
import type { KeyGroup, PageOffer } from '@dossier/sdk/web';

const keys: KeyGroup = {
  title: 'In the list',
  keys: [
    [['J', 'K'], 'Down, up'],
    [['Space'], 'Preview without leaving the list'],
    [['Enter'], 'Open the case'],
    [['X'], 'Select'],
    [['A'], 'Assign what is selected, or the case you are at'],
    [['N'], 'Take next case'],
    [['/'], 'Search in the list'],
    [['S'], 'Save the view'],
    [['C'], 'Choose columns and groups'],
    [['Esc'], 'Clear the selection, close the preview'],
  ],
};

export interface Does {
  /** Null where the person may not, or there is nothing to do it with. */
  readonly takeNext: (() => unknown) | null;
  readonly keep: (() => unknown) | null;
  readonly assign: (() => unknown) | null;
  readonly columns: () => unknown;
  readonly narrow: () => unknown;
  readonly exported: () => unknown;
}

export function listOffer({ takeNext, keep, assign, columns, narrow, exported }: Does): PageOffer {
  return {
    actions: [
      ...(takeNext ? [{ title: 'Take next case', icon: 'person', keys: ['N'], run: takeNext }] : []),
      ...(assign ? [{ title: 'Assign what is selected', icon: 'people', keys: ['A'], run: assign }] : []),
      ...(keep ? [{ title: 'Save view', icon: 'bookmark', keys: ['S'], run: keep }] : []),
      { title: 'Choose columns and groups', icon: 'table', keys: ['C'], run: columns },
      { title: 'Add a filter', icon: 'filter', run: narrow },
      { title: 'Export this list as CSV', icon: 'download', run: exported },
    ],
    keys: [keys],
  };
}
