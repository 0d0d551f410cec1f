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
}

interface Wanted {
  readonly columns: readonly string[];
  readonly at: string | null;
  readonly where?: ReportConditions;
}

type Found = Readonly<Record<string, unknown>> & { readonly $at: string; readonly $key: string };

/** Rows of one page: few enough for little memory, many enough for few statements. */
const PAGE = 5_000;

/** Rows of a source, newest first, page by page from where the last one ended; what changes meanwhile moves no other row from its place. */
export function pagesOf({ run, scope, names, period, source }: Reading, { columns, at, where }: Wanted): { total(): Promise<number>; readonly pages: Pages } {
  const order = at ?? source.newest;
  const limits = [...(at === null ? [] : [within(at, period)]), ...conditionsOf(where)];
  const cells = columns.map((column, i) => sql`${columnOf(labelColumn(source, column))} as ${sql.ref(`c${i}`)}`);

  async function* pages(): AsyncGenerator<readonly Row[]> {
    let last: Found | undefined;
    for (;;) {
      const place = last ? [sql`(${columnOf(order)}, ${columnOf(source.key)}::text) < (${last.$at}::timestamptz, ${last.$key}::text)`] : [];
      const found: readonly Found[] = await run(sql<Found>`
        select ${columnOf(order)} as "$at", ${columnOf(source.key)}::text as "$key", ${sql.join(cells)} ${rowsOf(scope, source, sql`${columnOf(order)} is not null`, ...limits, ...place)}
        order by ${columnOf(order)} desc, ${columnOf(source.key)}::text desc limit ${sql.lit(PAGE)}`);
      if (found.length === 0) return;
      last = found.at(-1);
      yield await readable(found);
      if (found.length < PAGE) return;
    }
  }

  const readable = async (found: readonly Found[]): Promise<readonly Row[]> => {
    const types = columns.map((column) => source.columns[column]?.type);
    const ids = found.flatMap((row) => types.flatMap((type, i) => (type === 'person' || type === 'people' ? texts(row[`c${i}`]) : [])));
    const nameOf = await names(ids);
    return found.map((row) => types.map((type, i): Cell => cell(row[`c${i}`], type, nameOf)));
  };

  const count = async (): Promise<number> => {
    const [row] = await run(sql<{ n: number }>`select count(*)::float8 as "n" ${rowsOf(scope, source, sql`${columnOf(order)} is not null`, ...limits)}`);
    return row?.n ?? 0;
  };
  return { total: count, pages: pages() };
}

const texts = (value: unknown): readonly string[] => (Array.isArray(value) ? value.map(String) : typeof value === 'string' ? [value] : []);

function cell(value: unknown, type: string | undefined, nameOf: (id: string) => string): Cell {
  if (value === null || value === undefined) return null;
  if (type === 'person' || type === 'people') return texts(value).map(nameOf).join(', ') || null;
  if (typeof value === 'boolean') return value ? 'Yes' : 'No';
  return typeof value === 'number' ? value : String(value);
}
