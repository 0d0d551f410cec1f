import type { ContributionGate, ErasedSpec, Gate } from '@dossier/sdk';
import type { Inventory } from './inventory.ts';

/** One thing that a plugin declares in its spec, with the name by which others and faults speak of it. */
export interface Declared<T> {
  readonly name: string;
  readonly value: T;
}

/** The same with the plugin that declares it. */
export interface Registered<T> extends Declared<T> {
  readonly plugin: string;
}

/** The gate before something, and what a fault calls it: `The route list (GET /things)`. */
export type Gated = { readonly what: string } & (
  { readonly gate: Gate | undefined } | { readonly contributionGate: ContributionGate | undefined }
);

/**
 * A kind of registration, as a typed reference: the inventory of a plan gives what is registered of it, the plan checks
 * it, the report shows it. The kernel's own are in `kinds.ts`; every other is a facility's.
 */
export interface Kind<T> {
  /** Its member in the plan as JSON. */
  readonly id: string;
  /** Its member of the spec, where that is a list: what is nothing at all in it is reported, and left out. */
  readonly list?: keyof ErasedSpec;
  /** What a plugin declares of it. Runs no code of the plugin. */
  of(spec: ErasedSpec): readonly Declared<T>[];
  /** Set where a name may be taken once only among all plugins. */
  readonly once?: {
    /** Code of the fault. */
    readonly code: string;
    /** How its text begins: `The job`. */
    readonly what: string;
    /** How its text ends: what to do. */
    readonly way: string;
    /** All that one entry takes; its name unless given. */
    keys?(entry: Registered<T>): readonly string[];
    /** The entry that comes second is left out, and its plugin runs; otherwise the plugin does not. */
    readonly loses?: true;
  };
  /**
   * Words that others use: they stay known when the plugin that declares them cannot run, so that those who name them
   * can.
   */
  readonly stays?: true;
  /** What guards an entry; null where nothing has to. */
  gated?(entry: Registered<T>): Gated | null;
  /** Not set for what the plan does not show. */
  readonly shown?: {
    /** For `npm run plan -- --json`, in addition to the plugin. */
    json(entry: Registered<T>, inventory: Inventory): object;
    /** For `npm run plan`: a section with a row for each. Without it the kind stands in the data alone. */
    readonly text?: {
      readonly title: string;
      row(entry: Registered<T>, inventory: Inventory): readonly string[];
    };
  };
}

/** What a list declares whose members have an id. */
export const byId = <T extends { readonly id: string }>(list: readonly T[] | undefined): readonly Declared<T>[] =>
  (list ?? []).map((value) => ({ name: value.id, value }));

/** What an object declares under the names of its members. */
export const byName = <T>(members: Readonly<Record<string, T>> | undefined): readonly Declared<T>[] =>
  Object.entries(members ?? {}).map(([name, value]) => ({ name, value }));
