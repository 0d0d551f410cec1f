/** The pages that a person had open, for them alone, in this browser. */
import { keptFor } from '@dossier/sdk/web/ui/kept';

/** That are shown. */
export const MOST_RECENT = 8;
/** That are kept: some do not open any more, and one is open. */
const KEPT = 16;

/** The pages' addresses without what follows "?", the newest first. Names are asked for when they are shown. */
export function recentPages(userId: string, storage?: () => Storage) {
  const kept = keptFor(userId, 'recent', storage);
  const list = (): readonly string[] => {
    const value = kept.get();
    return Array.isArray(value) ? value.filter((one) => typeof one === 'string') : [];
  };
  return {
    list,
    mark(address: string): void {
      kept.set([address, ...list().filter((one) => one !== address)].slice(0, KEPT));
    },
  };
}

const inWorkspace = /^\/p\/([^/]+)\/w\/([\da-f-]{36})\/(.{1,150})$/;

/** A page of a workspace of this organization as the search names it; null for others. */
export function recordPage(address: string, slug: string): string | null {
  const [, organization = '', workspace = '', path = ''] = inWorkspace.exec(address) ?? [];
  return path !== '' && decodeURIComponent(organization) === slug ? `${workspace}/${path}` : null;
}
