import { graphDocument } from '@dossier/sdk/web';
import type { Contribution, OrganizationSummary, WorkspaceType } from '@dossier/sdk/web';

export interface Viewer {
  readonly organizations: readonly OrganizationSummary[];
  readonly workspaces: readonly { readonly id: string; readonly name: string; readonly type: WorkspaceType }[];
}

/** Ids of the slots that the shell shows itself. `@dossier/sdk` declares them, and `fieldKind`, which forms show. */
export const slots = {
  page: 'shell/page@1',
  settingsSection: 'shell/settings-section@1',
  profileSection: 'shell/profile-section@1',
  personPage: 'shell/person-page@1',
  organizationChoice: 'shell/organization-choice@1',
  organizationPage: 'shell/organization-page@1',
  headerItem: 'shell/header-item@1',
  sidePanel: 'shell/side-panel@1',
  withoutPage: 'shell/without-page@1',
  command: 'shell/command@1',
} as const;

const contribution = 'plugin slot tag title icon order path listed kind words group keys module demands';

export const viewerQuery = graphDocument<{ viewer: Viewer }>(
  'query Viewer { viewer { organizations { id slug name type logo accent } workspaces { id name type } } }',
);

export const frameQuery = graphDocument<{ viewer: Viewer; shell: readonly Contribution[] }, { workspaceId: string }>(
  `query Frame($workspaceId: ID!) {
    viewer { organizations { id slug name type logo accent } workspaces { id name type } }
    shell(workspaceId: $workspaceId) { ${contribution} }
  }`,
);

export const elementsQuery = graphDocument<{ elements: readonly Contribution[] }>(
  `query Elements { elements { ${contribution} } }`,
);

export const heldPermissionsQuery = graphDocument<{ heldPermissions: readonly string[] }>(
  'query HeldPermissions { heldPermissions }',
);

/** One of the shell's own parts, which comes when it is first shown. */
export const shellPart = (tag: string, title: string, path: string | null = null): Contribution => ({
  plugin: 'the shell',
  slot: '',
  tag,
  title,
  icon: null,
  order: null,
  path,
  listed: true,
  kind: null,
  module: '',
  demands: [],
});

/** What of these is open to somebody who holds these permissions; null are those that are not known yet. */
export const openTo = (all: readonly Contribution[], permissions: readonly string[] | null): readonly Contribution[] =>
  all.filter(({ demands }) => demands.every((some) => some.some((one) => permissions?.includes(one) === true)));

/** Those that have an address: pages and sections. */
export const withPath = (all: readonly Contribution[]): readonly (Contribution & { path: string })[] =>
  all.flatMap((one) => (one.path === null ? [] : [{ ...one, path: one.path }]));
