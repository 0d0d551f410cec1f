import type { ErasedSpec, Plugin } from '@dossier/sdk';
import { checkDuplicates } from './check-duplicates.ts';
import { reasonOf } from '../errors.ts';
import { checkGates, checkSubjects } from './check-gates.ts';
import { checkReferences, lastOf } from './check-references.ts';
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
  /** Set where the plugin runs all the same, without the one entry of this name. */
  readonly loses?: string;
}

/** A plugin that is installed and cannot run, by the name under which states and faults speak of it. */
export interface Refused {
  readonly phase: 'load' | 'plan' | 'migration';
  readonly reason: string;
  /** What was thrown, for the log. */
  readonly error?: unknown;
  /** Undefined where it could not even be read. */
  readonly spec?: ErasedSpec | undefined;
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
  /** What there is to register in addition to the kernel's own kinds, by whom it is checked, and what comes with it. */
  readonly facilities?: readonly FacilityPlan[];
  /** Faults of the configuration, so that they appear in the same report. */
  readonly configFaults?: readonly { readonly name: string; readonly detail: string; readonly plugin?: string }[];
  /** What is installed and could not be loaded, by the name under which it is listed. */
  readonly notLoaded?: ReadonlyMap<string, Refused>;
}

/**
 * What would run, and in which order; made from the data halves of the plugins, before any of their code has run. A
 * plugin that does not fit is left out, with what needs it, and the others are planned as if it were not there.
 */
export interface Plan {
  readonly kernelVersion: string;
  /** Those that run, by id. */
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
  /** Installed, and left out. */
  readonly refused: ReadonlyMap<string, Refused>;
  /** A problem of a critical plugin, or of none: nothing starts. */
  readonly isFatal: boolean;
}

/** Thrown when a plan is fatal: all of its problems at once. */
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

/**
 * Plans the installed plugins. Never throws: every problem is in the plan, so that one correction round is enough.
 * Where two do not fit together, the one that stands later in the list is to blame.
 */
export function plan(plugins: readonly Plugin[], options: PlanOptions): Plan {
  // Read once, and asked in each round.
  const { services = [], points = [] } = options.given ?? {};
  const o: PlanOptions = { ...options, given: { services: new Set(services), points: new Set(points) } };
  const problems: PlanProblem[] = [];
  const refused = new Map(o.notLoaded);
  for (const [plugin, { reason }] of refused) problems.push({ code: 'K_PLUGIN_NOT_LOADED', plugin, text: reason });
  let specs = new Map<string, ErasedSpec>();
  for (const { spec } of plugins) {
    const first = specs.get(spec.id);
    if (!first) {
      specs.set(spec.id, spec);
      continue;
    }
    const text = `Two installed plugins are called ${spec.id} (versions ${first.version} and ${spec.version}); remove one from the list of plugins, or give it an id of its own.`;
    const name = nameBeside(spec, refused);
    problems.push({ code: 'K_DUPLICATE_PLUGIN', plugin: name, text });
    refused.set(name, { phase: 'plan', reason: `K_DUPLICATE_PLUGIN: ${text}` });
  }
  for (;;) {
    const { unreadable, ...round } = planned(specs, refused, o);
    problems.push(...round.problems);
    const isFatal = round.problems.some(
      ({ plugin, loses }) => loses === undefined && (specs.get(plugin)?.critical ?? !specs.has(plugin)),
    );
    const faults = Map.groupBy(
      round.problems.filter(({ loses }) => loses === undefined),
      ({ plugin }) => plugin,
    );
    if (isFatal || faults.size === 0) return { ...round, problems, refused, isFatal };
    for (const [id, found] of faults)
      refused.set(id, {
        phase: 'plan',
        reason: found.map(({ code, text }) => `${code}: ${text}`).join(' '),
        ...(unreadable.has(id) || found.some(({ code }) => ofItsOwnWords.test(code)) ? {} : { spec: specs.get(id) }),
      });
    specs = new Map([...specs].filter(([id]) => !faults.has(id)));
  }
}

/** Faults of what a plugin declares for others: they cannot go on with that. */
const ofItsOwnWords = /^K_(UNDECLARED|FEATURE|NOT_A_TOKEN|BAD_ID)/;

/** `audit@9.0.0`, for a plugin whose id another one has. */
function nameBeside({ id, version }: ErasedSpec, taken: ReadonlyMap<string, unknown>): string {
  const name = `${id}@${version}`;
  for (let i = 2; taken.has(name) && i < 100; i++) if (!taken.has(`${name}#${i}`)) return `${name}#${i}`;
  return name;
}

type Round = Omit<Plan, 'refused' | 'isFatal'>;

/**
 * One round of planning. A spec in which nothing can be read, because it was made for another SDK or without types,
 * makes checks throw: then it is found out which, one after the other.
 */
function planned(
  specs: ReadonlyMap<string, ErasedSpec>,
  refused: ReadonlyMap<string, Refused>,
  o: PlanOptions,
): Round & { readonly unreadable: ReadonlySet<string> } {
  try {
    return { ...planOnce(specs, refused, o), unreadable: new Set() };
  } catch {
    const readable = new Map<string, ErasedSpec>();
    const problems: PlanProblem[] = [];
    for (const [id, spec] of specs) {
      try {
        planOnce(new Map([...readable, [id, spec]]), refused, o);
        readable.set(id, spec);
      } catch (error) {
        problems.push({
          code: 'K_BAD_SPEC',
          plugin: id,
          text: `The spec of ${id} cannot be read; is it made by definePlugin of this SDK? (${reasonOf(error)})`,
        });
      }
    }
    const round = planOnce(readable, refused, o);
    return {
      ...round,
      problems: [...problems, ...round.problems],
      unreadable: new Set(problems.map(({ plugin }) => plugin)),
    };
  }
}

function planOnce(
  listed: ReadonlyMap<string, ErasedSpec>,
  refused: ReadonlyMap<string, Refused>,
  o: PlanOptions,
): Round {
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
  const report: Report = (code, plugin, text, loses) => {
    // The faults of a plugin that was refused before are reported once.
    if (!refused.has(plugin)) problems.push({ code, plugin, text, ...(loses === undefined ? {} : { loses }) });
  };

  const inList = [...listed.values()].map((spec) => withoutHoles(spec, kinds, report));
  const specs = new Map(inList.map((spec) => [spec.id, spec]));
  const providers = new Map<string, string>();
  for (const spec of inList)
    for (const token of spec.provides ?? [])
      if (!given.services.has(token.id) && !providers.has(token.id)) providers.set(token.id, spec.id);

  const needs = new Map(inList.map((spec) => [spec.id, edgesOf(spec, providers)]));
  const { levels, cycles } = layer(specs.keys(), (id) => (needs.get(id) ?? []).map((edge) => edge.plugin));
  const place = new Map([...specs.keys()].map((id, i) => [id, i]));
  for (const cycle of cycles) {
    report(
      'K_CYCLE',
      lastOf(cycle, place),
      `${cycle.join(' -> ')}; ${cycle.length === 2 ? 'a plugin cannot need a service that it provides itself: keep it in a variable' : 'break it with an extension point or an event'}.`,
    );
  }

  const order = levels.flat();
  const left = [...refused.values()].flatMap(({ spec }) => spec ?? []);
  // Checks look in the order of the list, so that the newcomer is to blame; what runs has the order of the plan.
  const inventory = takeInventory(inList, left);
  checkSpecs(inList, o.kernelVersion, report);
  const lost = left.flatMap((spec) => (spec.provides ?? []).map((token) => [token.id, spec.id] as const));
  checkReferences(inList, { providers, given, inventory, refused: new Map(lost) }, report);
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
  checkSubjects(inventory, kinds, report);
  for (const check of facilities.flatMap((facility) => facility.checks ?? [])) check(inventory, report);
  for (const fault of o.configFaults ?? [])
    report('K_SETTINGS', fault.plugin ?? 'kernel', `${fault.name}: ${fault.detail}`);

  const inOrder = [...new Set([...order, ...[...specs.keys()].sort()])].flatMap((id) => specs.get(id) ?? []);
  return {
    kernelVersion: o.kernelVersion,
    specs,
    needs,
    providers,
    levels,
    order,
    inventory: takeInventory(inOrder, left),
    kinds,
    problems,
  };
}

/** Looks through all that is declared, and adds what is wrong to the report. */
export type PlanCheck = (inventory: Inventory, report: Report) => void;

/**
 * Adds a problem to the report: the plugin is refused, or, where the name of one of its entries is given as `loses`,
 * runs without that.
 */
export type Report = (code: string, plugin: string, text: string, loses?: string) => void;

function edgesOf(spec: ErasedSpec, providers: ReadonlyMap<string, string>): Edge[] {
  return Object.values(spec.needs ?? {}).flatMap((need) => {
    if (need.kind === 'all') return [];
    const token = need.kind === 'optional' ? need.of : need;
    const plugin = providers.get(token.id);
    return plugin === undefined ? [] : [{ plugin, token: token.id, optional: need.kind === 'optional' }];
  });
}
