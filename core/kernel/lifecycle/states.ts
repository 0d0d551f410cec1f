import { growingPause } from '@dossier/sdk';
import type { Clock, Log } from '@dossier/sdk';
import { reasonOf } from '../errors.ts';
import type { InstalledPlugin } from './installed-plugins.ts';
import type { Timers } from './timers.ts';

export interface StateParts {
  readonly log: Log;
  readonly clock: Clock;
  readonly timers: Timers;
  readonly stopping: AbortSignal;
  /** Milliseconds before the first retry of a failed plugin, doubled each time up to `most`. */
  readonly backOff: { readonly first: number; readonly most: number };
  /** Called when the time has come to try a failed plugin again. */
  readonly retry: (plugin: string) => void;
}

/** Marks a plugin as failed and sets its next try, later each time. */
export function markFailed(member: InstalledPlugin, phase: 'setup' | 'start', error: unknown, o: StateParts): void {
  const { id } = member.spec;
  member.run = undefined;
  member.thrown = error;
  member.failures++;
  const wait = growingPause(member.failures, o.backOff);
  const again = !o.stopping.aborted;
  member.state = {
    state: 'failed',
    phase,
    reason: reasonOf(error),
    attempts: member.failures,
    retryAt: again ? new Date(o.clock.time() + wait) : null,
  };
  if (again) member.cancelRetry = o.timers.after(wait, () => o.retry(id));
  o.log.error(
    { plugin: id, phase, attempts: member.failures, err: error },
    `Plugin ${id} failed in ${phase}: ${reasonOf(error)}${again ? `. It is tried again in ${wait / 1000} s.` : ''}`,
  );
}

/** Marks a plugin as blocked by those that failed; it goes on when they do. */
export function markBlocked(member: InstalledPlugin, by: readonly string[], o: StateParts): void {
  member.run = undefined;
  member.state = { state: 'blocked', by };
  o.log.warn({ plugin: member.spec.id, by }, `Plugin ${member.spec.id} is blocked by ${by.join(', ')}.`);
}

export function cancelRetry(member: InstalledPlugin): void {
  member.cancelRetry?.();
  member.cancelRetry = undefined;
}

/** A state that is not ready, in words. */
export function inWords({ state }: Pick<InstalledPlugin, 'state'>): string {
  switch (state.state) {
    case 'failed':
      return state.reason;
    case 'blocked':
      return `it is blocked by ${state.by.join(', ')}`;
    case 'degraded':
      return `it is degraded: ${state.checks.join(', ')}`;
    default:
      return `it is ${state.state}`;
  }
}
