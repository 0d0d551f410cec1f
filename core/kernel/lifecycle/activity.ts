import { AsyncLocalStorage } from 'node:async_hooks';
import { HostError } from '../errors.ts';
import type { Timers } from './timers.ts';

interface Activity {
  readonly plugin: string;
  readonly phase: string;
  /** What runs inside this one, oldest first; undefined where nobody waits for it with a deadline. */
  readonly inside?: Set<Activity>;
}

/** One for the process, whose log is to say whose code it was that threw, ended it, or does not come back. */
const current = new AsyncLocalStorage<Activity>();

/** Whose code is running, and what it is about: `GET /things`, `setup`. Undefined outside of plugins. */
export const currentActivity = (): { readonly plugin: string; readonly phase: string } | undefined =>
  current.getStore();

/** Runs code of a plugin, and all that it causes, in its name. */
export const inNameOf = <T>(plugin: string, phase: string, work: () => T): T => current.run({ plugin, phase }, work);

/** Runs the code of plugins and knows whose code it is. */
export interface Activities {
  /**
   * Runs `work` in the name of `plugin`. Rejects with `K_DEADLINE` after `limit` milliseconds (null: no limit of its
   * own); the message names the innermost plugin and phase that had not finished, which may be another one than the one
   * asked.
   */
  run<T>(plugin: string, phase: string, limit: number | null, work: () => T | Promise<T>): Promise<T>;
}

export function createActivities(timers: Timers): Activities {
  return {
    async run(plugin, phase, limit, work) {
      const activity: Activity = { plugin, phase, inside: new Set() };
      const outer = current.getStore();
      outer?.inside?.add(activity);
      const working = (async () => current.run(activity, work))();
      // It may go on after its deadline; it stays inside the outer one until it really ends, so that the outer names it
      // too.
      const ended = working.finally(() => outer?.inside?.delete(activity));
      if (limit === null) return ended;
      let cancel = (): void => undefined;
      const deadline = new Promise<never>((_, reject) => {
        cancel = timers.after(limit, () => reject(tooLate(activity, limit)));
      });
      try {
        return await Promise.race([ended, deadline]);
      } finally {
        cancel();
      }
    },
  };
}

function tooLate(activity: Activity, limit: number): HostError {
  let inner = activity;
  for (let next = last(inner); next !== undefined; next = last(inner)) inner = next;
  const asked = inner === activity ? '' : `; plugin ${activity.plugin} was waiting for it in ${activity.phase}`;
  return new HostError(
    'K_DEADLINE',
    inner.plugin,
    `plugin ${inner.plugin} did not finish ${inner.phase} within ${limit >= 1000 ? `${limit / 1000} s` : `${limit} ms`}${asked}`,
  );
}

const last = ({ inside }: Activity): Activity | undefined => [...(inside ?? [])].at(-1);
