import { Problem } from '@dossier/sdk';
import { oneByOne } from './figures/one-by-one.ts';

/**
 * Runs work for a person as soon as there is a place for it. Throws `too-many-requests` (429) when too many of their
 * requests already wait.
 */
export type ConcurrencyLimit = <T>(person: string, work: () => Promise<T>) => Promise<T>;

/**
 * What somebody waits for at a screen reads as much as a report and has no job that would take turns: at most `most`
 * pieces run at a time on this node, one of each person, of whom up to `each` may be here. So no editor, however often
 * it asks, takes the database's connections from requests.
 */
export function concurrencyLimit({
  most,
  each,
  detail = 'Several previews of yours are being computed already. Wait for one of them.',
}: {
  readonly most: number;
  readonly each: number;
  /** The sentence for whom it refuses. */
  readonly detail?: string;
}): ConcurrencyLimit {
  const people = new Map<string, { readonly inTurn: ReturnType<typeof oneByOne>; here: number }>();
  const waiting: (() => void)[] = [];
  let free = most;
  const placed = async <T>(work: () => Promise<T>): Promise<T> => {
    if (free > 0) free--;
    else await new Promise<void>((go) => waiting.push(go));
    try {
      return await work();
    } finally {
      // The place goes to who waits longest.
      const next = waiting.shift();
      if (next) next();
      else free++;
    }
  };

  return async (person, work) => {
    const own = people.get(person) ?? { inTurn: oneByOne(), here: 0 };
    if (own.here >= each)
      throw new Problem(429, 'too-many-requests', 'Too many at once', {
        detail,
        headers: { 'retry-after': '2' },
      });
    people.set(person, own);
    own.here++;
    try {
      return await own.inTurn(() => placed(work));
    } finally {
      own.here--;
      if (own.here === 0) people.delete(person);
    }
  };
}
