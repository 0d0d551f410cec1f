import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import { within } from './connections.ts';
import type { Observer, Rows } from './engine.ts';
import { isScarce, translate } from './errors.ts';
import { JOBS } from './roles.ts';

/** Milliseconds for one answer, and for one connection. */
const PATIENCE = 2_000;
/** Until a server that had no connection to give is asked again. */
const AGAIN = 250;

/** A server that no longer answers says no goodbye either. */
const farewell = (client: pg.Client): Promise<void> => within(client, PATIENCE, client.end());

/**
 * One connection outside of the pool for a short question that is asked again and again: it waits for nobody's
 * transaction, and is answered in one trip without beginning one. It is role `app_jobs` from its start, and opened by
 * the first question.
 */
export function createObserver(config: pg.ClientConfig, turn: number): Observer & { close(): Promise<void> } {
  let open: Promise<pg.Client> | undefined;
  let closed = false;
  const listeners = new Map<string, () => void>();

  /** A server that has no connection to give is waited for, as by everybody. */
  const connect = async (latest = performance.now() + turn): Promise<pg.Client> => {
    const client = new pg.Client({
      ...config,
      options: `${config.options ?? ''} -c role=${JOBS}`,
      application_name: 'dossier observer',
      connectionTimeoutMillis: PATIENCE,
      query_timeout: PATIENCE,
      keepAlive: true,
    });
    const mine = open;
    // Also what nobody has asked for when it is lost.
    client.on('error', () => leave(mine));
    client.on('notification', ({ channel }) => listeners.get(channel)?.());
    try {
      await client.connect();
      for (const [channel, heard] of listeners) {
        await client.query(`listen "${channel}"`);
        heard();
      }
      return client;
    } catch (error) {
      if (!isScarce(error) || performance.now() > latest) throw error;
    }
    await pause(AGAIN);
    return connect(latest);
  };
  const leave = (which: typeof open): void => {
    if (open === which) open = undefined;
    which?.then(farewell).catch(() => undefined);
  };
  const once = async (query: pg.QueryConfig): Promise<Rows['rows']> => {
    const mine = (open ??= Promise.resolve().then(() => connect()));
    try {
      return (await (await mine).query<Record<string, unknown>>(query)).rows;
    } catch (error) {
      leave(mine);
      throw error;
    }
  };
  return {
    async ask(name, text, values = []) {
      if (closed) throw translate(new Error('Connection terminated: the database was closed.'));
      const query = { name, text, values: [...values] };
      const was = open;
      try {
        // A connection that was lost while nobody asked says so only now: then a new one is asked.
        return await once(query).catch((error: unknown) => (was === undefined ? Promise.reject(error) : once(query)));
      } catch (error) {
        throw translate(error);
      }
    },
    listen(channel, heard) {
      listeners.set(channel, heard);
      // A connection that stands begins to listen at once; others when they are made.
      void once({ text: `listen "${channel}"` }).catch(() => undefined);
      return () => void listeners.delete(channel);
    },
    async close() {
      closed = true;
      const client = await open?.catch(() => undefined);
      if (client) await farewell(client);
    },
  };
}
