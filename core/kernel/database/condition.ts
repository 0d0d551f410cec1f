/** How the database is doing, as those who work with it have lately found it: for `/health/ready`. */
import { Problem } from '@dossier/sdk';
import { sql } from 'kysely';
import type { Transactions } from './transactions.ts';

/** Milliseconds for which a refusal counts, so that a probe every few seconds hears of it. */
const remembered = 10_000;
/** Milliseconds in which a healthy database answers, waiting for a connection included. */
const patience = 1_000;
const refusals: ReadonlySet<string> = new Set(['busy', 'database-unavailable']);

/** The same transactions, with `health`: `degraded` when work was refused lately because of the database itself (no connection, a long lock, a time limit), or when it does not answer now. */
export function watched(all: Transactions, now: () => number): { readonly database: Transactions; health(): Promise<'up' | 'degraded'> } {
  let refusedAt = Number.NEGATIVE_INFINITY;
  let probe: Promise<unknown> | undefined;
  const note = (error: unknown): void => {
    if (Problem.is(error) && refusals.has(error.code)) refusedAt = now();
  };
  const noted = async <T>(work: Promise<T>): Promise<T> => {
    try {
      return await work;
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
      // One at a time: probes that wait for a connection must not take those that come free.
      probe ??= all.lookUp((tx) => sql`select 1`.execute(tx.sql())).finally(() => { probe = undefined; });
      const late = new Promise<false>((resolve) => void setTimeout(resolve, patience, false).unref());
      const answers = await Promise.race([probe.then(() => true, () => false), late]);
      return answers && now() - refusedAt > remembered ? 'up' : 'degraded';
    },
  };
}
