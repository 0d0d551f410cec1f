/** Connections to PostgreSQL, of which there are as many as the pool may have, or as few as the server gives. */
import type pg from 'pg';
import { isScarce } from './errors.ts';
import { semaphore } from './semaphore.ts';

export interface Connections {
  /**
   * Lends a connection, in the order in which they are asked for. A server that has none to give (53300:
   * `max_connections`, or the limit of a login or a database) is waited for, until one of the pool's comes back or the
   * server has room. Rejects as the server does when `patience` has passed.
   */
  take(): Promise<Lent>;
}

export interface Lent {
  readonly client: pg.PoolClient;
  /** With an error the connection is closed. */
  giveBack(error?: Error): void;
}

/**
 * Milliseconds after which a server that had no room is asked again, by one for all: each attempt costs it a process.
 */
const AGAIN = 250;

export function connections(pool: pg.Pool, o: { readonly size: number; readonly patience: number }): Connections {
  const slots = semaphore(o.size, o.patience, 'connections');
  /** Until when nobody asks the server for more; 0 while it has given what it was asked for. */
  let scarceUntil = 0;
  let comesBack = Promise.withResolvers<void>();
  pool.on('release', () => {
    comesBack.resolve();
    comesBack = Promise.withResolvers();
  });

  const fetched = async (latest: number): Promise<pg.PoolClient> => {
    for (;;) {
      const now = performance.now();
      const isThere = pool.idleCount > pool.waitingCount;
      if (isThere || now >= scarceUntil) {
        // Later callers wait for the outcome of this attempt.
        if (!isThere && scarceUntil > 0) scarceUntil = now + AGAIN;
        try {
          const client = await pool.connect();
          if (!isThere) scarceUntil = 0;
          return client;
        } catch (error) {
          if (!isScarce(error) || performance.now() > latest) throw error;
          scarceUntil = performance.now() + AGAIN;
        }
      }
      await soon(comesBack.promise, Math.max(1, Math.min(scarceUntil, latest + 1) - performance.now()));
    }
  };

  return {
    async take() {
      const latest = performance.now() + o.patience;
      const leave = await slots.acquire();
      try {
        const client = await fetched(latest);
        return {
          client,
          giveBack(error) {
            client.release(error);
            leave();
          },
        };
      } catch (error) {
        leave();
        throw error;
      }
    },
  };
}

/** When it has come, or the time has passed. */
function soon(event: Promise<void>, milliseconds: number): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, milliseconds);
    void event.then(() => {
      clearTimeout(timer);
      resolve();
    });
  });
}

/** What is not answered in time fails, as its connection is closed. */
export async function within<T>(client: pg.Client, milliseconds: number, answer: Promise<T>): Promise<T> {
  const late = setTimeout(() => client.connection.stream.destroy(), milliseconds);
  try {
    return await answer;
  } finally {
    clearTimeout(late);
  }
}
