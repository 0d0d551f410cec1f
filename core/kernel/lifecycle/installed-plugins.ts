import type { ErasedSpec } from '@dossier/sdk';
import type { PluginState } from '../plugin-state.ts';
import type { Plan, Refused } from '../plan/plan.ts';
import type { Run } from './run.ts';

/** One installed plugin: its state, and its run while it has one. */
export interface InstalledPlugin {
  readonly spec: ErasedSpec;
  state: PluginState;
  run: Run | undefined;
  /** Tries in a row that failed. */
  failures: number;
  cancelRetry: (() => void) | undefined;
  /** By its last try that failed. */
  thrown?: unknown;
  /** It fits, and cannot run in this process: nothing is tried. */
  readonly isBarred: boolean;
}

/** The installed plugins with their states, and which of them takes services from which. */
export interface InstalledPlugins {
  readonly all: ReadonlyMap<string, InstalledPlugin>;
  get(id: string): InstalledPlugin;
  isReady(id: string): boolean;
  /**
   * `ids` and every plugin that takes a service from them, directly or through others, optional or not; in the order of
   * the plan.
   */
  withDependents(ids: Iterable<string>): string[];
  /** Every plugin that `ids` take services from, directly or through others. */
  withProviders(ids: Iterable<string>): Set<string>;
  /** `ids` and every plugin without which they cannot be, directly or through others. */
  withNeeds(ids: Iterable<string>): ReadonlySet<string>;
  /** Plugins that take a service from `id` directly. */
  dependentsOf(id: string): readonly string[];
  /** Why a plugin that needs `id` cannot run: `id` itself, or what blocks it. */
  causesOf(id: string): readonly string[];
}

/** `barred`: plugins of the plan that cannot run, such as those whose tables could not be made. */
export function createInstalledPlugins(plan: Plan, barred: ReadonlyMap<string, Refused> = new Map()): InstalledPlugins {
  const all = new Map(
    plan.order.flatMap((id) => {
      const spec = plan.specs.get(id);
      const bar = barred.get(id);
      return spec
        ? [
            [
              id,
              {
                spec,
                state: bar ? refusedState(bar) : { state: 'planned' },
                run: undefined,
                failures: 0,
                cancelRetry: undefined,
                isBarred: bar !== undefined,
              } satisfies InstalledPlugin,
            ] as const,
          ]
        : [];
    }),
  );
  const dependents = new Map<string, string[]>();
  for (const [id, edges] of plan.needs)
    for (const provider of new Set(edges.map((edge) => edge.plugin)))
      dependents.set(provider, [...(dependents.get(provider) ?? []), id]);

  const get = (id: string): InstalledPlugin => {
    const plugin = all.get(id);
    if (!plugin) throw new RangeError(`No plugin ${id} is installed. Installed are ${[...all.keys()].join(', ')}.`);
    return plugin;
  };
  const reach = (ids: Iterable<string>, next: (id: string) => readonly string[]): Set<string> => {
    const reached = new Set(ids);
    for (const id of reached) for (const other of next(id)) reached.add(other);
    return reached;
  };
  return {
    all,
    get,
    isReady(id) {
      const state = all.get(id)?.state.state;
      return state === 'ready' || state === 'degraded';
    },
    withDependents(ids) {
      const reached = reach(ids, (id) => dependents.get(id) ?? []);
      return plan.order.filter((id) => reached.has(id));
    },
    withProviders: (ids) => reach(ids, (id) => (plan.needs.get(id) ?? []).map((edge) => edge.plugin)),
    withNeeds: (ids) =>
      reach(ids, (id) => (plan.needs.get(id) ?? []).flatMap((edge) => (edge.optional ? [] : edge.plugin))),
    dependentsOf: (id) => dependents.get(id) ?? [],
    causesOf(id) {
      const { state } = get(id);
      return state.state === 'blocked' ? state.by : [id];
    },
  };
}

/** State of a plugin that cannot run in this process. */
export const refusedState = ({ phase, reason }: Refused): PluginState => ({
  state: 'failed',
  phase,
  reason,
  attempts: 1,
  retryAt: null,
});
