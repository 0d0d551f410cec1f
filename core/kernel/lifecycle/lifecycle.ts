import { HostError, reasonOf } from '../errors.ts';
import { orderedParallel } from './ordered-parallel.ts';
import type { InstalledPlugin, InstalledPlugins } from './installed-plugins.ts';
import { causesFor, setUpAll, whyNot } from './outcomes.ts';
import type { Outcome, SetUps } from './outcomes.ts';
import { retire, undo } from './run.ts';
import type { Run } from './run.ts';
import type { SetUpParts } from './set-up.ts';
import { cancelRetry, inWords, markBlocked, markFailed } from './states.ts';
import type { StateParts } from './states.ts';
import type { Timeline } from './timeline.ts';

/** Milliseconds that the code of a plugin may take in each phase. */
export interface Deadlines {
  readonly setup: number;
  readonly start: number;
  readonly ready: number;
  readonly stop: number;
  readonly health: number;
}

export interface LifecycleParts extends SetUpParts, StateParts {
  readonly installed: InstalledPlugins;
  readonly deadlines: Deadlines;
  readonly timeline: Timeline;
}

/**
 * Brings plugins up and takes them down, each as soon as what it stands on is there. Callers take turns (`rw-lock.ts`).
 */
export interface Lifecycle {
  /**
   * Sets up, seals and starts `ids` (in the order of the plan). A running one among them is replaced once its new run
   * is set up. `replace: 'all or none'` rejects, and leaves everything as it runs, when the setup of one that runs
   * fails. `beforeReady` runs when all have started, before their ready hooks. `critical: 'must run'` rejects with
   * `K_CRITICAL` when a critical one does not. With `patience`, in milliseconds, those that take longer to be set up
   * are left behind; the result tells which, and they are brought up with what has become of them as `outcomes`.
   * `unsealed` when others come that are set up before anything may be read.
   */
  bringUp(
    ids: readonly string[],
    o?: {
      replace?: 'all or none';
      critical?: 'must run';
      beforeReady?: () => Promise<void>;
      patience?: number;
      outcomes?: Map<string, Outcome>;
      unsealed?: true;
    },
  ): Promise<Pick<SetUps, 'late' | 'whole'> | undefined>;
  /** Stops everything, dependents first. Never rejects: what fails is logged and stands in the state. */
  takeDown(): Promise<void>;
}

export function createLifecycle(parts: LifecycleParts): Lifecycle {
  const { installed: installed, plan, contributions, services, activities, deadlines, log, timeline, stopping } = parts;
  const providersOf = (id: string): string[] => (plan.needs.get(id) ?? []).map((edge) => edge.plugin);
  const notClean = (plugin: string, faults: readonly unknown[]): void => {
    for (const error of faults)
      log.warn({ plugin, err: error }, `Plugin ${plugin} did not stop cleanly: ${reasonOf(error)}`);
  };
  const end = async (run: Run): Promise<unknown[]> => {
    const faults = await retire(run, { activities, limit: deadlines.stop });
    notClean(run.spec.id, faults);
    return faults;
  };
  const endAll = (ids: readonly string[], runs: readonly Run[]): Promise<void> =>
    orderedParallel([...ids].reverse(), installed.dependentsOf, async (id) => {
      for (const run of runs) if (run.spec.id === id) await end(run);
    });

  /** Puts a new run in the place of the old one; nothing else runs in between. */
  const swap = (member: InstalledPlugin, run: Run): void => {
    const {
      run: old,
      spec: { id },
    } = member;
    member.run = run;
    member.state = { state: 'starting' };
    if (old) {
      void undo(old, 'surfaces').then((faults) => notClean(id, faults));
      run.undos.services.push(services.fill(id, run.provided));
    }
    contributions.put(id, run.contributions);
    for (const register of run.surfaces) run.undos.surfaces.push(register());
  };

  const startOne = async (id: string): Promise<void> => {
    const member = installed.get(id);
    const { run } = member;
    if (!run || member.state.state !== 'starting') return;
    const by = causesFor(id, plan, installed, () => undefined);
    if (by.length > 0) {
      markBlocked(member, by, parts);
      return void (await end(run));
    }
    try {
      if (stopping.aborted) throw new HostError('K_STOPPING', id, 'the kernel is stopping');
      await timeline.time('start', id, () =>
        activities.run(id, 'start', deadlines.start, async () => {
          for (const hook of run.starts) await hook();
        }),
      );
      for (const register of run.background) run.undos.background.push(register());
      if (run.readies.length === 0) member.failures = 0;
      member.state = { state: 'ready' };
    } catch (error) {
      markFailed(member, 'start', error, parts);
      await end(run);
    }
  };

  const readyOne = async (id: string): Promise<void> => {
    const member = installed.get(id);
    const { run } = member;
    if (!run || !installed.isReady(id)) return;
    const by = causesFor(id, plan, installed, () => undefined);
    if (by.length > 0) {
      markBlocked(member, by, parts);
      return void (await end(run));
    }
    if (run.readies.length === 0 || stopping.aborted) return;
    try {
      await timeline.time('ready', id, () =>
        activities.run(id, 'ready', deadlines.ready, async () => {
          for (const hook of run.readies) await hook();
        }),
      );
      member.failures = 0;
    } catch (error) {
      markFailed(member, 'start', error, parts);
      await end(run);
    }
  };

  const demandCritical = (ids: readonly string[], why: (id: string) => string | undefined): void => {
    for (const id of ids) {
      const reason = installed.get(id).spec.critical ? why(id) : undefined;
      if (reason !== undefined)
        throw new HostError(
          'K_CRITICAL',
          id,
          `Plugin ${id} is critical and did not start, so nothing starts: ${reason}`,
        );
    }
  };

  const bringUp: Lifecycle['bringUp'] = async (asked, o = {}) => {
    let ids = asked.filter((id) => !installed.get(id).isBarred);
    for (const member of ids.map(installed.get)) {
      cancelRetry(member);
      if (!member.run) member.state = { state: 'starting' };
    }
    const setUps = o.outcomes ? undefined : await setUpAll(ids, installed, timeline, parts, o.patience);
    const outcomes = o.outcomes ?? setUps!.outcomes;
    ids = ids.filter((id) => outcomes.has(id));
    const settle = (member: InstalledPlugin): void => {
      const outcome = outcomes.get(member.spec.id);
      if (outcome?.is === 'blocked') markBlocked(member, outcome.by, parts);
      if (outcome?.is === 'failed') markFailed(member, 'setup', outcome.error, parts);
    };

    const vetoed =
      o.replace === undefined ? undefined : ids.find((id) => installed.get(id).run && outcomes.get(id)?.is !== 'up');
    if (vetoed !== undefined) {
      const text = `Plugin ${vetoed} could not be set up again (${whyNot(outcomes.get(vetoed))}); what ran before goes on.`;
      for (const member of ids.map(installed.get)) {
        if (member.run) continue;
        if (outcomes.get(member.spec.id)?.is === 'up')
          markFailed(member, 'setup', new HostError('K_RESTART', vetoed, text), parts);
        else settle(member);
      }
      await endAll(
        ids,
        [...outcomes.values()].flatMap((outcome) => outcome.run ?? []),
      );
      throw new HostError('K_RESTART', vetoed, text);
    }

    const replaced: Run[] = [];
    const discarded: Run[] = [];
    for (const member of ids.map(installed.get)) {
      const outcome = outcomes.get(member.spec.id);
      if (member.run) replaced.push(member.run);
      try {
        if (outcome?.is === 'up') swap(member, outcome.run);
        else settle(member);
        if (outcome?.is !== 'up' && outcome?.run) discarded.push(outcome.run);
      } catch (error) {
        markFailed(member, 'setup', error, parts);
        if (outcome?.run) discarded.push(outcome.run);
      }
    }
    // What failed is closed during the start of the others; what is replaced is closed before, as both may want the
    // same port or file.
    const discarding = endAll(ids, discarded);
    await endAll(ids, replaced);
    if (!o.unsealed) contributions.seal();
    if (o.critical && !stopping.aborted)
      demandCritical(ids, (id) => (installed.get(id).run ? undefined : inWords(installed.get(id))));
    await orderedParallel(ids, providersOf, startOne);
    await o.beforeReady?.();
    await orderedParallel(ids, providersOf, readyOne);
    await discarding;
    if (o.critical && !stopping.aborted)
      demandCritical(ids, (id) => (installed.isReady(id) ? undefined : inWords(installed.get(id))));
    await followOptional(ids);
    return setUps;
  };

  /** Who was set up with an optional provider that is gone since, or without one that has come, is set up again. */
  const followOptional = async (changed: readonly string[]): Promise<void> => {
    const stale = installed.withDependents(changed).filter((id) => {
      const { run } = installed.get(id);
      return (
        run &&
        (plan.needs.get(id) ?? []).some(
          (edge) => edge.optional && run.usedOptional.has(edge.plugin) !== installed.isReady(edge.plugin),
        )
      );
    });
    if (stale.length > 0 && !stopping.aborted)
      await bringUp(installed.withDependents(stale).filter((id) => installed.get(id).run));
  };

  const takeDown: Lifecycle['takeDown'] = async () => {
    await orderedParallel([...plan.order].reverse(), installed.dependentsOf, async (id) => {
      const member = installed.get(id);
      cancelRetry(member);
      const { run } = member;
      member.run = undefined;
      member.state = { state: 'stopped' };
      const faults = run ? await end(run) : [];
      if (faults.length > 0)
        member.state = {
          state: 'failed',
          phase: 'stop',
          reason: faults.map(reasonOf).join('; '),
          attempts: 1,
          retryAt: null,
        };
    });
  };
  return { bringUp, takeDown };
}
