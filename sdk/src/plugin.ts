import type { Static, TSchema } from 'typebox';
import type {
  Access,
  ContributionGate,
  Feature,
  OrganizationId,
  OrganizationType,
  Permission,
  SystemAccess,
} from './access.ts';
import type { Migration, Table } from './data.ts';
import type { FieldResolvers, GraphqlSpec } from './graphql.ts';
import type { All, EventType, Optional, Point, Slot, Token, Hint } from './references.ts';
import type { MountHandler, MountSpec, RouteChecks, RouteHandlers, RouteSpec } from './route.ts';
import type { SettingOptions, SettingVerbs } from './setting-rules.ts';
import type { WebBundle } from './web.ts';
import type { Change, Delivered, EventStream, Job, JobRun, LoggedEvent, Schedule, Topic } from './work.ts';

/**
 * What was contributed to a point, read through an Access: a contribution whose feature is off there does not exist
 * there.
 */
export interface Contributions<C> {
  list(access: Access): readonly { readonly id: string; readonly value: C }[];
  /**
   * Undefined when there is none, or it is switched off or not permitted there. Throws `plugin-not-ready` (503) as
   * `demand` does: that is not an answer yet.
   */
  get(access: Access, id: string): C | undefined;
  /**
   * Throws the problem `not-found` (404) when there is none, `feature-off` (404) when it is switched off, `forbidden`
   * (403), `plugin-not-ready` (503) while its plugin cannot serve.
   */
  demand(access: Access, id: string): C;
  /** Every id, whatever is switched on: for pickers and documents, never for running. */
  ids(): readonly string[];
  /**
   * Those of plugins that can serve, whatever is switched on: for pickers, documents and checks of what is stored,
   * never for what a feature or permission is to guard.
   */
  installed(): readonly { readonly id: string; readonly value: C }[];
  /**
   * False while an installed plugin that may bring one cannot serve, and where one could not be loaded or read at all:
   * nobody knows what it would have brought. For decisions that must not change because a plugin failed.
   */
  isComplete(): boolean;
}

export type Need = Token<unknown> | Optional<unknown, 'app' | 'organization'> | All<unknown>;
export type Needs = Readonly<Record<string, Need>>;
type InScope<T, S> = S extends 'organization' ? (organization: OrganizationId) => Promise<T> : T;

/** What `setup` receives for its needs. */
export type Resolved<N extends Needs> = {
  readonly [K in keyof N]: N[K] extends Optional<infer T, infer S>
    ? InScope<T, S> | undefined
    : N[K] extends All<infer C>
      ? Contributions<C>
      : N[K] extends Token<infer T, infer S>
        ? InScope<T, S>
        : never;
};

/**
 * A reference that the spec declares; of another one the compiler says where it is to be added. `D` are those that are
 * declared, `Member` is the member of the spec.
 */
type Declared<T, D, Member extends string> = T extends D ? T : NotDeclared<Member>;
interface NotDeclared<Member extends string> {
  readonly 'this is not declared: add it to the spec under': Member;
}
/** The type of a schema of the spec; where it has none, a type whose name says so. */
type Configured<S extends TSchema, None> = [S] extends [never] ? None : Static<S>;
export interface SpecDeclaresNoConfig {
  readonly [undeclared]?: never;
}
export interface SpecDeclaresNoSettings {
  readonly [undeclared]?: never;
}
declare const undeclared: unique symbol;

type Routes = Readonly<Record<string, RouteSpec>>;
type Mounts = Readonly<Record<string, MountSpec>>;

/**
 * What facilities let a plugin declare in its spec, in addition to what the types of `setup` depend on. A package that
 * brings a facility of its own adds its members by declaration merging, and every spec has them:
 *
 * ```ts
 * declare module '@dossier/sdk' {
 *   interface FacilityDeclarations { readonly bells?: readonly Bell[] }
 *   interface FacilityVerbs { ring(bell: Bell, handle: () => void): void }
 * }
 * ```
 *
 * Members of the spec are optional, since plugins of others know nothing of them.
 */
export interface FacilityDeclarations {
  readonly topics?: readonly Topic[];
  /** Subscriptions to every event of an audience. */
  readonly streams?: readonly EventStream[];
  /** What this plugin tells to who listens, without logging it. */
  readonly hints?: readonly Hint<unknown>[];
  readonly schedules?: readonly Schedule[];
  readonly tables?: readonly Table[];
  readonly migrations?: readonly Migration[];
  readonly graphql?: GraphqlSpec;
  readonly web?: WebBundle;
  /** Of its settings, beside their schema. */
  readonly settingOptions?: SettingOptions;
  /** Places in this plugin's elements where those of others appear. */
  readonly slots?: readonly Slot<object>[];
}

/**
 * What facilities let a plugin call in `setup`, in addition to what depends on the types of its spec; grows as
 * {@link FacilityDeclarations} does.
 */
export interface FacilityVerbs extends SettingVerbs {
  /** Resolvers for all fields of the spec. */
  resolve(resolvers: FieldResolvers): void;
  /**
   * Called after commit, at least once, in order, as the system in the event's organization; the gate's feature must be
   * on in the event's workspace. `name` keeps the place across restarts.
   */
  on<T>(
    event: EventType<T>,
    name: string,
    gate: ContributionGate,
    handle: (event: LoggedEvent<T>, access: Access) => void | Promise<void>,
  ): void;
  /** As `on`, for every event of the stream's audience. */
  follow(stream: EventStream, handle: (event: LoggedEvent, access: Access) => void | Promise<void>): void;
  /**
   * As `follow`, several at a time: at most 200, in order, of one organization, each with its Access, so that what is
   * written for them is one transaction. Where that fails each of them is delivered by itself. `types` is asked each
   * time; events of others are passed over, and cost nothing.
   */
  followBatches(
    stream: EventStream,
    handle: (delivered: readonly Delivered[]) => void | Promise<void>,
    types?: () => Iterable<EventType<unknown>>,
  ): void;
  /**
   * Tells who listens at the topic's address now. `at` fills its parameters; organization and workspace are those of
   * the Access, which must open the topic's gate. False when it was one too many. Nothing is stored.
   */
  hint<T>(hint: Hint<T>, access: Access, at: Readonly<Record<string, string>>, data: T): boolean;
}

/** The data half of a plugin: everything here is known before any of its code runs. */
export interface PluginSpec<
  N extends Needs,
  P extends Token<unknown>,
  X extends Point<unknown>,
  C extends TSchema,
  O extends TSchema,
  R extends Routes,
  M extends Mounts,
  E extends EventType<unknown>,
  J extends Job<unknown>,
> extends FacilityDeclarations {
  /** Kebab case, unique. */
  readonly id: string;
  readonly version: string;
  /** A semver range of kernel versions; checked before any code runs. */
  readonly kernel: string;
  readonly needs?: N;
  readonly provides?: readonly P[];
  readonly extends?: readonly X[];
  readonly points?: readonly Point<unknown>[];
  /** Where any are declared, by whatever plugin, features are offered to none but those. */
  readonly organizationTypes?: readonly OrganizationType[];
  readonly features?: readonly Feature[];
  readonly permissions?: readonly Permission[];
  /** Events that this plugin emits. */
  readonly events?: readonly E[];
  readonly jobs?: readonly J[];
  /** Per process, read from file and environment. */
  readonly config?: C;
  /**
   * Per organization, edited in Settings → Integrations; a member with `writeOnly: true` is sealed and never read back;
   * deeper inside a member none may stand.
   */
  readonly settings?: O;
  readonly routes?: R;
  readonly mounts?: M;
  /** A critical plugin that fails stops the start; any other becomes a state. */
  readonly critical?: boolean;
  setup(needs: Resolved<N>, plugin: PluginContext<P, X, C, O, R, M, E, J>): void | Promise<void>;
}

/** What a plugin can do while it is set up. Everything registered here is undone when the plugin stops. */
export interface PluginContext<
  P extends Token<unknown>,
  X extends Point<unknown>,
  C extends TSchema,
  O extends TSchema,
  R extends Routes,
  M extends Mounts,
  E extends EventType<unknown>,
  J extends Job<unknown>,
> extends FacilityVerbs {
  readonly id: string;
  readonly config: Configured<C, SpecDeclaresNoConfig>;
  readonly log: Log;
  /** Aborted when the plugin stops. */
  readonly signal: AbortSignal;
  settings(organization: OrganizationId): Promise<Configured<O, SpecDeclaresNoSettings>>;
  provide<T extends Token<unknown>>(
    token: Declared<T, P, 'provides'>,
    value: T extends Token<infer V, infer S>
      ? S extends 'organization'
        ? (organization: OrganizationId) => V | Promise<V>
        : V
      : never,
  ): void;
  contribute<T extends Point<unknown>>(
    point: Declared<T, X, 'extends'>,
    id: string,
    gate: ContributionGate,
    value: T extends Point<infer V> ? V : never,
  ): void;
  /**
   * Handlers for all routes of the spec; a missing one does not compile. `checks` for those whose bodies can be wrong
   * beyond their schema.
   */
  routes(handlers: RouteHandlers<R>, checks?: RouteChecks<R>): void;
  mount<K extends keyof M & string>(name: K, handler: MountHandler): void;
  /** Writes one row of the event log in the open transaction. */
  emit<T extends EventType<unknown>>(
    event: Declared<T, E, 'events'>,
    access: Access,
    change: Change,
    payload: T extends EventType<infer V> ? V : never,
  ): void;
  /**
   * Enqueues in the open transaction. `after` is a delay in seconds; `once` drops a second one with the same key that
   * still waits.
   */
  enqueue<T extends Job<unknown>>(
    job: Declared<T, J, 'jobs'>,
    access: Access,
    payload: T extends Job<infer V> ? V : never,
    o?: { after?: number; once?: string },
  ): Promise<void>;
  work<T extends Job<unknown>>(
    job: Declared<T, J, 'jobs'>,
    handle: (run: JobRun<T extends Job<infer V> ? V : never>) => Promise<void>,
  ): void;
  /** For work that no request started. It passes every feature that is on and every permission. */
  readonly asSystem: SystemAccess;
  start(run: () => void | Promise<void>): void;
  /**
   * Runs when every plugin that can be ready is: for work that needs the whole installation. `/health/ready` answers
   * 200 only afterwards.
   */
  ready(run: () => void | Promise<void>): void;
  stop(run: () => void | Promise<void>): void;
  health(name: string, check: () => Promise<'up' | 'degraded' | 'down'>): void;
}

export interface Log {
  info(fields: object, text: string): void;
  warn(fields: object, text: string): void;
  error(fields: object, text: string): void;
}

/** The `emit` of a plugin that declares the events `E`: for services that live outside `setup`. */
export type Emits<E extends EventType<unknown>> = Pick<
  PluginContext<never, never, TSchema, TSchema, {}, {}, E, never>,
  'emit'
>;

/** A plugin as the kernel sees it; the types of its parts are erased, the values stay. */
export interface Plugin {
  readonly spec: ErasedSpec;
}

export interface ErasedSpec extends Omit<
  PluginSpec<Needs, Token<unknown>, Point<unknown>, TSchema, TSchema, Routes, Mounts, EventType<unknown>, Job<unknown>>,
  'setup'
> {
  setup(needs: never, plugin: never): void | Promise<void>;
}

/** Defines a plugin. What was not declared in the spec does not compile in `setup`. */
export function definePlugin<
  const N extends Needs = {},
  P extends Token<unknown> = never,
  X extends Point<unknown> = never,
  C extends TSchema = never,
  O extends TSchema = never,
  const R extends Routes = {},
  const M extends Mounts = {},
  E extends EventType<unknown> = never,
  J extends Job<unknown> = never,
>(spec: PluginSpec<N, P, X, C, O, R, M, E, J>): Plugin {
  return { spec };
}
