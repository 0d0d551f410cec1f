import { graphDocument } from '@dossier/sdk/web';
import type { DossierElement } from '@dossier/sdk/web';
import { LiveOne } from '@dossier/sdk/web/ui/live-one';
import type { View } from '../filter.ts';

export type Counts = Readonly<Partial<Record<View, number>>>;

/** How many applications each view has; `can` is what the reader may do with the cases of the workspace. */
export const countsQuery = graphDocument<
  { applicationCounts: Counts & { readonly can: readonly string[] } },
  { workspaceId: string }
>(
  `query ApplicationCounts($workspaceId: ID!) {
    applicationCounts(workspaceId: $workspaceId) { mine unassigned waiting overdue open decided all can }
  }`,
);

/** The counts of a workspace, live. Tabs without numbers are tabs all the same. */
export const liveCounts = (
  element: DossierElement,
): LiveOne<Counts & { readonly can: readonly string[] }, { readonly workspaceId: string }> =>
  new LiveOne(element, {
    read: async (query, signal) => (await element.host.query(countsQuery, query, { signal })).applicationCounts,
    follow: ({ workspaceId }) => [{ kind: 'subjects', workspaceId, type: 'application' }],
    pause: 400,
  });
