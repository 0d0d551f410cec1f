/** How the statements of one report are run: when, with what means, and how much of a table is read. */
import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';
import type { Database, OrganizationId } from '@dossier/sdk';
import { demandBearable } from './bearable.ts';
import { oneByOne } from './one-by-one.ts';

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
 * For one transaction alone: no compiling of statements, which takes longer than to run them (two of three seconds over
 * 100,000 applications), no helpers, which would take the processors from requests, plans for this very period, room to
 * sort, and more time than a request gets. Times are written in UTC, whatever the connection was opened with.
 */
const usual = {
  timezone: 'UTC',
  jit: 'off',
  max_parallel_workers_per_gather: '0',
  plan_cache_mode: 'force_custom_plan',
  work_mem: '48MB',
  statement_timeout: '60s',
};
/**
 * Where all rows of a relation are read: of conditions on JSON PostgreSQL expects next to nothing to be left, and would
 * look up a hundred thousand rows one by one.
 */
const everything = { ...usual, enable_nestloop: 'off' };
/** The rows of a file may be kept waiting by who draws it, for as long as the run may take. */
const patient = { ...everything, idle_in_transaction_session_timeout: '300s' };

type Settings = Readonly<Record<string, string>>;

const set = (settings: Settings): RawBuilder<unknown> =>
  sql`select ${sql.join(Object.entries(settings).map(([name, value]) => sql`set_config(${name}, ${value}, true)`))}`;

/** Rows of a table for paper and screen: somewhat more than a PDF shows. */
const SHOWN = 2_400;
/** Packs of rows that come of the database at a time when all are read. */
const PACKS = 5;

/**
 * Each statement runs in a read-only transaction of its own, one after the other: each takes a connection and a
 * processor of the database's, and requests need some, too.
 */
export function statements(database: Database, { organization, whole, signal }: Reader): Statements {
  // Who may have a report decides the report: its figures count what clients do not see, too.
  const reader = { organization, audience: 'staff' } as const;
  const inTurn = oneByOne();
  const run = <R>(statement: RawBuilder<R>, settings: Settings): Promise<readonly R[]> =>
    inTurn(() =>
      database.read(
        reader,
        async (tx) => {
          await set(settings).execute(tx.sql());
          if (database.alone) await demandBearable(tx, statement);
          return (await statement.execute(tx.sql())).rows;
        },
        signal,
      ),
    );

  async function* firstRows<R>(statement: RawBuilder<R>): AsyncGenerator<readonly R[]> {
    // Without statistics, which a young embedded database has not yet, rows looked up one by one may take minutes for
    // what joins do at once.
    yield await run(statement, database.alone ? everything : usual);
  }
  // Not in turn: it is read while the report is drawn, when all figures are there.
  const everyRow = <R>(statement: RawBuilder<R>): AsyncIterable<readonly R[]> =>
    database.stream(
      reader,
      PACKS,
      async (tx) => {
        await set(patient).execute(tx.sql());
        if (database.alone) await demandBearable(tx, statement);
        return statement.compile(tx.sql());
      },
      signal,
    );

  return {
    answers: (statement) => run(statement, everything),
    most: whole ? null : SHOWN,
    rows: whole ? everyRow : firstRows,
  };
}
