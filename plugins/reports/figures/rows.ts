import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';
import type { ReportColumnType, ReportConditions, ReportSource } from '@dossier/core/platform/reporting/contract';
import type { Cell, Page, Pages, Row } from '../computed.ts';
import type { TimeRange } from '../contract.ts';
import { found as all } from './asking.ts';
import type { Ask } from './asking.ts';
import { labelColumn } from './names.ts';
import type { PeopleNames } from './names.ts';
import { columnOf, conditionsOf, rowsOf, whereAll, within } from './scope.ts';
import type { Scope } from './scope.ts';

interface Reading {
  readonly ask: Ask;
  readonly scope: Scope;
  readonly names: PeopleNames;
  readonly period: TimeRange;
  readonly source: ReportSource;
  /** How many rows are wanted; null for all. */
  readonly most: number | null;
  /** What a statement finds, some at a time. */
  read(statement: RawBuilder<Pack>): AsyncIterable<readonly Pack[]>;
}

interface Wanted {
  readonly columns: readonly string[];
  readonly at: string | null;
  readonly where?: ReportConditions;
}

/**
 * Rows leave the database as one text: each by itself would take longer to receive than to find, and leave a kilobyte
 * behind.
 */
interface Pack {
  /** A JSON array of rows, each an array with a value for each cell. */
  readonly rows: string;
}

/** Rows of a pack: as many as are handed on, and named, at once. More would hold up requests for milliseconds. */
const PACK = 200;

/** Rows of a source, newest first, and how many there are in all. */
export function pagesOf(
  { ask, scope, names, period, source, most, read }: Reading,
  { columns, at, where }: Wanted,
): { total(): Promise<number>; readonly pages: Pages } {
  const order = columnOf(at ?? source.newest);
  const limits = [sql`${order} is not null`, ...(at === null ? [] : [within(at, period)]), ...conditionsOf(where)];
  const shown = columns.map((column) => {
    const type = source.columns[column]?.type;
    return type === 'time' || isPerson(type) ? column : labelColumn(source, column);
  });
  const types = shown.map((column) => source.columns[column]?.type);
  const cellsOf = shown.map((column, i) => sql`${columnOf(column)} as ${sql.ref(`c${i}`)}`);
  // Written as text behind the limit: before it, rows that no longer fit would be written too.
  const cells = types.map((type, i) => cellOf(type, sql.ref(`c${i}`)));
  const nameless = !types.some(isPerson);
  const found = read(sql<Pack>`
    select '[' || string_agg("cells", ',' order by "n") || ']' as "rows" from (
      select json_build_array(${sql.join(cells)})::text as "cells", row_number() over (order by "at" desc, "key" desc) as "n" from (
        select ${order} as "at", ${columnOf(source.key)}::text as "key", ${sql.join(cellsOf)} ${rowsOf(scope, source, ...limits)}
        order by "at" desc, "key" desc ${most === null ? sql`` : sql`limit ${sql.lit(most)}`}
      ) p
    ) q group by ("n" - 1) / ${sql.lit(PACK)} order by ("n" - 1) / ${sql.lit(PACK)}`);

  async function* pages(): AsyncGenerator<Page> {
    // What names nobody does not concern this thread.
    for await (const packs of found)
      for (const { rows } of packs) yield nameless ? { json: rows } : await named(JSON.parse(rows));
  }

  const named = async (rows: readonly (readonly (Cell | readonly string[])[])[]): Promise<readonly Row[]> => {
    const nameOf = await names(
      rows.flatMap((row) => types.flatMap((type, i) => (isPerson(type) ? people(row[i]) : []))),
    );
    return rows.map((row) =>
      types.map((type, i): Cell => (isPerson(type) ? people(row[i]).map(nameOf).join(', ') || null : (row[i] as Cell))),
    );
  };
  return {
    async total() {
      const [row] = await ask<{ readonly n: number }>({
        source,
        columns: [at ?? source.newest, ...Object.keys(where ?? {})],
        times: at === null ? null : new Map([[at, period]]),
        select: sql`select count(*)::float8 as "n" ${all} ${whereAll(limits)}`,
      });
      return row?.n ?? 0;
    },
    pages: pages(),
  };
}

/**
 * As it stands in JSON: times as in the API (statements of reports are run in UTC), flags in words, numbers bare,
 * people by their ids, all else as text.
 */
function cellOf(type: ReportColumnType | undefined, column: RawBuilder<unknown>): RawBuilder<unknown> {
  switch (type) {
    case 'time':
      return sql`to_char(${column}, 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;
    case 'flag':
      return sql`case when ${column} then 'Yes' when not ${column} then 'No' end`;
    case 'number':
    case 'duration':
    case 'people':
      return column;
    default:
      return sql`${column}::text`;
  }
}

const isPerson = (type: ReportColumnType | undefined): boolean => type === 'person' || type === 'people';

const people = (value: Cell | readonly string[] | undefined): readonly string[] =>
  typeof value === 'string' ? [value] : Array.isArray(value) ? value : [];
