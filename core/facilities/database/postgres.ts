/** PostgreSQL over a pool of `pg`. */
import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import type { Log } from '@dossier/sdk';
import { connections, within } from './connections.ts';
import type { Connections } from './connections.ts';
import type { Beginning, Engine, Owner, Rows, Session } from './engine.ts';
import { isScarce, isStalePlan } from './errors.ts';
import { sessionOptions } from './limits.ts';
import type { DatabaseLimits } from './limits.ts';
import { createObserver } from './observer.ts';
import { preparedNames } from './prepared.ts';
import type { PreparedNames } from './prepared.ts';
import { semaphore } from './semaphore.ts';
import type { Semaphore } from './semaphore.ts';
import { parsers } from './values.ts';

/** Any number will do, as long as all nodes of all versions take the same. */
const OWNER_LOCK = 7_236_001;

const types = {
  getTypeParser: (oid: number, format?: 'text' | 'binary') =>
    format === 'binary' ? pg.types.getTypeParser(oid, 'binary') : (parsers[oid] ?? pg.types.getTypeParser(oid, 'text')),
} as pg.CustomTypesConfig;

const writes = new Set(['INSERT', 'UPDATE', 'DELETE', 'MERGE']);

function rows(answer: Answer): Rows {
  const last = Array.isArray(answer) ? answer.at(-1) : answer;
  return { rows: last?.rows ?? [], affected: last && writes.has(last.command) ? (last.rowCount ?? 0) : undefined };
}

/** `adminUrl` is the owner's login; without it the same login migrates and serves. */
export function openPostgres(o: {
  url: string;
  adminUrl?: string | undefined;
  pool: number;
  limits: DatabaseLimits;
  log: Log;
}): Engine {
  const { limits } = o;
  const options = sessionOptions({
    statement_timeout: limits.statement,
    lock_timeout: limits.lock,
    idle_in_transaction_session_timeout: limits.idle,
  });
  const pool = new pg.Pool({
    connectionString: o.url,
    max: o.pool,
    types,
    application_name: 'dossier',
    idleTimeoutMillis: 30_000,
    keepAlive: true,
    pipeline: true,
    options,
    // A connection on which an answer is late is destroyed, and with it all that waits for answers on it.
    connectionTimeoutMillis: limits.connect,
    query_timeout: limits.answer,
  });
  // A connection that the server drops while it is lent out emits an error that nobody else listens to; from its first
  // moment on, since a server can say "ready" and "terminated" in one breath.
  pool.on('connect', (client) => client.on('error', () => undefined));
  pool.on('error', (error) => o.log.warn({ reason: error.message }, 'An idle database connection was lost.'));
  const shared: Shared = {
    pool,
    names: preparedNames(),
    connections: connections(pool, { size: o.pool, patience: limits.turn }),
    readers: semaphore(Math.ceil(o.pool / 2), limits.turn, 'places for reading'),
  };
  const observer = createObserver({ connectionString: o.url, options }, limits.turn);
  return {
    kind: 'postgresql',
    begin: (how) => begin(how, shared),
    asOwner: (work) => asOwner(o.adminUrl ?? o.url, limits, work),
    asLogin: async (sql, parameters) => rows(await pool.query(sql, [...parameters])),
    reach: (milliseconds) => reach(o.url, milliseconds),
    observer,
    close: async () => {
      await observer.close();
      await pool.end();
    },
  };
}

/** Of several statements in one text there are several. */
type Answer = pg.QueryResult<Record<string, unknown>> | pg.QueryResult<Record<string, unknown>>[];

/**
 * By callback: what pg's own promises answer with outlives every collection of young objects (pg 8.23, Node 24; seen by
 * `--trace-gc`), so that each answer would end among the old ones, where it is collected late and at ten times the
 * cost.
 */
const answer = (client: pg.PoolClient, query: pg.QueryConfig): Promise<Answer> =>
  new Promise((resolve, reject) => {
    client.query(query, (error: Error | null, result: Answer) => {
      if (error) reject(error);
      else resolve(result);
    });
  });

/** What the transactions of a node have in common. */
interface Shared {
  readonly pool: pg.Pool;
  readonly connections: Connections;
  readonly names: PreparedNames;
  /**
   * Reads take turns at half of the connections. However many there are, who writes finds one; and of fewer half-read
   * pages in memory fewer live long enough to be copied among the old objects: a page at 32 connections takes a tenth
   * less processor than with all connections reading.
   */
  readonly readers: Semaphore;
}

/**
 * One transaction on one connection, with as few waits as can be: `begin`, role and organization travel with the first
 * statement, `commit` with the last. Nothing can run outside of the transaction for that: when `begin` fails the block
 * is aborted, and PostgreSQL refuses what follows; when the last statement fails, `commit` rolls back.
 */
async function begin(o: Beginning, { pool, connections, names, readers }: Shared): Promise<Session> {
  const leave = o.readOnly && !o.streams ? await readers.acquire() : undefined;
  const { client, giveBack } = await connections.take().catch((error: unknown) => {
    leave?.();
    throw error;
  });
  let ended = false;
  const release = (error?: Error): void => {
    if (ended) return;
    ended = true;
    giveBack(error);
    leave?.();
  };
  const send = async (text: string, parameters: readonly unknown[]): Promise<Rows> => {
    const name = parameters.length === 0 ? undefined : names.nameOf(text);
    try {
      return rows(
        await answer(client, {
          text,
          ...(parameters.length === 0 ? {} : { values: [...parameters] }),
          ...(name === undefined ? {} : { name }),
        }),
      );
    } catch (error) {
      if (isStalePlan(error)) names.renew();
      // From the socket on which it arrived to the caller.
      if (error instanceof Error) Error.captureStackTrace(error);
      throw error;
    }
  };
  let begun = false;
  /** Answered before anything else is sent: it must not reach the next user of the connection. */
  let cancelling: Promise<unknown> | undefined;
  /**
   * What is sent inside leaves in one piece; the first of a transaction takes its beginning along. All are awaited; the
   * first failure is thrown.
   */
  const together = async (...statements: readonly (() => Promise<Rows>)[]): Promise<Rows | undefined> => {
    const { stream } = client.connection;
    stream.cork();
    const first = begun ? [] : [() => send(`begin${o.readOnly ? ' read only' : ''}; ${o.preamble}`, [])];
    begun = true;
    const sent = [...first, ...statements].map((statement) => statement());
    // What is asked for at the same time, by others too, leaves in one piece.
    process.nextTick(() => stream.uncork());
    const answers = await Promise.allSettled(sent);
    for (const one of answers) if (one.status === 'rejected') throw one.reason;
    const last = answers.at(first.length);
    return last?.status === 'fulfilled' ? last.value : undefined;
  };
  return {
    query: async (text, parameters) => (await together(() => send(text, parameters)))!,
    /** A reader has its answer: only the connection waits for the end of the transaction. */
    async commit(last) {
      await cancelling;
      if (last)
        await together(
          () => send(last.sql, last.parameters),
          () => send('commit', []),
        );
      else if (begun && o.readOnly) return void send('commit', []).then(() => release(), release);
      else if (begun) await send('commit', []);
      release();
    },
    cancel() {
      const process = 'processID' in client ? client.processID : undefined;
      if (begun && !ended) cancelling ??= pool.query('select pg_cancel_backend($1)', [process]).catch(() => undefined);
    },
    async rollback() {
      await cancelling;
      if (ended) return;
      if (begun) await client.query('rollback').then(() => release(), release);
      else release();
    },
  };
}

/** A connection for one question, so that a pool that is lent out is not taken for a server that is gone. */
async function reach(url: string, milliseconds: number): Promise<void> {
  const client = new pg.Client({
    connectionString: url,
    application_name: 'dossier health',
    connectionTimeoutMillis: milliseconds,
    query_timeout: milliseconds,
  });
  client.on('error', () => undefined);
  try {
    await client.connect();
    await client.query('select 1');
  } catch (error) {
    // That it has no connection to give is an answer, too.
    if (!isScarce(error)) throw error;
  } finally {
    // Of a link that hangs there is no farewell to wait for.
    void client.end().catch(() => undefined);
  }
}

/**
 * Owners wait for each other, so that of several nodes that start together one migrates and the others find it done.
 */
async function asOwner<T>(url: string, limits: DatabaseLimits, work: (owner: Owner) => Promise<T>): Promise<T> {
  const client = new pg.Client({
    connectionString: url,
    types,
    options: sessionOptions({ lock_timeout: 0 }),
    application_name: 'dossier owner',
    keepAlive: true,
    keepAliveInitialDelayMillis: 10_000,
    connectionTimeoutMillis: limits.connect,
  });
  client.on('error', () => undefined);
  await client.connect();
  const ask = async (sql: string, parameters: readonly unknown[] = [], patience = limits.owner): Promise<Rows> =>
    rows(await within(client, patience, client.query(sql, parameters.length > 0 ? [...parameters] : undefined)));
  try {
    // Asked again and again rather than waited for: who waits long must hear that the server is still there.
    while (
      (await ask('select pg_try_advisory_lock($1) as mine', [OWNER_LOCK], limits.answer)).rows[0]?.['mine'] !== true
    )
      await pause(100);
    return await work({
      run: (sql, parameters) => ask(sql, parameters),
      async transaction(run) {
        await ask('begin');
        try {
          const result = await run();
          await ask('commit');
          return result;
        } catch (error) {
          await ask('rollback').catch(() => undefined);
          throw error;
        }
      },
    });
  } finally {
    // A server that no longer answers says no goodbye either.
    await within(client, limits.connect, client.end());
  }
}
