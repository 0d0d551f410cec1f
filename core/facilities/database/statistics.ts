/**
 * What PostgreSQL knows of its own tables, so that it plans well. A server has a process for that (autovacuum); the
 * embedded database has none, and with statistics of an empty table it reads a full one row by row, for seconds in
 * which nobody else is answered.
 */
import type { PGlite } from '@electric-sql/pglite';

/**
 * Writing transactions after which the tables are looked at, and milliseconds after which they are all the same when
 * anything was written.
 */
const GROWTH = 200;
const EVERY = 60_000;
/** The database counts what was changed at most once a second. */
const COUNTED_AFTER = 1_000;

/** As autovacuum on a server: what has changed by a tenth and fifty rows, or was never looked at. */
const STALE = `
  select format('%I.%I', s.schemaname, s.relname) as name from pg_stat_user_tables s join pg_class c on c.oid = s.relid
  where s.n_mod_since_analyze > 50 + 0.1 * greatest(c.reltuples, 0) or c.reltuples < 0 and c.relkind = 'r' and pg_relation_size(c.oid) > 0
  order by s.n_mod_since_analyze desc`;

export interface Statistics {
  /** A transaction that may have written has ended. */
  written(): void;
  stop(): Promise<void>;
}

/** One statement for each table, between which others have their turn. */
export function keepStatistics(client: PGlite): Statistics {
  let writes = 0;
  let soon: NodeJS.Timeout | undefined;
  let looking: Promise<void> | undefined;
  let stopped = false;
  const look = async (): Promise<void> => {
    writes = 0;
    const { rows } = await client.query<{ name: string }>(STALE);
    for (const { name } of rows) {
      if (stopped) return;
      await client.exec(`analyze ${name}`);
    }
  };
  const begin = (): void => {
    soon = undefined;
    // What cannot be looked at now, a table that is just being dropped for one, can be the next time.
    looking ??= look()
      .catch(() => undefined)
      .finally(() => {
        looking = undefined;
      });
  };
  const timer = setInterval(() => {
    if (writes > 0) begin();
  }, EVERY).unref();
  return {
    written() {
      writes++;
      if (writes >= GROWTH) soon ??= setTimeout(begin, COUNTED_AFTER).unref();
    },
    async stop() {
      stopped = true;
      clearInterval(timer);
      clearTimeout(soon);
      await looking;
    },
  };
}
