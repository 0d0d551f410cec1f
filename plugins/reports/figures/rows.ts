import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';
import type { ReportConditions, ReportSource } from '@dossier/core/platform/reporting/contract';
import type { Cell, Pages, Row } from '../computed.ts';
import type { Span } from '../contract.ts';
import { found } from './asking.ts';
import type { Ask } from './asking.ts';
import { labelColumn } from './names.ts';
import type { PeopleNames } from './names.ts';
import { columnOf, conditionsOf, rowsOf, whereAll, within } from './scope.ts';
import type { Scope } from './scope.ts';

interface Reading {
  run<R>(statement: RawBuilder<R>): Promise<readonly R[]>;
  readonly ask: Ask;
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

/** How many rows there are, and the times that cut them into parts of one size, newest first. */
interface Counted {
  readonly n: number;
  readonly cuts: readonly string[] | null;
}

/** Rows of a pack: as many as are handed on at once. */
const PACK = 200;
/** Rows that one statement finds: for paper somewhat more than a PDF shows, else so many that neither their megabytes nor the number of statements weigh. */
const FIRST = 2_400;
const MORE = 90_000;
const PARTS = 32;
const shares = sql.lit(`{${Array.from({ length: PARTS - 1 }, (_, i) => (i + 1) / PARTS).join(',')}}`);

/**
 * Rows of a source, newest first, in statements each of which reads a part of the time; within one too full to be read at once, the next goes on where the last one ended.
 * What changes meanwhile moves no other row from its place.
 */
export function pagesOf({ run, ask, scope, names, period, source, whole }: Reading, { columns, at, where }: Wanted): { total(): Promise<number>; readonly pages: Pages } {
  const order = columnOf(at ?? source.newest);
  const limits = [sql`${order} is not null`, ...(at === null ? [] : [within(at, period)]), ...conditionsOf(where)];
  const types = columns.map((column) => source.columns[column]?.type);
  const cellsOf = columns.map((column, i) => sql`${columnOf(types[i] === 'time' ? column : labelColumn(source, column))} as ${sql.ref(`c${i}`)}`);
  // Written as text behind the limit: before it, rows that no longer fit would be written too.
  const cells = columns.map((_, i) => (types[i] === 'time' ? isoText(sql.ref(`c${i}`)) : sql.ref(`c${i}`)));
  const most = whole ? MORE : FIRST;

  const counted = once(async (): Promise<Counted> => {
    const [row] = await ask<Counted>({
      source, columns: [at ?? source.newest, ...Object.keys(where ?? {})], times: at === null ? null : new Map([[at, period]]),
      select: sql`select count(*)::float8 as "n", percentile_disc(${shares}::float8[]) within group (order by ${order} desc) as "cuts" ${found} ${whereAll(limits)}`,
    });
    return row ?? { n: 0, cuts: null };
  });

  const packsOf = (place: readonly RawBuilder<unknown>[]): Promise<readonly Pack[]> => run(sql<Pack>`
    select '[' || string_agg("cells", ',' order by "n") || ']' as "rows", (array_agg("at"::text order by "n" desc))[1] as "at", (array_agg("key" order by "n" desc))[1] as "key", count(*)::float8 as "size"
    from (
      select "at", "key", json_build_array(${sql.join(cells)})::text as "cells", row_number() over (order by "at" desc, "key" desc) as "n" from (
        select ${order} as "at", ${columnOf(source.key)}::text as "key", ${sql.join(cellsOf)} ${rowsOf(scope, source, ...limits, ...place)}
        order by ${order} desc, ${columnOf(source.key)}::text desc limit ${sql.lit(most)}
      ) p
    ) q group by ("n" - 1) / ${sql.lit(PACK)} order by ("n" - 1) / ${sql.lit(PACK)}`);

  async function* statements(): AsyncGenerator<readonly Pack[]> {
    const { n, cuts } = await counted();
    const step = Math.max(1, Math.floor((most * PARTS) / Math.max(n, 1)));
    const ends = n <= most ? [] : (cuts ?? []).filter((_, i) => (i + 1) % step === 0);
    const spanOf = (part: number): readonly RawBuilder<unknown>[] => {
      const [to, from] = [ends[part - 1], ends[part]];
      return [...(to === undefined ? [] : [sql`${order} < ${to}::timestamptz`]), ...(from === undefined ? [] : [sql`${order} >= ${from}::timestamptz`])];
    };
    let coming: Promise<readonly Pack[]> | undefined;
    for (let part = 0; part <= ends.length; part++) {
      const own = coming ?? packsOf(spanOf(part));
      // Of a file that holds all of them the next part is found beside this one, and while it is written.
      coming = whole && part < ends.length ? packsOf(spanOf(part + 1)) : undefined;
      // Whoever waits for it hears of a failure, unless nobody does.
      coming?.catch(() => undefined);
      let packs = await own;
      for (yield packs; packs.reduce((sum, { size }) => sum + size, 0) === most; yield packs) {
        const last = packs.at(-1)!;
        // The first condition says less than the second, and reaches the tables behind the relation.
        packs = await packsOf([...spanOf(part), sql`${order} <= ${last.at}::timestamptz`, sql`(${order}, ${columnOf(source.key)}::text) < (${last.at}::timestamptz, ${last.key}::text)`]);
      }
    }
  }

  async function* pages(): AsyncGenerator<readonly Row[]> {
    for await (const packs of statements()) for (const { rows } of packs) yield await readable(JSON.parse(rows));
  }

  const readable = async (rows: readonly (readonly unknown[])[]): Promise<readonly Row[]> => {
    const nameOf = await names(rows.flatMap((row) => types.flatMap((type, i) => (type === 'person' || type === 'people' ? texts(row[i]) : []))));
    return rows.map((row) => types.map((type, i): Cell => cell(row[i], type, nameOf)));
  };
  return { total: async () => (await counted()).n, pages: pages() };
}

const once = <T>(work: () => Promise<T>): (() => Promise<T>) => {
  let made: Promise<T> | undefined;
  return () => (made ??= work());
};

const isoText = (column: RawBuilder<unknown>): RawBuilder<unknown> => sql`to_char(${column} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;

const texts = (value: unknown): readonly string[] => (Array.isArray(value) ? value.map(String) : typeof value === 'string' ? [value] : []);

function cell(value: unknown, type: string | undefined, nameOf: (id: string) => string): Cell {
  if (value === null || value === undefined) return null;
  if (type === 'person' || type === 'people') return texts(value).map(nameOf).join(', ') || null;
  if (typeof value === 'boolean') return value ? 'Yes' : 'No';
  return typeof value === 'number' ? value : String(value);
}
