/** Something that an element on the open page does, offered in the palette. */
export interface PageAction {
  /** A verb with what it is done to: "Take next case". */
  readonly title: string;
  /** A name of `icon`. */
  readonly icon: string;
  /** The keys that do the same: `['N']`. */
  readonly keys?: readonly string[];
  /** What to know before: "asks first". */
  readonly note?: string;
  /** Called when the palette has closed. */
  run(): unknown;
}

/** Keys of a page that belong together. */
export interface KeyGroup {
  /** "In the list" */
  readonly title: string;
  readonly keys: readonly (readonly [keys: readonly string[], does: string])[];
  /** What else there is to know of them. */
  readonly note?: string;
}

/** What an element offers while it is on the page. */
export interface PageOffer {
  /** What its actions are about: "2026-000412"; without it they are those of the page. */
  readonly about?: string;
  /**
   * The record that it shows, and `about` is its title: parts around the page, as an assistant, may read it.
   */
  readonly record?: { readonly type: string; readonly id: string };
  /** By what else they are found: the name of who applies. */
  readonly words?: string;
  readonly actions?: readonly PageAction[];
  /** Shown by `?`. */
  readonly keys?: readonly KeyGroup[];
}
