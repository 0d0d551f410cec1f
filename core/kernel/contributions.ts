import { notFound } from '@dossier/sdk';
import type { Access, ContributionGate, Contributions, Problem } from '@dossier/sdk';
import type { Tracer } from '@opentelemetry/api';
import { passes, refusalOf } from './access/contribution-gate.ts';
import { HostError } from './errors.ts';
import { pluginNotReady } from './not-ready.ts';
import { traced } from './traced.ts';

/** What a plugin gave to a point while it was set up. */
export interface Contribution {
  readonly plugin: string;
  readonly point: string;
  readonly id: string;
  readonly gate: ContributionGate;
  readonly value: object;
}

interface Entry extends Contribution {
  /** The value with a span around each call, made once for each Access. */
  readonly seen: WeakMap<Access, object>;
}

interface Point {
  readonly list: readonly Entry[];
  readonly byId: ReadonlyMap<string, Entry>;
}

export interface ContributionRegistry {
  /** What others see of a point, through their Access. Throws `K_NOT_SEALED` before every plugin was set up. */
  reader(point: string): Contributions<unknown>;
  /**
   * For the kernel's own points, which are read before there is an Access: those of plugins that can serve. Throws the
   * problem `plugin-not-ready` (503) before every plugin was set up.
   */
  entries(point: string): readonly { readonly plugin: string; readonly id: string; readonly value: unknown }[];
  /** Who holds this place in this point. */
  ownerOf(point: string, id: string): string | undefined;
  /** Puts the contributions of a plugin in the place of those it gave before. */
  put(plugin: string, contributions: readonly Contribution[]): void;
  seal(): void;
}

/**
 * `order`: plugin ids, so that lists do not depend on who was faster. `extenders`: plugins that may contribute to a
 * point.
 */
export function createContributionRegistry(o: {
  readonly order: readonly string[];
  readonly extenders: ReadonlyMap<string, readonly string[]>;
  readonly isReady: (plugin: string) => boolean;
  /** Is there a plugin of which nobody knows what it contributes? */
  readonly isAnyUnknown: boolean;
  readonly tracer?: Tracer | undefined;
}): ContributionRegistry {
  const given = new Map<string, readonly Entry[]>();
  /** Each point in the order of the plan, made when it is first read after a change. */
  const points = new Map<string, Point>();
  let sealed = false;

  const collected = (point: string): Point => {
    let found = points.get(point);
    if (!found) {
      const list = o.order.flatMap((plugin) => given.get(plugin) ?? []).filter((entry) => entry.point === point);
      points.set(point, (found = { list, byId: new Map(list.map((entry) => [entry.id, entry])) }));
    }
    return found;
  };

  const of = (point: string): Point => {
    if (!sealed)
      throw new HostError(
        'K_NOT_SEALED',
        'kernel',
        `The contributions to ${point} are read before every plugin was set up; read them when they are needed, not in setup.`,
      );
    return collected(point);
  };
  const see = (entry: Entry, access: Access): object => {
    let value = entry.seen.get(access);
    if (!value)
      entry.seen.set(
        access,
        (value = traced(
          entry.value,
          `${entry.point} ${entry.id}`,
          { plugin: entry.plugin, workspace: access.workspace, feature: featureOf(entry.gate) },
          o.tracer,
        )),
      );
    return value;
  };
  /** Unknown, but a plugin that could have given it is not ready: nobody can say yet that it does not exist. */
  const absent = (point: string): Problem => {
    const missing = (o.extenders.get(point) ?? []).find((plugin) => !o.isReady(plugin));
    return missing === undefined ? notFound() : pluginNotReady(missing);
  };
  const demand = (point: string, access: Access, id: string): object => {
    const entry = of(point).byId.get(id);
    if (!entry) throw absent(point);
    const refusal = refusalOf(entry.gate, access);
    if (refusal) throw refusal;
    if (!o.isReady(entry.plugin)) throw pluginNotReady(entry.plugin);
    return see(entry, access);
  };

  const entries = (point: string): readonly Entry[] => {
    const { list } = of(point);
    // Every request reads points of the kernel, so no list is made for each.
    return list.every((entry) => o.isReady(entry.plugin)) ? list : list.filter((entry) => o.isReady(entry.plugin));
  };

  return {
    reader: (point) => ({
      list: (access) =>
        of(point)
          .list.filter((entry) => o.isReady(entry.plugin) && passes(entry.gate, access))
          .map((entry) => ({ id: entry.id, value: see(entry, access) })),
      get(access, id) {
        const entry = of(point).byId.get(id);
        if (entry) return passes(entry.gate, access) ? demand(point, access, id) : undefined;
        const problem = absent(point);
        if (problem.status === 404) return undefined;
        throw problem;
      },
      demand: (access, id) => demand(point, access, id),
      ids: () => of(point).list.map(({ id }) => id),
      installed: () => entries(point),
      isComplete: () => !o.isAnyUnknown && (o.extenders.get(point) ?? []).every((plugin) => o.isReady(plugin)),
    }),
    entries(point) {
      if (!sealed) throw pluginNotReady();
      return entries(point);
    },
    ownerOf: (point, id) => collected(point).byId.get(id)?.plugin,
    put(plugin, contributions) {
      for (const { point } of [...(given.get(plugin) ?? []), ...contributions]) points.delete(point);
      given.set(
        plugin,
        contributions.map((contribution) => ({ ...contribution, seen: new WeakMap() })),
      );
    },
    seal() {
      sealed = true;
    },
  };
}

const featureOf = (gate: ContributionGate): string | null =>
  'open' in gate ? null : ((gate.feature ?? gate.permission?.feature)?.id ?? null);
