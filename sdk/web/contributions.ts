import { ContextConsumer, createContext } from '@lit/context';
import type { ReactiveControllerHost } from 'lit';
import { compareNames } from './ui/names.ts';

/** A page, section or part that the server offers this person where they are. */
export interface Contribution {
  readonly plugin: string;
  /** Id of the slot in which it stands. */
  readonly slot: string;
  readonly tag: string;
  readonly title: string;
  readonly icon: string | null;
  readonly order: number | null;
  readonly path: string | null;
  /** Whether a navigation has an entry for it. */
  readonly listed: boolean;
  /** In a slot by kinds: which one it is for. */
  readonly kind: string | null;
  /** By what else than its title the palette finds it. */
  readonly words?: string | null;
  /** Of a command: under which heading it stands, and the keys that do the same. */
  readonly group?: string | null;
  readonly keys?: readonly string[] | null;
  /** Address of the module that brings its element. */
  readonly module: string;
  /**
   * Ids of permissions, of each list of which the person holds one here: outside workspaces in the organization, or in
   * one of its teams.
   */
  readonly demands: readonly (readonly string[])[];
}

/**
 * What the entry module of a plugin may export as `elements`: by tag, what loads the module that defines it. For
 * elements that few visitors open.
 */
export type LazyElements = Readonly<Record<string, () => Promise<unknown>>>;

/** Everything that is offered around an element, of all slots; null until it is known. */
export const contributionsContext = createContext<readonly Contribution[] | null>(
  Symbol.for('dossier.ctx.contributions.v2'),
);

const byOrder = (a: Contribution, b: Contribution): number =>
  (a.order ?? 100) - (b.order ?? 100) || compareNames(a.title, b.title);

/** What of these stands in a slot, in its order. */
export const inSlot = (all: readonly Contribution[], slot: string): readonly Contribution[] =>
  all.filter((one) => one.slot === slot).toSorted(byOrder);

/**
 * What is offered in one slot, in its order, kept current; for the element in which the slot stands. It shows each by
 * `<dossier-slot .contribution=… .input=…>`, which loads it, gives it the properties of `input`, and says what to do
 * when it does not come.
 */
export class Offered {
  readonly #all: ContextConsumer<typeof contributionsContext, ReactiveControllerHost & HTMLElement>;
  readonly #slot: string;

  /** `slot` is the id of the slot, as its owner's contract names it. */
  constructor(element: ReactiveControllerHost & HTMLElement, slot: string) {
    this.#slot = slot;
    this.#all = new ContextConsumer(element, { context: contributionsContext, subscribe: true });
  }

  /** Whether it was answered what is offered. */
  get isKnown(): boolean {
    return (this.#all.value ?? null) !== null;
  }

  /** Empty until it is known. */
  get list(): readonly Contribution[] {
    return inSlot(this.#all.value ?? [], this.#slot);
  }
}
