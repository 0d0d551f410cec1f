import { graphDocument } from '@dossier/sdk/web';
import type { DossierElement } from '@dossier/sdk/web';
import { LiveOne } from '@dossier/sdk/web/ui/live-one';

const countsQuery = graphDocument<
  { savedViewCounts: readonly { readonly id: string; readonly count: number }[] },
  { workspaceId: string }
>('query SavedViewCounts($workspaceId: ID!) { savedViewCounts(workspaceId: $workspaceId) { id count } }');

/** How many applications each kept view has, by its id, live. */
export const liveViewCounts = (
  element: DossierElement,
): LiveOne<ReadonlyMap<string, number>, { readonly workspaceId: string }> =>
  new LiveOne(element, {
    read: async (query, signal): Promise<ReadonlyMap<string, number>> => {
      const { savedViewCounts } = await element.host.query(countsQuery, query, { signal });
      return new Map(savedViewCounts.map(({ id, count }) => [id, count]));
    },
    follow: ({ workspaceId }) => [{ kind: 'subjects', workspaceId, type: 'application' }],
    pause: 1_000,
  });
