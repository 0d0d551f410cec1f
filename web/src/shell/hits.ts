/** What a search answers with, as lines of the palette. */
import { organizationPageAddress, settingsAddress, workspaceAddress } from '@dossier/sdk/web/ui/addresses';
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
  does: { go: addressOf(hit, slug) },
});

function addressOf({ workspaceId, path }: Hit, slug: string): string {
  if (workspaceId !== null) return workspaceAddress(slug, workspaceId, path);
  const settings = 'settings/';
  return path.startsWith(settings)
    ? settingsAddress(slug, path.slice(settings.length))
    : organizationPageAddress(slug, path);
}
