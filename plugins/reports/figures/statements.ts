/** How the statements of one report are run: how many at a time, with what means, and how much of a table is read. */
import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';
import type { Database, OrganizationId } from '@dossier/sdk';
import { ahead } from './ahead.ts';
import { turns } from './turns.ts';

export interface Statements {
  /** Answers in full. */
  answers<R>(statement: RawBuilder<R>): Promise<readonly R[]>;
  /** Rows of a table are asked for up to this many; null for all. */
  readonly most: number | null;
  /** Rows of a table, to be read once. */
  rows<R>(statement: RawBuilder<R>): AsyncIterable<readonly R[]>;
}

interface Reader {
  readonly organization: OrganizationId;
  /** Tables are read to their end. Otherwise to where paper and screen end. */
  readonly whole: boolean;
  readonly signal: AbortSignal;
}

/**
 * For this transaction alone: no compiling of statements, which takes longer than to run them (two of three seconds over 100,000 applications), no helpers, which
 * would take the processors from requests, plans for this very period, room to sort, and more time than a request gets.
 */
const suited = sql`select set_config('jit', 'off', true), set_config('max_parallel_workers_per_gather', '0', true), set_config('plan_cache_mode', 'force_custom_plan', true), set_config('work_mem', '48MB', true), set_config('statement_timeout', '60s', true)`;
/**
 * And where all rows are read, each relation once: of conditions on JSON PostgreSQL expects next to nothing to be left, and would look up a hundred thousand rows one by one.
 * Whoever reads a file's rows may be kept waiting by the figures before them.
 */
const allRows = sql`select set_config('enable_nestloop', 'off', true), set_config('idle_in_transaction_session_timeout', '120s', true)`;

type Setting = typeof suited;

/** Statements of one report that run at a time, each on a connection and a processor of the database's: requests need some, too. */
const AT_ONCE = 2;
/** Rows of a table for paper and screen: somewhat more than a PDF shows. */
const SHOWN = 2_400;
/** Packs of rows that come of the database at a time when all are read. */
const PACKS = 5;

/** Each statement runs in a read-only transaction of its own, so that nobody waits for a whole report. */
export function statements(database: Database, { organization, whole, signal }: Reader): Statements {
  const inTurn = turns(AT_ONCE);
  const run = <R>(statement: RawBuilder<R>, ...settings: readonly Setting[]): Promise<readonly R[]> => inTurn(() => {
    signal.throwIfAborted();
    return database.read(organization, async (tx) => {
      for (const setting of settings) await setting.execute(tx.sql());
      return (await statement.execute(tx.sql())).rows;
    });
  });

  /** Found while the figures are counted. */
  const firstRows = <R>(statement: RawBuilder<R>): AsyncIterable<readonly R[]> => {
    const rows = run(statement, suited);
    // Whoever reads them hears of a failure, unless nobody does.
    rows.catch(() => undefined);
    return (async function* once() { yield await rows; })();
  };

  /** Of the first table the first page is, too. Those of others come when it is their turn, because each holds a connection. */
  let early = true;
  const everyRow = <R>(statement: RawBuilder<R>): AsyncIterable<readonly R[]> => {
    const pages = ahead(database.stream(organization, PACKS, async (tx) => {
      for (const setting of [suited, allRows]) await setting.execute(tx.sql());
      return statement.compile(tx.sql());
    }), inTurn, signal);
    if (early) pages.begin();
    early = false;
    return pages;
  };

  return { answers: (statement) => run(statement, suited, allRows), most: whole ? null : SHOWN, rows: whole ? everyRow : firstRows };
}
