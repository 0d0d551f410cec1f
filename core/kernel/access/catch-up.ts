import type { AccessChange } from '@dossier/sdk';

/**
 * Resolves when what is remembered on this node is as it had been committed by anybody when it was asked for: then what
 * is remembered may answer. Rejects when that cannot be found out; then nothing remembered may.
 */
export type CatchUpWithChanges = () => Promise<void>;

/** Changes of access are numbered without gaps, in the order in which they commit. */
export interface ChangeSource {
  /** The number of the last one. */
  head(): Promise<number>;
  /** Those after a number, in order. */
  since(number: number): Promise<readonly { readonly number: number; readonly change: AccessChange }[]>;
}

/** With more than these, to drop everything is less work. */
const mostAtOnce = 500;

/**
 * One question to the database for all requests that have arrived since the last one was sent: who comes while it is
 * under way waits for the next, because it may have been answered before their change committed. So a busy node asks
 * about as often as the database can answer, not once for each request.
 */
export function createCatchUpWithChanges(o: {
  source: ChangeSource;
  changed: (change: AccessChange) => void;
  lost: () => void;
}): CatchUpWithChanges {
  let known: number | undefined;
  let busy = false;
  let waiting: PromiseWithResolvers<void> | undefined;

  const look = async (): Promise<void> => {
    const from = known;
    const head = await o.source.head();
    if (head === from) return;
    const changes = from !== undefined && head > from && head - from <= mostAtOnce ? await o.source.since(from) : [];
    // The first look; more changes than can be listed; or a database that was put back, in which numbers come a second
    // time.
    const isWhole =
      from !== undefined && changes.length > 0 && changes[0]!.number === from + 1 && changes.at(-1)!.number >= head;
    if (!isWhole) o.lost();
    for (const { change } of changes) o.changed(change);
    known = isWhole ? changes.at(-1)!.number : head;
  };
  const turn = (): Promise<void> =>
    look().finally(() => {
      const next = waiting;
      waiting = undefined;
      busy = next !== undefined;
      if (next) turn().then(next.resolve, next.reject);
    });
  return () => {
    if (busy) return (waiting ??= Promise.withResolvers<void>()).promise;
    busy = true;
    return turn();
  };
}
