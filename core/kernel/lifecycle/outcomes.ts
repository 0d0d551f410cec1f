import { reasonOf } from '../errors.ts';
import type { InstalledPlugins } from './installed-plugins.ts';
import { contributionName } from '../plan/kinds.ts';
import type { Plan } from '../plan/plan.ts';
import type { Run } from './run.ts';
import { setUp } from './set-up.ts';
import type { SetUp, SetUpParts } from './set-up.ts';
import type { Timeline } from './timeline.ts';
import type { Timers } from './timers.ts';

/** What came of setting a plugin up. A blocked one has a run when its provider was refused only afterwards. */
export type Outcome = SetUp | { readonly is: 'blocked'; readonly by: readonly string[]; readonly run?: Run };

/** What keeps `id` from running: providers that it cannot do without and that are not up, each by its root cause. */
export function causesFor(
  id: string,
  plan: Plan,
  installed: InstalledPlugins,
  outcomeOf: (provider: string) => Outcome | undefined,
): string[] {
  const found = new Set<string>();
  for (const edge of plan.needs.get(id) ?? []) {
    if (edge.optional) continue;
    const outcome = outcomeOf(edge.plugin);
    if (outcome === undefined && !installed.get(edge.plugin).run)
      for (const cause of installed.causesOf(edge.plugin)) found.add(cause);
    if (outcome?.is === 'failed') found.add(edge.plugin);
    if (outcome?.is === 'blocked') for (const cause of outcome.by) found.add(cause);
  }
  return [...found];
}

/** What came of a set-up of several. `late` had not ended; `whole` resolves, with all outcomes, when they have. */
export interface SetUps {
  readonly outcomes: Map<string, Outcome>;
  readonly late: readonly string[];
  readonly whole: Promise<Map<string, Outcome>>;
}

/**
 * Sets `ids` up, each as soon as its providers are. A plugin that runs already keeps its services in the cells until it
 * is swapped. With `patience`, in milliseconds, one that takes longer is left behind with those that need it, unless
 * something critical does.
 */
export async function setUpAll(
  ids: readonly string[],
  installed: InstalledPlugins,
  timeline: Timeline,
  parts: SetUpParts & { readonly timers: Timers },
  patience?: number,
): Promise<SetUps> {
  const { plan, services } = parts;
  const outcomes = new Map<string, Outcome>();
  const awaited = installed.withNeeds(ids.filter((id) => installed.get(id).spec.critical));
  const one = async (id: string): Promise<Outcome> => {
    const by = causesFor(id, plan, installed, (provider) => outcomes.get(provider));
    if (by.length > 0) return { is: 'blocked', by };
    const outcome = await timeline.time('setup', id, () =>
      setUp(
        id,
        (provider) => {
          const made = outcomes.get(provider);
          return made === undefined ? installed.get(provider).run : made.is === 'up' ? made.run : undefined;
        },
        parts,
      ),
    );
    if (outcome.is === 'up' && !installed.get(id).run)
      outcome.run.undos.services.push(services.fill(id, outcome.run.provided));
    return outcome;
  };
  const going = new Map<string, { readonly done: Promise<void>; readonly late: Promise<void> }>();
  for (const id of ids) {
    const late = Promise.withResolvers<void>();
    const before = (plan.needs.get(id) ?? []).flatMap((edge) => {
      const provider = going.get(edge.plugin);
      if (!provider) return [];
      if (edge.optional) return [Promise.race([provider.done, provider.late])];
      void provider.late.then(late.resolve);
      return [provider.done];
    });
    const done = Promise.all(before).then(async () => {
      const cancel = patience === undefined || awaited.has(id) ? undefined : parts.timers.after(patience, late.resolve);
      outcomes.set(id, await one(id).finally(cancel));
    });
    going.set(id, { done, late: late.promise });
  }
  await Promise.all([...going.values()].map(({ done, late }) => Promise.race([done, late])));
  const late = ids.filter((id) => !outcomes.has(id));
  const soFar = new Map(outcomes);
  refuseClashes(ids, soFar, installed, parts);
  const whole = Promise.all([...going.values()].map(({ done }) => done)).then(() => {
    const rest = new Map(late.flatMap((id) => [[id, outcomes.get(id)!] as const]));
    refuseClashes(late, rest, installed, parts);
    return rest;
  });
  return { outcomes: soFar, late, whole };
}

/**
 * One contribution for each id of a point: of two plugins the later in the plan loses that id, whichever was faster.
 * Those whose ids stand in their specs have lost it before (`../plan`).
 */
function refuseClashes(
  ids: readonly string[],
  outcomes: Map<string, Outcome>,
  installed: InstalledPlugins,
  { plan, contributions, log }: SetUpParts,
): void {
  const taken = new Map<string, string>();
  for (const id of ids) {
    const outcome = outcomes.get(id);
    if (outcome?.is !== 'up') continue;
    const { run } = outcome;
    const by = causesFor(id, plan, installed, (provider) => outcomes.get(provider));
    if (by.length > 0) {
      outcomes.set(id, { is: 'blocked', by, run });
      continue;
    }
    for (const contribution of [...run.contributions]) {
      const { point, id: place } = contribution;
      const before = contributions.ownerOf(point, place);
      const owner =
        taken.get(contributionName(point, place)) ??
        (before === undefined || ids.includes(before) ? undefined : before);
      if (owner === undefined || owner === id) {
        taken.set(contributionName(point, place), id);
        continue;
      }
      run.contributions.splice(run.contributions.indexOf(contribution), 1);
      log.error(
        { plugin: id, point, id: place, code: 'K_DUPLICATE_CONTRIBUTION' },
        `Plugin ${id} contributes ${place} to ${point}, and so does ${owner}, which keeps it; give it another id.`,
      );
    }
  }
}

/** Why it is not up, in words. */
export const whyNot = (outcome: Outcome | undefined): string | undefined =>
  outcome === undefined || outcome.is === 'up'
    ? undefined
    : outcome.is === 'blocked'
      ? `it is blocked by ${outcome.by.join(', ')}`
      : reasonOf(outcome.error);
