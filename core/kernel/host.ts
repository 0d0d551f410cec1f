import type { Clock, ErasedSpec, Log, OrganizationId, Plugin, SystemAccess, Token } from '@dossier/sdk';
import { commands, subjects } from '@dossier/sdk';
import type { Tracer } from '@opentelemetry/api';
import type { Facility } from './facility.ts';
import type { PluginState } from './plugin-state.ts';
import { createActivities } from './lifecycle/activity.ts';
import { createServices } from './container.ts';
import { createContributionRegistry } from './contributions.ts';
import { pluginNotReady } from './not-ready.ts';
import type { ContributionRegistry } from './contributions.ts';
import { HostError, reasonOf } from './errors.ts';
import { checkHealth } from './lifecycle/health.ts';
import type { Health } from './lifecycle/health.ts';
import { createLifecycle } from './lifecycle/lifecycle.ts';
import type { Deadlines } from './lifecycle/lifecycle.ts';
import { createInstalledPlugins, refusedState } from './lifecycle/installed-plugins.ts';
import type { SetUps } from './lifecycle/outcomes.ts';
import { inWords } from './lifecycle/states.ts';
import { plan as planOf, PlanError } from './plan/plan.ts';
import { extensions } from './plan/kinds.ts';
import type { Plan, PlanOptions, Refused } from './plan/plan.ts';
import { createTimeline } from './lifecycle/timeline.ts';
import type { Moment } from './lifecycle/timeline.ts';
import type { Timers } from './lifecycle/timers.ts';
import { systemTimers } from './lifecycle/timers.ts';
import { createRwLock } from './lifecycle/rw-lock.ts';

/**
 * Milliseconds for which the rest of a start comes before delivery. Then it begins all the same: what is left may be
 * waiting for it.
 */
const HEAD_START = 200;
/** Milliseconds after which a start goes on without a plugin that is being set up, unless given. */
const PATIENCE = 2_000;

/** Extension points of the kernel itself. */
export const kernelPoints: readonly string[] = [subjects.id, commands.id];

export interface HostOptions {
  readonly plugins: readonly Plugin[];
  readonly kernelVersion: string;
  /**
   * Services in addition to those of the facilities, by token id; one of the same id comes in the place of a
   * facility's.
   */
  readonly given: ReadonlyMap<string, unknown>;
  readonly facilities: readonly Facility[];
  /** The Access of a plugin where no request made one. */
  readonly asSystem: (plugin: ErasedSpec) => SystemAccess;
  readonly clock: Clock;
  readonly timers?: Timers;
  readonly log: Log;
  readonly configOf?: (plugin: string) => unknown;
  readonly configFaults?: PlanOptions['configFaults'];
  readonly notLoaded?: PlanOptions['notLoaded'];
  /** Plugins of the plan that cannot run, with what needs them. */
  readonly barred?: ReadonlyMap<string, Refused>;
  /** Plugins that need none and serve before all others are set up, so that a process that starts can be asked. */
  readonly first?: readonly string[];
  /** Milliseconds: 10,000 for setup, start and stop, 60,000 for ready hooks, 2,000 for a health check, unless given. */
  readonly deadlines?: Partial<Deadlines>;
  /** Milliseconds before a failed plugin is tried again, doubled each time: 1,000 up to 60,000, unless given. */
  readonly backOff?: { readonly first: number; readonly most: number };
  readonly tracer?: Tracer;
}

/** Runs the installed plugins: each one's failure is its state, and the rest serves. */
export interface Host {
  readonly plan: Plan;
  /** Contributions to extension points, for the kernel's parts. Sealed when the start has set everything up. */
  readonly contributions: ContributionRegistry;
  /**
   * Setup, seal, start. Rejects with `K_CRITICAL` when a critical plugin does not run, after everything was stopped
   * again. Without `work` the facilities do not start their loops: what plugins enqueue is left to another process.
   * `serve` is called when the first plugins serve. A plugin whose setup takes longer than `patience`, in milliseconds
   * (2,000 unless given), joins the others when it has ended; nobody waits for it but those that need it.
   */
  start(o?: {
    readonly work?: boolean;
    readonly serve?: () => Promise<void>;
    readonly patience?: number | undefined;
  }): Promise<void>;
  /** Whether a plugin that may contribute to this point was left behind by the start, and is still being set up. */
  isAwaited(point: string): boolean;
  /**
   * Stops plugins in reverse order, then facilities; one that fails or hangs does not keep the others from stopping.
   * Never rejects; may be called twice.
   */
  stop(): Promise<void>;
  /**
   * Restarts one plugin and those that take services from it; the rest serves. Rejects with `K_RESTART` when it does
   * not come up; when its setup failed the old run goes on.
   */
  restart(plugin: string): Promise<void>;
  states(): ReadonlyMap<string, PluginState>;
  /** What was thrown by each plugin that is failed. */
  failures(): ReadonlyMap<string, unknown>;
  /** Why a plugin does not run, or lacks something, in words, for each of which there is something to tell. */
  reasons(): Readonly<Record<string, string>>;
  /** Can the plugin serve? True for ready and degraded. */
  isReady(plugin: string): boolean;
  /**
   * A service of the process. Throws the problem `plugin-not-ready` (503) while its plugin cannot serve. Cheap: fit for
   * the request path.
   */
  service<T>(token: Token<T, 'app'>): T;
  /** The service of one organization, built on first use. Throws as {@link Host.service} does. */
  organizationService<T>(token: Token<T, 'organization'>, organization: OrganizationId): Promise<T>;
  /**
   * Drops what was built for an organization, because its settings changed: of one plugin and those that build on it,
   * or of all.
   */
  dropOrganization(organization: OrganizationId, plugin?: string): Promise<void>;
  health(): Promise<Health>;
  /** How long the start took, by plugin, and how each one is now. */
  startTimes(): StartTimes;
}

export interface StartTimes {
  readonly version: string;
  /** Milliseconds. */
  readonly total: number;
  readonly moments: readonly Moment[];
  readonly states: ReadonlyMap<string, PluginState>;
}

/**
 * Plans at once; throws {@link PlanError} with every problem when something critical does not fit. No code of a plugin
 * has run then. Other plugins that do not fit are failed.
 */
export function createHost(o: HostOptions): Host {
  const plan = planOf(o.plugins, {
    kernelVersion: o.kernelVersion,
    given: { services: o.given.keys(), points: kernelPoints },
    facilities: o.facilities,
    ...(o.configFaults ? { configFaults: o.configFaults } : {}),
    ...(o.notLoaded ? { notLoaded: o.notLoaded } : {}),
  });
  if (plan.isFatal) throw new PlanError(plan.problems);

  const deadlines: Deadlines = {
    setup: 10_000,
    start: 10_000,
    ready: 60_000,
    stop: 10_000,
    health: 2_000,
    ...o.deadlines,
  };
  const timers = o.timers ?? systemTimers;
  const stopping = new AbortController();
  const activities = createActivities(timers);
  const refused = new Map([...plan.refused, ...(o.barred ?? [])]);
  const installed = createInstalledPlugins(plan, o.barred);
  const services = createServices(plan.providers, givenBy(o));
  const extenders = Map.groupBy(
    [
      ...plan.inventory.of(extensions),
      // What does not fit serves nobody, and is missing where it would have contributed.
      ...[...plan.refused].flatMap(([plugin, { spec }]) =>
        spec ? extensions.of(spec).map((extension) => ({ ...extension, plugin })) : [],
      ),
    ],
    (extension) => extension.name,
  );
  const contributions = createContributionRegistry({
    order: plan.order,
    isReady: installed.isReady,
    isAnyUnknown: [...plan.refused.values()].some(({ spec }) => spec === undefined),
    tracer: o.tracer,
    extenders: new Map([...extenders].map(([point, by]) => [point, by.map((extension) => extension.plugin)])),
  });
  const lock = createRwLock();
  const timeline = createTimeline(o.clock);
  const lifecycle = createLifecycle({
    plan,
    services,
    contributions,
    installed,
    activities,
    deadlines,
    timers,
    timeline,
    limit: deadlines.setup,
    facilities: o.facilities,
    asSystem: o.asSystem,
    log: o.log,
    clock: o.clock,
    configOf: o.configOf ?? (() => ({})),
    stopping: stopping.signal,
    backOff: o.backOff ?? { first: 1_000, most: 60_000 },
    tracer: o.tracer,
    retry: (plugin) =>
      void change([plugin], async () => {
        if (installed.get(plugin).state.state === 'failed')
          await lifecycle.bringUp(installed.withDependents([plugin]).filter((id) => !installed.get(id).run));
      }).catch((error: unknown) => o.log.error({ plugin, err: error }, `The retry of plugin ${plugin} broke off.`)),
  });
  let begun = false;
  let started = false;
  let stopped: Promise<void> | undefined;

  const change = (ids: Iterable<string>, work: () => Promise<void>): Promise<void> => {
    const writes = new Set(installed.withDependents(ids));
    return lock.hold({ writes, reads: installed.withProviders(writes) }, async () => {
      if (!stopping.signal.aborted) await work();
    });
  };
  const held = (id: string): unknown => {
    const owner = services.ownerOf(id);
    const cell = services.read(id);
    if (!cell || (owner !== undefined && owner !== 'kernel' && !installed.isReady(owner)))
      throw pluginNotReady(owner ?? id);
    return cell.value;
  };

  const awaited = new Set<string>();
  /** Brings up who was left behind, when it is known what has become of it. */
  const join = async ({ late, whole }: Pick<SetUps, 'late' | 'whole'>): Promise<void> => {
    for (const id of late) awaited.add(id);
    o.log.warn({ plugins: late }, `The start goes on without ${late.join(', ')}, which are still being set up.`);
    const stops = new Promise<undefined>((resolve) =>
      stopping.signal.addEventListener('abort', () => resolve(undefined), { once: true }),
    );
    try {
      await change(late, async () => {
        const outcomes = await Promise.race([whole, stops]);
        if (outcomes) await lifecycle.bringUp(late, { outcomes });
      });
    } catch (error) {
      o.log.error({ err: error, plugins: late }, `${late.join(', ')} could not join the others.`);
    } finally {
      for (const id of late) awaited.delete(id);
    }
  };

  /** Resolved when a start is over, whatever became of it. */
  const over = Promise.withResolvers<void>();
  const startFacilities = async (): Promise<void> => {
    const starting = o.facilities.filter((facility) => facility.start);
    if (starting.length === 0) return;
    const quiet = Promise.withResolvers<void>();
    const cancel = timers.after(HEAD_START, quiet.resolve);
    void over.promise.then(cancel).then(quiet.resolve);
    for (const facility of starting) await facility.start?.(quiet.promise);
  };
  const stopFacilities = async (): Promise<void> => {
    for (const facility of o.facilities.toReversed()) {
      try {
        await facility.stop?.();
      } catch (error) {
        o.log.error({ err: error }, `The facility ${facility.id} did not stop cleanly: ${reasonOf(error)}`);
      }
    }
  };

  const host: Host = {
    plan,
    contributions,
    isReady: installed.isReady,
    isAwaited: (point) =>
      awaited.size > 0 && (extenders.get(point) ?? []).some((extension) => awaited.has(extension.plugin)),
    async start({ work = true, serve, patience = PATIENCE } = {}) {
      if (begun) throw new HostError('K_STARTED', 'kernel', 'This host was started before; make a new one.');
      begun = true;
      for (const [plugin, { phase, reason, error }] of refused)
        o.log.error(
          { plugin, phase, err: error ?? new HostError('K_PLAN', plugin, reason) },
          `Plugin ${plugin} cannot run; the others start without it. ${reason}`,
        );
      try {
        await change(plan.order, async () => {
          const first = plan.order.filter((id) => o.first?.includes(id));
          await lifecycle.bringUp(first, { critical: 'must run', unsealed: true });
          await serve?.();
          const setUps = await lifecycle.bringUp(
            plan.order.filter((id) => !first.includes(id)),
            { critical: 'must run', patience, ...(work ? { beforeReady: startFacilities } : {}) },
          );
          if (setUps && setUps.late.length > 0) void join(setUps);
        });
        if (stopping.signal.aborted)
          throw new HostError('K_STOPPING', 'kernel', 'The host was stopped while it started.');
        started = true;
      } catch (error) {
        await host.stop();
        throw error;
      } finally {
        timeline.close();
        over.resolve();
      }
    },
    stop() {
      stopped ??= (async () => {
        started = false;
        stopping.abort(new Error('The kernel stops.'));
        await lock.hold({ writes: new Set(plan.order), reads: new Set() }, lifecycle.takeDown);
        await stopFacilities();
        await services.dispose();
      })();
      return stopped;
    },
    async restart(plugin) {
      const bar = refused.get(plugin);
      if (bar)
        throw new HostError(
          'K_RESTART',
          plugin,
          `Plugin ${plugin} cannot run in this process: ${bar.reason} Correct it and start the process anew.`,
        );
      const member = installed.get(plugin);
      if (!started)
        throw new HostError('K_NOT_STARTED', 'kernel', 'The host does not run, so nothing can be restarted.');
      await change([plugin], async () => {
        await lifecycle.bringUp(installed.withDependents([plugin]), { replace: 'all or none' });
      });
      if (!installed.isReady(plugin))
        throw new HostError('K_RESTART', plugin, `Plugin ${plugin} did not come up again: ${inWords(member)}`);
    },
    states: () =>
      new Map([
        ...[...installed.all].map(([id, member]) => [id, member.state] as const),
        ...[...plan.refused].map(([id, one]) => [id, refusedState(one)] as const),
      ]),
    failures: () =>
      new Map(
        [...host.states()].flatMap(([id, { state }]) =>
          state === 'failed' ? [[id, refused.get(id)?.error ?? installed.all.get(id)?.thrown] as const] : [],
        ),
      ),
    reasons() {
      const told = [...host.states()].flatMap(([id, state]) => {
        const lost = plan.problems.filter(({ plugin, loses }) => plugin === id && loses !== undefined);
        const words = [
          ...(isWell(state) ? [] : [inWords({ state })]),
          ...lost.map(({ code, text }) => `${code}: ${text}`),
        ];
        return words.length > 0 ? [[id, words.join(' ')] as const] : [];
      });
      return Object.fromEntries(told);
    },
    service: <T>(token: Token<T, 'app'>) => held(token.id) as T,
    async organizationService<T>(token: Token<T, 'organization'>, organization: OrganizationId) {
      const value = held(token.id);
      const services = installed
        .get(plan.providers.get(token.id) ?? '')
        .run?.perOrganization.find((one) => one === value);
      if (!services)
        throw new HostError(
          'K_SCOPE_MISMATCH',
          'kernel',
          `${token.id} is a service of the process; ask for it with service().`,
        );
      return (await services.get(organization)) as T;
    },
    async dropOrganization(organization, plugin) {
      const affected = plugin === undefined ? plan.order : installed.withDependents([plugin]);
      await Promise.all(
        affected.flatMap((id) => installed.get(id).run?.perOrganization ?? []).map((one) => one.drop(organization)),
      );
    },
    health: () =>
      checkHealth(installed, o.facilities, {
        activities,
        limit: deadlines.health,
        started,
        refused: plan.refused,
      }),
    startTimes: () => ({
      version: plan.kernelVersion,
      total: timeline.total(),
      moments: timeline.moments,
      states: host.states(),
    }),
  };
  return host;
}

const isWell = ({ state }: PluginState): boolean => state === 'ready' || state === 'planned' || state === 'stopped';

/** Services that are there before any plugin is. Throws `K_NOT_GIVEN` for one that a facility promises and lacks. */
function givenBy(o: Pick<HostOptions, 'facilities' | 'given'>): Map<string, unknown> {
  const given = new Map([...o.facilities.flatMap((facility) => [...(facility.given ?? [])]), ...o.given]);
  for (const { id, services } of o.facilities)
    for (const token of services ?? [])
      if (!given.has(token.id))
        throw new HostError('K_NOT_GIVEN', 'kernel', `The facility ${id} does not give the service ${token.id}.`);
  return given;
}
