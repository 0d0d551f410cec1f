import type { ErasedSpec, Plugin } from '@dossier/sdk';
import { checkDuplicates } from './check-duplicates.ts';
import { checkGates } from './check-gates.ts';
import { checkReferences } from './check-references.ts';
import { checkSpecs } from './check-specs.ts';
import { withoutHoles } from './check-tokens.ts';
import { layer } from './graph.ts';
import { takeInventory } from './inventory.ts';
import type { Inventory } from './inventory.ts';
import type { Kind } from './kind.ts';
import { kernelKinds, points, services } from './kinds.ts';
import type { FacilityPlan } from '../facility.ts';

/** One thing that is wrong with what is installed. `text` says what, where and what to do about it. */
export interface PlanProblem {
  readonly code: string;
  readonly plugin: string;
  readonly text: string;
}

/** A service that `plugin` takes from another one. An optional one orders the set-up, and blocks nobody. */
export interface Edge {
  readonly plugin: string;
  readonly token: string;
  readonly optional: boolean;
}

/** What the kernel itself brings: ids of services and of extension points. */
export interface Given {
  readonly services?: Iterable<string>;
  readonly points?: Iterable<string>;
}

export interface PlanOptions {
  /** Version of this kernel (semver). */
  readonly kernelVersion: string;
  readonly given?: Given;
  /** What there is to register beside the kernel's own kinds, by whom it is checked, and what comes with it. */
  readonly facilities?: readonly FacilityPlan[];
  /** Faults of the configuration, so that they appear in the same report. */
  readonly configFaults?: readonly { readonly name: string; readonly detail: string; readonly plugin?: string }[];
}

/** What would run, and in which order; made from the data halves of the plugins, before any of their code has run. */
export interface Plan {
  readonly kernelVersion: string;
  /** By id; of two plugins with one id the first. */
  readonly specs: ReadonlyMap<string, ErasedSpec>;
  /** What each plugin takes from other plugins. Services alone make edges; extension points and events do not. */
  readonly needs: ReadonlyMap<string, readonly Edge[]>;
  /** Plugin that provides a service, by token id. */
  readonly providers: ReadonlyMap<string, string>;
  readonly levels: readonly (readonly string[])[];
  readonly order: readonly string[];
  readonly inventory: Inventory;
  /** What stands in the inventory: the kernel's kinds, then those of the facilities. */
  readonly kinds: readonly Kind<unknown>[];
  readonly problems: readonly PlanProblem[];
}

/** Thrown when a plan has problems: all of them at once. */
export class PlanError extends Error {
  readonly code = 'K_PLAN';
  readonly problems: readonly PlanProblem[];

  constructor(problems: readonly PlanProblem[]) {
    super(
      `The installed plugins do not fit together (${problems.length === 1 ? '1 problem' : `${problems.length} problems`}):\n${problems.map((problem) => `  ${problem.code} ${problem.text}`).join('\n')}`,
    );
    this.name = 'PlanError';
    this.problems = problems;
  }
}

/** Plans the installed plugins. Never throws: every problem is in the plan, so that one correction round is enough. */
export function plan(plugins: readonly Plugin[], o: PlanOptions): Plan {
  const facilities = o.facilities ?? [];
  const kinds: readonly Kind<unknown>[] = [...kernelKinds, ...facilities.flatMap((facility) => facility.kinds ?? [])];
  const given = {
    services: new Set([
      ...(o.given?.services ?? []),
      ...facilities.flatMap((facility) => facility.services ?? []).map((token) => token.id),
    ]),
    points: new Set([...(o.given?.points ?? []), ...facilities.flatMap((facility) => facility.points ?? [])]),
  };
  const problems: PlanProblem[] = [];
  const report = (code: string, plugin: string, text: string): void => void problems.push({ code, plugin, text });

  const specs = new Map<string, ErasedSpec>();
  for (const spec of plugins.map((plugin) => withoutHoles(plugin.spec, kinds, report))) {
    if (specs.has(spec.id))
      report(
        'K_DUPLICATE_PLUGIN',
        spec.id,
        `Two installed plugins are called ${spec.id} (versions ${specs.get(spec.id)?.version} and ${spec.version}); remove one from the list of plugins, or give it an id of its own.`,
      );
    else specs.set(spec.id, spec);
  }
  const providers = new Map<string, string>();
  for (const spec of specs.values())
    for (const token of spec.provides ?? [])
      if (!given.services.has(token.id) && !providers.has(token.id)) providers.set(token.id, spec.id);

  const needs = new Map([...specs.values()].map((spec) => [spec.id, edgesOf(spec, providers)]));
  const { levels, cycles } = layer(specs.keys(), (id) => (needs.get(id) ?? []).map((edge) => edge.plugin));
  for (const cycle of cycles) {
    report(
      'K_CYCLE',
      cycle[0] ?? '',
      `${cycle.join(' -> ')}; ${cycle.length === 2 ? 'a plugin cannot need a service that it provides itself: keep it in a variable' : 'break it with an extension point or an event'}.`,
    );
  }

  const order = levels.flat();
  const inOrder = [...new Set([...order, ...[...specs.keys()].sort()])].flatMap((id) => specs.get(id) ?? []);
  const inventory = takeInventory(inOrder);
  checkSpecs(inOrder, o.kernelVersion, report);
  checkReferences(inOrder, { providers, given, inventory }, report);
  checkDuplicates(
    inventory,
    kinds,
    new Map<Kind<unknown>, ReadonlySet<string>>([
      [services, given.services],
      [points, given.points],
    ]),
    report,
  );
  checkGates(inventory, kinds, report);
  for (const check of facilities.flatMap((facility) => facility.checks ?? [])) check(inventory, report);
  for (const fault of o.configFaults ?? [])
    report('K_SETTINGS', fault.plugin ?? 'kernel', `${fault.name}: ${fault.detail}`);

  return { kernelVersion: o.kernelVersion, specs, needs, providers, levels, order, inventory, kinds, problems };
}

/** Looks through all that is declared, and adds what is wrong to the report. */
export type PlanCheck = (inventory: Inventory, report: Report) => void;

/** Adds a problem to the report. */
export type Report = (code: string, plugin: string, text: string) => void;

function edgesOf(spec: ErasedSpec, providers: ReadonlyMap<string, string>): Edge[] {
  return Object.values(spec.needs ?? {}).flatMap((need) => {
    if (need.kind === 'all') return [];
    const token = need.kind === 'optional' ? need.of : need;
    const plugin = providers.get(token.id);
    return plugin === undefined ? [] : [{ plugin, token: token.id, optional: need.kind === 'optional' }];
  });
}
