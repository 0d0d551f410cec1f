/** PostgreSQL over a pool of `pg`. */
import pg from 'pg';
import type { Log } from '@dossier/sdk';
import type { Engine, Owner, Rows, Session } from './engine.ts';
import { isStalePlan } from './errors.ts';
import { preparedNames } from './prepared.ts';
import type { PreparedNames } from './prepared.ts';
import { parsers } from './values.ts';

/** Long statements and forgotten transactions hold back vacuum and the event log's reader: seconds, not minutes. */
const LIMITS = { statement_timeout: 15_000, lock_timeout: 5_000, idle_in_transaction_session_timeout: 15_000 };
/** Any number will do, as long as all nodes of all versions take the same. */
const OWNER_LOCK = 7_236_001;

const types = {
  getTypeParser: (oid: number, format?: 'text' | 'binary') => format === 'binary' ? pg.types.getTypeParser(oid, 'binary') : parsers[oid] ?? pg.types.getTypeParser(oid, 'text'),
} as pg.CustomTypesConfig;

const startup = (limits: Readonly<Record<string, number>>): string =>
  Object.entries({ timezone: 'UTC', ...limits }).map(([name, value]) => `-c ${name}=${value}`).join(' ');

const writes = new Set(['INSERT', 'UPDATE', 'DELETE', 'MERGE']);

function rows(answer: pg.QueryResult<Record<string, unknown>> | pg.QueryResult<Record<string, unknown>>[]): Rows {
  const last = Array.isArray(answer) ? answer.at(-1) : answer;
  return { rows: last?.rows ?? [], affected: last && writes.has(last.command) ? last.rowCount ?? 0 : undefined };
}

/** `adminUrl` is the owner's login; without it the same login migrates and serves. */
export function openPostgres(o: { url: string; adminUrl?: string | undefined; pool: number; log: Log }): Engine {
  const pool = new pg.Pool({
    connectionString: o.url, max: o.pool, types, options: startup(LIMITS), application_name: 'dossier',
    connectionTimeoutMillis: 5_000, idleTimeoutMillis: 30_000, keepAlive: true,
  });
  pool.on('error', error => o.log.warn({ reason: error.message }, 'An idle database connection was lost.'));
  const names = preparedNames();
  return {
    kind: 'postgresql',
    begin: options => begin(pool, names, options),
    asOwner: work => asOwner(o.adminUrl ?? o.url, work),
    close: () => pool.end(),
  };
}

/** `begin`, role and organization in one simple query: one round trip, as a bare `begin` would take. */
async function begin(pool: pg.Pool, names: PreparedNames, o: { readOnly: boolean; preamble: string }): Promise<Session> {
  const client = await pool.connect();
  // A connection that the server drops while it is lent out emits an error that nobody else listens to.
  const onError = (): void => undefined;
  client.on('error', onError);
  let ended = false;
  const release = (error?: Error): void => {
    if (ended) return;
    ended = true;
    client.off('error', onError);
    client.release(error);
  };
  try {
    await client.query(`begin${o.readOnly ? ' read only' : ''}; ${o.preamble}`);
  } catch (error) {
    await client.query('rollback').then(() => release(), release);
    throw error;
  }
  return {
    async query(text, parameters) {
      if (parameters.length === 0) return rows(await client.query(text));
      const name = names.nameOf(text);
      try {
        return rows(await client.query({ text, values: [...parameters], ...(name === undefined ? {} : { name }) }));
      } catch (error) {
        if (isStalePlan(error)) names.renew();
        throw error;
      }
    },
    async commit() {
      await client.query('commit');
      release();
    },
    async rollback() {
      if (!ended) await client.query('rollback').then(() => release(), release);
    },
  };
}

/** Owners wait for each other, so that of several nodes that start together one migrates and the others find it done. */
async function asOwner<T>(url: string, work: (owner: Owner) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: url, types, options: startup({ lock_timeout: 0 }), application_name: 'dossier owner', connectionTimeoutMillis: 5_000 });
  client.on('error', () => undefined);
  await client.connect();
  try {
    await client.query('select pg_advisory_lock($1)', [OWNER_LOCK]);
    const owner: Owner = {
      run: async (sql, parameters = []) => rows(await client.query(sql, parameters.length > 0 ? [...parameters] : undefined)),
      async transaction(run) {
        await client.query('begin');
        try {
          const result = await run();
          await client.query('commit');
          return result;
        } catch (error) {
          await client.query('rollback').catch(() => undefined);
          throw error;
        }
      },
    };
    return await work(owner);
  } finally {
    await client.end();
  }
}
