import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';
import type { ReportSource } from '@dossier/core/platform/reporting/contract';
import type { TimeRange } from '../contract.ts';
import { columnOf, rowsOf, within } from './scope.ts';
import type { Scope } from './scope.ts';

/** Something asked of the rows of a source. */
export interface Query {
  readonly source: ReportSource;
  /** Columns that are read of the rows. */
  readonly columns: readonly string[];
  /**
   * Times outside of which a row does not count, by time columns: it does when one of them is within. Null when all
   * rows do.
   */
  readonly times: ReadonlyMap<string, TimeRange> | null;
  /** A SELECT from {@link found}. */
  readonly select: RawBuilder<unknown>;
}

export type Ask = <R>(query: Query) => Promise<readonly R[]>;

interface Waiting {
  readonly query: Query;
  resolve(rows: readonly never[]): void;
  reject(error: unknown): void;
}

/** The rows of the source in this report, as `r`: all that a query may read from. */
export const found = sql`from "found" as "r"`;

/**
 * Answers queries. Those of one source that are asked at the same time share one statement, in which its rows are found
 * once: to find them, in the log above all, takes longer than to count them. (PostgreSQL keeps a WITH query that is
 * read more than once, and merges one that is read once.)
 */
export function asking(
  scope: Scope,
  run: (
    statement: RawBuilder<Readonly<Record<string, string | null>>>,
  ) => Promise<readonly Readonly<Record<string, string | null>>[]>,
): Ask {
  const waiting = new Map<ReportSource, Waiting[]>();

  const answer = async (source: ReportSource, all: readonly Waiting[]): Promise<void> => {
    try {
      const columns = [...new Set(all.flatMap(({ query }) => query.columns))];
      const answers = all.map(
        ({ query }, at) => sql`(select json_agg(a)::text from (${query.select}) as a) as ${sql.ref(String(at))}`,
      );
      const [row = {}] = await run(
        sql`with "found" as (select ${columns.length > 0 ? sql.join(columns.map(columnOf)) : sql`1`} ${rowsOf(scope, source, ...limits(all.map(({ query }) => query.times)))}) select ${sql.join(answers)}`,
      );
      all.forEach(({ resolve }, at) => resolve(JSON.parse(row[at] ?? '[]')));
    } catch (error) {
      for (const { reject } of all) reject(error);
    }
  };

  return (query) =>
    new Promise((resolve, reject) => {
      const one: Waiting = { query, resolve, reject };
      const others = waiting.get(query.source);
      if (others) return void others.push(one);
      const all = [one];
      waiting.set(query.source, all);
      // Sections are computed side by side: by then each of them has asked.
      setImmediate(() => {
        waiting.delete(query.source);
        void answer(query.source, all);
      });
    });
}

/** What none of the queries would count lies outside of all their times: left out early, it is not read at all. */
function limits(times: readonly Query['times'][]): readonly RawBuilder<unknown>[] {
  const axes = new Map<string, TimeRange>();
  for (const one of times) {
    if (one === null) return [];
    for (const [at, { from, to }] of one) {
      const other = axes.get(at) ?? { from, to };
      axes.set(at, { from: from < other.from ? from : other.from, to: to > other.to ? to : other.to });
    }
  }
  return [
    sql`(${sql.join(
      [...axes].map(([at, span]) => within(at, span)),
      sql` or `,
    )})`,
  ];
}
