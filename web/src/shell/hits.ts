/** What a search answers with, as lines of the palette. */
import { recordAddress } from '@dossier/sdk/web/ui/addresses';
import { amountText } from '@dossier/sdk/web/ui/format';
import type { Entry } from './destinations.ts';

interface Hit {
  readonly title: string;
  readonly about: string;
  readonly state: string | null;
  readonly money: { readonly amount: number; readonly currency: string | null } | null;
  readonly workspaceId: string | null;
  readonly path: string;
}
export interface Found {
  readonly title: string;
  readonly icon: string;
  readonly isAlike: boolean;
  readonly hits: readonly Hit[];
}
export const hitFields = 'title icon isAlike hits { title about state money { amount currency } workspaceId path }';

export const entryOf = (hit: Hit, icon: string, slug: string): Entry => ({
  title: hit.title,
  icon,
  about: [hit.about, hit.money && amountText(hit.money)].filter((part) => part).join(', '),
  ...(hit.state === null ? {} : { note: hit.state }),
  does: { go: recordAddress(slug, hit.workspaceId, hit.path) },
});
