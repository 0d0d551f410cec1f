/**
 * The seam between the kernel, which runs plugins, and the facilities (HTTP, events, jobs and others), which serve what
 * plugins register. The kernel knows no kind of registration but its own (`plan/kinds.ts`); every other comes with a
 * facility, so that a new one is a new folder and no edit here.
 */
import type { ContributionGate, ErasedSpec, Log, Token } from '@dossier/sdk';
import type { Level } from './lifecycle/health.ts';
import type { Kind } from './plan/kind.ts';
import type { PlanCheck } from './plan/plan.ts';

export { byId, byName } from './plan/kind.ts';
export type { Kind, Registered } from './plan/kind.ts';
export type { PlanCheck, Report } from './plan/plan.ts';

/** Takes back what was registered. */
export type Undo = () => void | Promise<void>;

/** The data half of a facility: what it adds to the plan. Enough for `npm run plan`; runs nothing. */
export interface FacilityPlan {
  readonly id: string;
  /** Kinds of registration that it serves. */
  readonly kinds?: readonly Kind<unknown>[];
  /** What it finds wrong with them in addition to what each kind says of itself: names taken twice, and gates. */
  readonly checks?: readonly PlanCheck[];
  /** Services that plugins may need of it. */
  readonly services?: readonly Token<unknown>[];
  /** Ids of the extension points that it reads. */
  readonly points?: readonly string[];
}

/** What a facility runs in addition to the plugins. */
export interface Running {
  /**
   * Begins its loops, when every plugin has started and before their ready hooks. What was left from before may wait
   * for `quiet`, when the rest of the start is over. In the order of the list.
   */
  start?(quiet: Promise<void>): void | Promise<void>;
  /** When all plugins have stopped, whether it was started or not. The last in the list first. */
  stop?(): void | Promise<void>;
  /** How its parts are, by their names: with one that is `down` the installation serves nothing. */
  health?(): Promise<Readonly<Record<string, Level>>>;
}

/** A facility that runs: its data half, bound to what serves. */
export interface Facility extends FacilityPlan, Running {
  /** Values of its services, by token id. */
  readonly given?: ReadonlyMap<string, unknown>;
  /** What plugins can call in `setup`, made for each run of each plugin. */
  verbs?(registering: Registering): Bound;
}

/** Verbs of one facility for one run of one plugin. */
export interface Bound {
  /**
   * Members of the plugin's context. Their types are members of `FacilityVerbs` of the SDK. One that registers
   * something calls {@link Registering.open} first.
   */
  readonly verbs: Readonly<Record<string, unknown>>;
  /** After setup: what was declared and got no handler, for `K_NO_HANDLER`: `route list`. */
  missing?(): readonly string[];
}

/** What the verbs of a facility may use. `what` is in the words of a fault: it goes on after "plugin x". */
export interface Registering {
  readonly spec: ErasedSpec;
  /** The log of this plugin: every line names it. */
  readonly log: Log;
  /** Throws `K_SEALED` when setup is over. */
  open(what: string): void;
  /** Throws `K_NOT_DECLARED` unless `id` is among `ids`, which stand in the member `where` of the spec. */
  declared(what: string, id: string, ids: readonly { readonly id: string }[] | undefined, where: string): void;
  /** Throws `K_NO_GATE` where the gate is none, and `K_UNDECLARED_…` where it names what no plugin declares. */
  gated(what: string, gate: ContributionGate): void;
  /** Throws `K_TWICE` when this was said of this id before. */
  once(what: string, id: string): void;
  /** Was {@link Registering.once} called with these? */
  was(what: string, id: string): boolean;
  refuse(code: string, text: string): never;
  /**
   * Registers when the plugin is set up, and takes back when it stops. At a restart all of the old run are swapped for
   * those of the new one with nothing in between.
   */
  surface(register: () => Undo): void;
  /** Registers what begins by itself (deliveries, workers): when the plugin has started. */
  background(register: () => Undo): void;
}
