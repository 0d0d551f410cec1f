import type { ContributionGate } from './access.ts';
import type { Slot } from './references.ts';

/** The web part of a plugin. `entry` is a path below the plugin's folder; its module defines all elements. */
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
  readonly order?: number;
  /** For pages: the path below `/p/{slug}/w/{workspaceId}/`. */
  readonly path?: string;
  readonly gate: ContributionGate;
}
