/** The state of the database, as its users have recently found it: for `/health/ready`. */
import { Problem } from '@dossier/sdk';
import { sql } from 'kysely';
import { isScarce } from './errors.ts';
import type { Transactions } from './transactions.ts';

/** Milliseconds for which a refusal counts, so that a probe every few seconds hears of it. */
const remembered = 10_000;
/** Milliseconds in which a healthy database answers, waiting for a connection included. */
const patience = 1_000;
/**
 * Milliseconds without a database after which requests are better sent elsewhere. A server that is only restarted, or a
 * link that breaks for a moment, takes no node out of service.
 */
const tolerated = 3_000;
const refusals: ReadonlySet<string> = new Set(['busy', 'database-unavailable']);

/**
 * `now` in milliseconds; `reach` asks the server past the connections of the transactions, and rejects when there is no
 * answer in so many milliseconds.
 */
export interface HealthProbe {
  readonly now: () => number;
  readonly reach?: (milliseconds: number) => Promise<void>;
}

/**
 * The same transactions, with `health`: `degraded` when work was recently refused because of the database itself (no
 * connection, a long lock, a time limit), or when it does not answer now; `down` when nothing has reached it for
 * {@link tolerated}. One that answers, but has no connection to give, is only degraded: requests sent elsewhere would
 * find the same one.
 */
export function withHealth(
  all: Transactions,
  { now, reach }: HealthProbe,
): { readonly database: Transactions; health(): Promise<'up' | 'degraded' | 'down'> } {
  let refusedAt = Number.NEGATIVE_INFINITY;
  let awaySince: number | undefined;
  let probe: Promise<unknown> | undefined;
  let asking: Promise<boolean> | undefined;
  const note = (error: unknown): void => {
    if (!Problem.is(error) || !refusals.has(error.code)) return;
    refusedAt = now();
    // From the first failed attempt, not from the next question: a probe may come every ten seconds only.
    if (error.code === 'database-unavailable' && !isScarce(error)) awaySince ??= refusedAt;
  };
  const noted = async <T>(work: Promise<T>): Promise<T> => {
    try {
      const done = await work;
      awaySince = undefined;
      return done;
    } catch (error) {
      note(error);
      throw error;
    }
  };
  async function* notedPages<T>(pages: AsyncIterable<T>): AsyncGenerator<T> {
    try {
      yield* pages;
    } catch (error) {
      note(error);
      throw error;
    }
  }
  /** One at a time, as the probe: however often the health is requested, it takes one connection. */
  const isThere = (): Promise<boolean> =>
    (asking ??= reach!(patience)
      .then(
        () => true,
        () => false,
      )
      .finally(() => {
        asking = undefined;
      }));

  return {
    database: {
      ...all,
      write: (who, work) => noted(all.write(who, work)),
      read: (who, work, signal) => noted(all.read(who, work, signal)),
      stream: (who, size, query, signal) => notedPages(all.stream(who, size, query, signal)),
      lookUp: (work) => noted(all.lookUp(work)),
      systemTransaction: (role, work) => noted(all.systemTransaction(role, work)),
    },
    async health() {
      const from = now();
      // One at a time: probes that wait for a connection must not take those that come free.
      probe ??= all
        .lookUp((tx) => sql`select 1`.execute(tx.sql()))
        .finally(() => {
          probe = undefined;
        });
      const late = new Promise<false>((resolve) => void setTimeout(resolve, patience, false).unref());
      if (
        await Promise.race([
          probe.then(
            () => true,
            () => false,
          ),
          late,
        ])
      ) {
        awaySince = undefined;
        return from - refusedAt > remembered ? 'up' : 'degraded';
      }
      if (reach === undefined || (await isThere())) {
        awaySince = undefined;
        return 'degraded';
      }
      awaySince ??= from;
      return now() - awaySince >= tolerated ? 'down' : 'degraded';
    },
  };
}
