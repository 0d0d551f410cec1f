import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';
import type { ReportColumnType, ReportConditions, ReportSource } from '@dossier/core/platform/reporting/contract';
import type { Cell, Page, Pages, Row } from '../computed.ts';
import type { Span } from '../contract.ts';
import { found } from './asking.ts';
import type { Ask } from './asking.ts';
import { labelColumn } from './names.ts';
import type { PeopleNames } from './names.ts';
import { columnOf, conditionsOf, rowsOf, whereAll, within } from './scope.ts';
import type { Scope } from './scope.ts';

interface Reading {
  readonly ask: Ask;
  readonly scope: Scope;
  readonly names: PeopleNames;
  readonly period: Span;
  readonly source: ReportSource;
  /** How many rows are wanted; null for all. */
  readonly most: number | null;
  /** The rows of a statement, some at a time. */
  read(statement: RawBuilder<Written>): AsyncIterable<readonly Written[]>;
}

interface Wanted {
  readonly columns: readonly string[];
  readonly at: string | null;
  readonly where?: ReportConditions;
}

/** A row leaves the database as one text: a value for each cell would take longer to receive than to find. */
interface Written {
  /** A JSON array with a value for each cell. */
  readonly cells: string;
}

/** Rows in which names are looked up at once: more would hold up requests for milliseconds. */
const BITE = 200;

/** Rows of a source, newest first, and how many there are in all. */
export function pagesOf({ ask, scope, names, period, source, most, read }: Reading, { columns, at, where }: Wanted): { total(): Promise<number>; readonly pages: Pages } {
  const order = columnOf(at ?? source.newest);
  const limits = [sql`${order} is not null`, ...(at === null ? [] : [within(at, period)]), ...conditionsOf(where)];
  const types = columns.map((column) => source.columns[column]?.type);
  const cellsOf = columns.map((column, i) => sql`${columnOf(types[i] === 'time' ? column : labelColumn(source, column))} as ${sql.ref(`c${i}`)}`);
  // Written as text behind the limit: before it, rows that no longer fit would be written too.
  const cells = types.map((type, i) => cellOf(type, sql.ref(`c${i}`)));
  const nameless = !types.some(isPerson);
  const written = read(sql<Written>`
    select json_build_array(${sql.join(cells)})::text as "cells" from (
      select ${order} as "at", ${columnOf(source.key)}::text as "key", ${sql.join(cellsOf)} ${rowsOf(scope, source, ...limits)}
      order by "at" desc, "key" desc ${most === null ? sql`` : sql`limit ${sql.lit(most)}`}
    ) p order by "at" desc, "key" desc`);

  async function* pages(): AsyncGenerator<Page> {
    for await (const page of written) {
      const all = page.map(({ cells: row }) => row);
      // Nothing in it concerns this thread.
      if (nameless) yield `[${all.join(',')}]`;
      else for (let from = 0; from < all.length; from += BITE) yield await named(JSON.parse(`[${all.slice(from, from + BITE).join(',')}]`));
    }
  }

  const named = async (rows: readonly (readonly (Cell | readonly string[])[])[]): Promise<readonly Row[]> => {
    const nameOf = await names(rows.flatMap((row) => types.flatMap((type, i) => (isPerson(type) ? people(row[i]) : []))));
    return rows.map((row) => types.map((type, i): Cell => (isPerson(type) ? people(row[i]).map(nameOf).join(', ') || null : row[i] as Cell)));
  };
  return {
    async total() {
      const [row] = await ask<{ readonly n: number }>({
        source, columns: [at ?? source.newest, ...Object.keys(where ?? {})], times: at === null ? null : new Map([[at, period]]), select: sql`select count(*)::float8 as "n" ${found} ${whereAll(limits)}`,
      });
      return row?.n ?? 0;
    },
    pages: pages(),
  };
}

/** As it stands in JSON: times as in the API, flags in words, numbers bare, people by their ids, all else as text. */
function cellOf(type: ReportColumnType | undefined, column: RawBuilder<unknown>): RawBuilder<unknown> {
  switch (type) {
    case 'time': return sql`to_char(${column} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;
    case 'flag': return sql`case when ${column} then 'Yes' when not ${column} then 'No' end`;
    case 'number': case 'duration': case 'people': return column;
    default: return sql`${column}::text`;
  }
}

const isPerson = (type: ReportColumnType | undefined): boolean => type === 'person' || type === 'people';

const people = (value: Cell | readonly string[] | undefined): readonly string[] => (typeof value === 'string' ? [value] : Array.isArray(value) ? value : []);
