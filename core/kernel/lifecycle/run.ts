import type { ErasedSpec } from '@dossier/sdk';
import type { Undo } from '../facility.ts';
import type { Activities } from './activity.ts';
import { disposeOf } from '../container.ts';
import type { Contribution } from '../contributions.ts';
import type { PerOrganization } from '../organization-services.ts';

export type Check = () => Promise<'up' | 'degraded' | 'down'>;

/**
 * One run of one plugin, from its set-up to its stop. A restart makes a second run next to the first, and swaps when
 * that one is set up. Nothing is registered with the kernel's parts while setup runs: what it asked for waits here, so
 * a setup that fails leaves nothing behind.
 */
export interface Run {
  readonly spec: ErasedSpec;
  readonly stopping: AbortController;
  /** `setup` takes registrations; `running` takes further stop hooks; `over` takes nothing. */
  phase: 'setup' | 'running' | 'over';
  /** Services by token id; of an organization-scoped one its {@link PerOrganization}. */
  readonly provided: Map<string, unknown>;
  readonly perOrganization: PerOrganization[];
  readonly contributions: Contribution[];
  /** Routes, mounts and resolvers: swapped in one go. */
  readonly surfaces: (() => Undo)[];
  /** Event deliveries and job workers: begin when the plugin has started. */
  readonly background: (() => Undo)[];
  readonly starts: (() => void | Promise<void>)[];
  /** Run when the others are ready too. */
  readonly readies: (() => void | Promise<void>)[];
  readonly stops: (() => void | Promise<void>)[];
  readonly checks: Map<string, Check>;
  /** Optional providers whose service this run was given. */
  readonly usedOptional: Set<string>;
  /** Undo what was registered; each is called once. */
  readonly undos: { surfaces: Undo[]; background: Undo[]; services: (() => void)[] };
}

export const newRun = (spec: ErasedSpec): Run => ({
  spec,
  stopping: new AbortController(),
  phase: 'setup',
  provided: new Map(),
  perOrganization: [],
  contributions: [],
  surfaces: [],
  background: [],
  starts: [],
  readies: [],
  stops: [],
  checks: new Map(),
  usedOptional: new Set(),
  undos: { surfaces: [], background: [], services: [] },
});

/**
 * Calls the undos of one kind and forgets them. Synchronous ones are done when this returns; the promise is for the
 * others.
 */
export function undo(run: Run, kind: 'surfaces' | 'background'): Promise<unknown[]> {
  const undone = run.undos[kind]
    .splice(0)
    .reverse()
    .map((undoing) => {
      try {
        return Promise.resolve(undoing());
      } catch (error) {
        return Promise.reject(error);
      }
    });
  return Promise.allSettled(undone).then((results) =>
    results.flatMap((result) => (result.status === 'rejected' ? [result.reason] : [])),
  );
}

/**
 * Ends a run: takes back what it registered, aborts its signal, calls its stop hooks (last registered first), closes
 * its values. Every step has the deadline `limit` and none is left out because another failed. Returns what went wrong.
 */
export async function retire(
  run: Run,
  o: { readonly activities: Activities; readonly limit: number },
): Promise<unknown[]> {
  const faults: unknown[] = [];
  const attempt = async (work: () => unknown): Promise<void> => {
    try {
      const found = await o.activities.run(run.spec.id, 'stop', o.limit, work);
      if (Array.isArray(found)) faults.push(...found);
    } catch (error) {
      faults.push(error);
    }
  };
  run.phase = 'over';
  await attempt(async () => [...(await undo(run, 'surfaces')), ...(await undo(run, 'background'))]);
  run.stopping.abort(new Error(`Plugin ${run.spec.id} stops.`));
  for (const hook of run.stops.splice(0).reverse()) await attempt(async () => void (await hook()));
  for (const services of run.perOrganization) await attempt(async () => void (await services.close()));
  for (const empty of run.undos.services.splice(0)) empty();
  for (const value of new Set([...run.provided.values()].reverse()))
    if (!run.perOrganization.some((services) => services === value)) await attempt(() => disposeOf(value));
  return faults;
}
