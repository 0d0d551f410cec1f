import type { ContributionGate } from './access.ts';
import { slot } from './references.ts';
import type { Slot } from './references.ts';

/** Pages of a workspace: an entry in the sidebar and a path below `/p/{slug}/w/{workspaceId}/`. */
export const shellPage = slot<object>('shell/page@1');

/**
 * The web part of a plugin. `entry` is a path below the plugin's folder; its module defines all elements. The pages of
 * the platform's own modules are part of the shell and have none.
 */
export interface WebBundle {
  readonly entry?: string;
  readonly elements: readonly WebElement[];
}

/** An element is a tag, a slot and a gate; the shell asks what this actor may see and imports only that. */
export interface WebElement {
  readonly tag: `${string}-${string}`;
  readonly slot: Slot<object>;
  readonly title: string;
  readonly icon?: string;
  readonly order?: number;
  /** For pages: the path below `/p/{slug}/w/{workspaceId}/`. */
  readonly path?: string;
  readonly gate: ContributionGate;
}
