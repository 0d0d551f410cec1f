import type { ContributionRegistry } from '../contributions.ts';
import { HostError, reasonOf } from '../errors.ts';
import { orderedParallel } from './ordered-parallel.ts';
import type { Members } from './members.ts';
import type { Plan } from '../plan/plan.ts';
import type { Run } from './run.ts';
import { setUp } from './set-up.ts';
import type { SetUp, SetUpParts } from './set-up.ts';
import type { Timeline } from './timeline.ts';

/** What came of setting a plugin up. A blocked one has a run when its provider was refused only afterwards. */
export type Outcome = SetUp | { readonly is: 'blocked'; readonly by: readonly string[]; readonly run?: Run };

/** What keeps `id` from running: providers that it cannot do without and that are not up, each by its root cause. */
export function causesFor(
  id: string,
  plan: Plan,
  members: Members,
  outcomeOf: (provider: string) => Outcome | undefined,
): string[] {
  const found = new Set<string>();
  for (const edge of plan.needs.get(id) ?? []) {
    if (edge.optional) continue;
    const outcome = outcomeOf(edge.plugin);
    if (outcome === undefined && !members.of(edge.plugin).run)
      for (const cause of members.causesOf(edge.plugin)) found.add(cause);
    if (outcome?.is === 'failed') found.add(edge.plugin);
    if (outcome?.is === 'blocked') for (const cause of outcome.by) found.add(cause);
  }
  return [...found];
}

/**
 * Sets `ids` up, each as soon as its providers are. A plugin that runs already keeps its services in the cells until it
 * is swapped.
 */
export async function setUpAll(
  ids: readonly string[],
  members: Members,
  timeline: Timeline,
  parts: SetUpParts,
): Promise<Map<string, Outcome>> {
  const { plan, services } = parts;
  const outcomes = await orderedParallel<Outcome>(
    ids,
    (id) => (plan.needs.get(id) ?? []).map((edge) => edge.plugin),
    async (id, done) => {
      const by = causesFor(id, plan, members, done);
      if (by.length > 0) return { is: 'blocked', by };
      const outcome = await timeline.time('setup', id, () =>
        setUp(
          id,
          (provider) => {
            const made = done(provider);
            return made === undefined ? members.of(provider).run : made.is === 'up' ? made.run : undefined;
          },
          parts,
        ),
      );
      if (outcome.is === 'up' && !members.of(id).run)
        outcome.run.undos.services.push(services.fill(id, outcome.run.provided));
      return outcome;
    },
  );
  refuseClashes(ids, outcomes, members, plan, parts.contributions);
  return outcomes;
}

/** One contribution for each id of a point: of two plugins the later in the plan gives way, whichever was faster. */
function refuseClashes(
  ids: readonly string[],
  outcomes: Map<string, Outcome>,
  members: Members,
  plan: Plan,
  contributions: ContributionRegistry,
): void {
  const taken = new Map<string, string>();
  for (const id of ids) {
    const outcome = outcomes.get(id);
    if (outcome?.is !== 'up') continue;
    const { run } = outcome;
    const by = causesFor(id, plan, members, (provider) => outcomes.get(provider));
    const clash = run.contributions.flatMap(({ point, id: place }) => {
      const before = contributions.ownerOf(point, place);
      const owner =
        taken.get(`${point} ${place}`) ?? (before === undefined || ids.includes(before) ? undefined : before);
      return owner === undefined || owner === id
        ? []
        : [`contributes ${place} to ${point}, and so does ${owner}; give it another id`];
    })[0];
    if (by.length > 0) outcomes.set(id, { is: 'blocked', by, run });
    else if (clash !== undefined)
      outcomes.set(id, {
        is: 'failed',
        run,
        error: new HostError('K_DUPLICATE_CONTRIBUTION', id, `plugin ${id} ${clash}`),
      });
    else for (const { point, id: place } of run.contributions) taken.set(`${point} ${place}`, id);
  }
}

/** Why it is not up, in words. */
export const whyNot = (outcome: Outcome | undefined): string | undefined =>
  outcome === undefined || outcome.is === 'up'
    ? undefined
    : outcome.is === 'blocked'
      ? `it is blocked by ${outcome.by.join(', ')}`
      : reasonOf(outcome.error);
