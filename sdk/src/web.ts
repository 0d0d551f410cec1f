import type { ContributionGate } from './access.ts';
import { slot } from './references.ts';
import type { Slot } from './references.ts';

/** What a page is given: its own address, what follows it without slashes at the ends, and the query. */
export interface PageInput {
  readonly base: string;
  readonly rest: string;
  readonly search: string;
}

/** Pages of a workspace: an entry in the sidebar and a path below `/p/{slug}/w/{workspaceId}/`. */
export const shellPage = slot<PageInput>('shell/page@1', { pages: true });

/** Parts of the organization's settings: an entry in their navigation and a path below `/p/{slug}/settings/`. */
export const settingsSection = slot<PageInput>('shell/settings-section@1', { within: 'organization', pages: true });

/**
 * Parts of a person's profile: an entry in its navigation and a path below `/profile/`; the one without a path is shown
 * at `/profile` itself. Placed anew when the person works in another organization.
 */
export const profileSection = slot<PageInput>('shell/profile-section@1', { within: 'person', pages: true });

/**
 * Pages of a person that no organization has to be chosen for: a path at the root, for example `/invitations/{token}`.
 */
export const personPage = slot<PageInput>('shell/person-page@1', { within: 'person', pages: true });

/**
 * On the page on which a person chooses an organization, below those that they are in. After they have joined or made
 * one, an element dispatches `dossier-organization-chosen` (bubbling and composed; detail: the address to go on at).
 */
export const organizationChoice = slot<object>('shell/organization-choice@1', { within: 'person' });

/** All slots that the shell itself has. */
export const shellSlots: readonly Slot<object>[] = [
  shellPage,
  settingsSection,
  profileSection,
  personPage,
  organizationChoice,
];

/**
 * The web part of a plugin. `entry` is a path below the plugin's folder; its module defines the elements, or exports
 * `elements`, by tag a function that loads what defines it when it is first shown (`LazyElements` of
 * `@dossier/sdk/web`).
 */
export interface WebBundle {
  readonly entry: string;
  readonly elements: readonly WebElement[];
}

/** An element is a tag, a slot and a gate; the shell asks what this actor may see and imports only that. */
export interface WebElement {
  readonly tag: `${string}-${string}`;
  readonly slot: Slot<object>;
  readonly title: string;
  readonly icon?: string;
  /** Smaller comes first; 100 unless given. */
  readonly order?: number;
  /** For pages: the path below that of the slot. */
  readonly path?: string;
  readonly gate: ContributionGate;
}
