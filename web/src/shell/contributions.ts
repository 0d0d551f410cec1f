import { graphDocument } from '@dossier/sdk/web';
import { compareNames } from '@dossier/sdk/web/ui/names';
import type { OrganizationSummary, WorkspaceType } from '@dossier/sdk/web';

/** A page, tab or other element that the server offers this person in this workspace. */
export interface Contribution {
  readonly plugin: string;
  readonly slot: string;
  readonly tag: string;
  readonly title: string;
  readonly icon: string | null;
  readonly order: number | null;
  readonly path: string | null;
  readonly module: string;
}

export interface Viewer {
  readonly organizations: readonly OrganizationSummary[];
  readonly workspaces: readonly { readonly id: string; readonly name: string; readonly type: WorkspaceType }[];
}

const pageSlot = 'shell/page@1';
const applicationTabSlot = 'applications/tab@1';
const clientActionSlot = 'applications/client-action@1';

export const viewerQuery = graphDocument<{ viewer: Viewer }>(
  'query Viewer { viewer { organizations { id slug name type logo accent } workspaces { id name type } } }',
);

export const frameQuery = graphDocument<{ viewer: Viewer; shell: readonly Contribution[] }, { workspaceId: string }>(
  `query Frame($workspaceId: ID!) {
    viewer { organizations { id slug name type logo accent } workspaces { id name type } }
    shell(workspaceId: $workspaceId) { plugin slot tag title icon order path module }
  }`,
);

export const mayCreateOrganizationsQuery = graphDocument<{ mayCreateOrganizations: boolean }>(
  'query MayCreateOrganizations { mayCreateOrganizations }',
);

export const heldPermissionsQuery = graphDocument<{ heldPermissions: readonly string[] }>(
  'query HeldPermissions { heldPermissions }',
);

const byOrder = (a: Contribution, b: Contribution): number =>
  (a.order ?? 100) - (b.order ?? 100) || compareNames(a.title, b.title);

/** Pages in the order of the sidebar. */
export const pagesOf = (all: readonly Contribution[]): readonly (Contribution & { path: string })[] =>
  all.flatMap((one) => (one.slot === pageSlot && one.path ? [{ ...one, path: one.path }] : [])).toSorted(byOrder);

/** What is asked of the client above his application. */
export const clientActionsOf = (all: readonly Contribution[]): readonly Contribution[] =>
  all.filter((one) => one.slot === clientActionSlot).toSorted(byOrder);

export const tabsOf = (all: readonly Contribution[]): readonly Contribution[] =>
  all.filter((one) => one.slot === applicationTabSlot).toSorted(byOrder);
