/**
 * The seam between the host, which runs plugins, and the kernel's parts (HTTP, GraphQL, events, jobs, settings),
 * which receive what plugins register. Every registration returns its undoing, so that a plugin can be restarted alone.
 */
import type {
  Access,
  Change,
  ContributionGate,
  ErasedSpec,
  EventType,
  FieldResolvers,
  Job,
  JobRun,
  LoggedEvent,
  MountHandler,
  OrganizationId,
  RouteCheck,
  RouteHandler,
  RouteSpec,
  SystemAccess,
} from '@dossier/sdk';

export type Undo = () => void | Promise<void>;

export interface Facilities {
  routes(
    plugin: ErasedSpec,
    handlers: Readonly<Record<string, RouteHandler<RouteSpec>>>,
    checks: Readonly<Record<string, RouteCheck<RouteSpec>>>,
  ): Undo;
  mount(plugin: ErasedSpec, name: string, handler: MountHandler): Undo;
  resolve(plugin: ErasedSpec, resolvers: FieldResolvers): Undo;
  on(
    plugin: ErasedSpec,
    event: EventType<unknown>,
    name: string,
    gate: ContributionGate,
    handle: (event: LoggedEvent, access: Access) => void | Promise<void>,
  ): Undo;
  emit(plugin: ErasedSpec, event: EventType<unknown>, access: Access, change: Change, payload: unknown): void;
  enqueue(
    plugin: ErasedSpec,
    job: Job<unknown>,
    access: Access,
    payload: unknown,
    o: { after?: number; once?: string },
  ): Promise<void>;
  work(plugin: ErasedSpec, job: Job<unknown>, handle: (run: JobRun<unknown>) => Promise<void>): Undo;
  settings(plugin: ErasedSpec, organization: OrganizationId): Promise<unknown>;
  asSystem(plugin: ErasedSpec): SystemAccess;
}

/** State of one plugin, as `/health/ready`, the boot report and the 503 answers read it. */
export type PluginState =
  | { readonly state: 'planned' | 'starting' | 'ready' | 'stopped' }
  | { readonly state: 'degraded'; readonly checks: readonly string[] }
  | {
      readonly state: 'failed';
      readonly phase: 'setup' | 'start' | 'stop';
      readonly reason: string;
      readonly attempts: number;
      readonly retryAt: Date | null;
    }
  | { readonly state: 'blocked'; readonly by: readonly string[] };

/** Is the plugin able to serve? Asked by routes, contributions, deliveries and jobs. */
export type IsReady = (pluginId: string) => boolean;
