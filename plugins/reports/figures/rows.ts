import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';
import type { ReportConditions, ReportSource } from '@dossier/core/platform/reporting/contract';
import type { Cell, Pages, Row } from '../computed.ts';
import type { Span } from '../contract.ts';
import { labelColumn } from './names.ts';
import type { PeopleNames } from './names.ts';
import { columnOf, conditionsOf, rowsOf, within } from './scope.ts';
import type { Scope } from './scope.ts';

interface Reading {
  run<R>(statement: RawBuilder<R>): Promise<readonly R[]>;
  readonly scope: Scope;
  readonly names: PeopleNames;
  readonly period: Span;
  readonly source: ReportSource;
  /** To the last row, for sure. */
  readonly whole: boolean;
}

interface Wanted {
  readonly columns: readonly string[];
  readonly at: string | null;
  readonly where?: ReportConditions;
}

/** Rows that leave the database as one text. A row for each would take longer to receive than to find. */
interface Pack {
  /** Rows as JSON, each an array with a value for each cell. */
  readonly rows: string;
  /** The place of the last one. */
  readonly at: string;
  readonly key: string;
  readonly size: number;
}

/** Rows of a pack: as many as are handed on at once. */
const PACK = 200;
/** Rows of the first statement for paper: somewhat more than a PDF shows. */
const FIRST = 2_400;
/** Rows of each further one, which finds them all anew: some megabytes of text. */
const MORE = 100_000;

/** Rows of a source, newest first, in statements that go on where the last one ended; what changes meanwhile moves no other row from its place. */
export function pagesOf({ run, scope, names, period, source, whole }: Reading, { columns, at, where }: Wanted): { total(): Promise<number>; readonly pages: Pages } {
  const order = at ?? source.newest;
  const limits = [...(at === null ? [] : [within(at, period)]), ...conditionsOf(where)];
  const types = columns.map((column) => source.columns[column]?.type);
  const found = columns.map((column, i) => sql`${columnOf(types[i] === 'time' ? column : labelColumn(source, column))} as ${sql.ref(`c${i}`)}`);
  // Written as text behind the limit: before it, rows that no longer fit would be written too.
  const cells = columns.map((_, i) => (types[i] === 'time' ? isoText(sql.ref(`c${i}`)) : sql.ref(`c${i}`)));

  async function* pages(): AsyncGenerator<readonly Row[]> {
    let last: Pack | undefined;
    for (let most = whole ? MORE : FIRST; ; most = MORE) {
      // The first condition says less than the second, and reaches the tables behind the relation.
      const place = last ? [sql`${columnOf(order)} <= ${last.at}::timestamptz`, sql`(${columnOf(order)}, ${columnOf(source.key)}::text) < (${last.at}::timestamptz, ${last.key}::text)`] : [];
      const packs: readonly Pack[] = await run(sql<Pack>`
        select '[' || string_agg("cells", ',' order by "n") || ']' as "rows", (array_agg("at"::text order by "n" desc))[1] as "at", (array_agg("key" order by "n" desc))[1] as "key", count(*)::float8 as "size"
        from (
          select "at", "key", json_build_array(${sql.join(cells)})::text as "cells", row_number() over (order by "at" desc, "key" desc) as "n" from (
            select ${columnOf(order)} as "at", ${columnOf(source.key)}::text as "key", ${sql.join(found)} ${rowsOf(scope, source, sql`${columnOf(order)} is not null`, ...limits, ...place)}
            order by ${columnOf(order)} desc, ${columnOf(source.key)}::text desc limit ${sql.lit(most)}
          ) p
        ) q group by ("n" - 1) / ${sql.lit(PACK)} order by ("n" - 1) / ${sql.lit(PACK)}`);
      for (const { rows } of packs) yield await readable(JSON.parse(rows));
      if (packs.reduce((sum, { size }) => sum + size, 0) < most) return;
      last = packs.at(-1);
    }
  }

  const readable = async (rows: readonly (readonly unknown[])[]): Promise<readonly Row[]> => {
    const nameOf = await names(rows.flatMap((row) => types.flatMap((type, i) => (type === 'person' || type === 'people' ? texts(row[i]) : []))));
    return rows.map((row) => types.map((type, i): Cell => cell(row[i], type, nameOf)));
  };

  const count = async (): Promise<number> => {
    const [row] = await run(sql<{ n: number }>`select count(*)::float8 as "n" ${rowsOf(scope, source, sql`${columnOf(order)} is not null`, ...limits)}`);
    return row?.n ?? 0;
  };
  return { total: count, pages: pages() };
}

const isoText = (column: RawBuilder<unknown>): RawBuilder<unknown> => sql`to_char(${column} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;

const texts = (value: unknown): readonly string[] => (Array.isArray(value) ? value.map(String) : typeof value === 'string' ? [value] : []);

function cell(value: unknown, type: string | undefined, nameOf: (id: string) => string): Cell {
  if (value === null || value === undefined) return null;
  if (type === 'person' || type === 'people') return texts(value).map(nameOf).join(', ') || null;
  if (typeof value === 'boolean') return value ? 'Yes' : 'No';
  return typeof value === 'number' ? value : String(value);
}
