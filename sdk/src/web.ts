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

/**
 * Pages of the organization as a whole: an entry at the foot of the sidebar and a path below `/p/{slug}/o/`.
 */
export const organizationPage = slot<PageInput>('shell/organization-page@1', { within: 'organization', pages: true });

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

/**
 * A line at the foot of the sidebar, wherever the person is in their organization; on a phone an icon in the bar, and
 * then `compact` is true. For what they look at from everywhere, as a bell with a count.
 */
export const headerItem = slot<{ compact: boolean }>('shell/header-item@1', { within: 'organization' });

/**
 * A panel at the right of a workspace's pages, which stays when another page is opened while it is pinned; in a narrow
 * window a sheet above the page, on a phone as large as the screen. It is opened by a button in the sidebar, with the
 * element's title and icon. `address` is that of the page beside it, and changes while it is open. The element has the
 * box below the head to its edges, and is as high as that. Where one works in it, it gives the focus of somebody who
 * has opened it there by an event `dossier-panel-ready` (bubbling and composed; detail: what is to be focused).
 */
export const sidePanel = slot<{ address: string }>('shell/side-panel@1');

/**
 * Where a workspace shows no page: it offers none to this person, or not the one that was asked for. Below the sentence
 * that says so, for what its gate lets them do about it: a word and a link.
 */
export const withoutPage = slot<{ workspaceId: string }>('shell/without-page@1');

/**
 * A command of the palette (Ctrl or Cmd and K), by its title, under the heading of its `group`, with the `keys` that do
 * the same. One with a `path` leads to that page of the workspace, as to a part of it. The element of any other is made
 * when its command is chosen, and shown in place of the list: it asks for what it needs there. It dispatches
 * `dossier-command-done` (bubbling and composed) when it has done its work or leads elsewhere, and the palette closes.
 * Pages need none: the palette lists them. What is done by an element that is on the page anyway is offered by
 * `PageOffers` of the browser's SDK.
 */
export const paletteCommand = slot<object>('shell/command@1');

/**
 * How one kind of field is entered, in every form that is made from a schema: a field whose schema has `'x-kind'` is
 * shown by the element of that `kind`. It dispatches `dossier-field-changed` (bubbling and composed; detail: the new
 * value, undefined when there is none). Without such an element the field is entered by the type that its schema has.
 */
export const fieldKind = slot<{
  /** The field's schema (JSON Schema). */
  field: object;
  /** The field's name in words; the element shows it as its label. */
  label: string;
  value: unknown;
  required: boolean;
  /** What is wrong with the value, in words, to be shown beside it. */
  fault: string | undefined;
}>('shell/field-kind@1', { within: 'person', kinds: true });

/** All slots that the shell itself has. */
export const shellSlots: readonly Slot<object>[] = [
  shellPage,
  organizationPage,
  settingsSection,
  profileSection,
  personPage,
  organizationChoice,
  headerItem,
  sidePanel,
  withoutPage,
  paletteCommand,
  fieldKind,
];

/**
 * What the web part of a plugin needs beyond the policy of the page (Content-Security-Policy), which allows own files
 * only: `wasm-unsafe-eval` to compile WebAssembly; the others to make a worker, sound and film, or a frame from what is
 * in memory. Nothing else can be asked for: a page that may load from other servers could send there what it shows.
 */
export const pagePolicies = ['wasm-unsafe-eval', 'worker-src blob:', 'media-src blob:', 'frame-src blob:'] as const;

/** See {@link pagePolicies}. */
export type PagePolicy = (typeof pagePolicies)[number];

/**
 * The web part of a plugin. `entry` is a path below the plugin's folder; its module defines the elements, or exports
 * `elements`, by tag a function that loads what defines it when it is first shown (`LazyElements` of
 * `@dossier/sdk/web`). Files that its modules name by `new URL('./name', import.meta.url)` (wasm, fonts) go with them.
 */
export interface WebBundle {
  readonly entry: string;
  /** What it needs beyond the policy of the page. */
  readonly policy?: readonly PagePolicy[];
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
  /** For pages: they have no entry in a navigation, since something else leads there, as a line of `headerItem`. */
  readonly listed?: false;
  /** In a slot by kinds: which one it is for. */
  readonly kind?: string;
  /** For pages and commands: by what else than their title the palette finds them: "roles permissions rights". */
  readonly words?: string;
  /** For commands: the heading under which they stand in the palette; "Actions" unless given. */
  readonly group?: string;
  /** For commands: keys that do the same, to be shown beside them. */
  readonly keys?: readonly string[];
  readonly gate: ContributionGate;
}
