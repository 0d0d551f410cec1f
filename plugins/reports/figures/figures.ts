import { sql } from 'kysely';
import { notFound } from '@dossier/sdk';
import type { WorkspaceAccess } from '@dossier/sdk';
import type { ReportMeasure, ReportSource } from '@dossier/core/platform/reporting/contract';
import type { Figures, Group, Question, TimeRange, Measurement } from '../contract.ts';
import type { Catalogue } from '../sources/catalogue.ts';
import { stepsOf } from '../time/buckets.ts';
import type { Bucket } from '../time/buckets.ts';
import { asking, found } from './asking.ts';
import { listOf } from './drill.ts';
import { labelColumn } from './names.ts';
import type { PeopleNames } from './names.ts';
import { pagesOf } from './rows.ts';
import { aggregate, columnOf, columnsOf, conditionsOf, timesOf, whereAll, within } from './scope.ts';
import type { Scope } from './scope.ts';
import type { Statements } from './statements.ts';

interface Deps {
  readonly sources: Catalogue;
  readonly names: PeopleNames;
}

interface Report {
  readonly access: WorkspaceAccess;
  readonly scope: Scope;
  readonly period: TimeRange;
  /** Null when nothing is compared. */
  readonly before: TimeRange | null;
  readonly bucket: Bucket;
  readonly timeZone: string;
  readonly statements: Statements;
}

type Numbers = Readonly<Record<string, number | null>>;

/** Asks the sources of one report. */
export function createFigures(
  { sources, names }: Deps,
  { access, scope, period, before, bucket, timeZone, statements }: Report,
): Figures {
  const known = new Map<string, ReportSource>();
  /** The same value each time, so that what is asked of it finds together. */
  const source = (id: string): ReportSource => {
    const one = known.get(id) ?? sources.demand(access, id);
    known.set(id, one);
    return one;
  };

  const { answers, most: shown, rows: read } = statements;
  const ask = asking(scope, answers);

  const asked = ({ source: id, measures }: Question): { of: ReportSource; measures: readonly ReportMeasure[] } => {
    const of = source(id);
    return { of, measures: measures.map((name) => of.measures[name] ?? unknown()) };
  };

  return {
    source,

    async measured(question): Promise<readonly Measurement[]> {
      const { of, measures } = asked(question);
      const columns = measures.flatMap((measure, i) => {
        const at = measure.at;
        const now = aggregate(measure, at === null ? [] : [within(at, period)]);
        return [
          sql`${now} as ${sql.ref(`now${i}`)}`,
          ...(at === null || before === null
            ? []
            : [sql`${aggregate(measure, [within(at, before)])} as ${sql.ref(`before${i}`)}`]),
        ];
      });
      const [row = {}] = await ask<Numbers>({
        source: of,
        columns: [...measures.flatMap(columnsOf), ...Object.keys(question.where ?? {})],
        times: timesOf(measures, before === null ? period : { from: before.from, to: period.to }),
        select: sql`select ${sql.join(columns)} ${found} ${whereAll(conditionsOf(question.where))}`,
      });
      return measures.map((measure, i) => ({
        value: row[`now${i}`] ?? null,
        before: row[`before${i}`] ?? null,
        list: listOf(scope, { source: of, measure, where: question.where, span: period }),
      }));
    },

    async groups({ by, most, ...question }): Promise<readonly Group[]> {
      const { of, measures } = asked(question);
      const key = columnOf(by);
      const columns = measures.map(
        (measure, i) =>
          sql`${aggregate(measure, measure.at === null ? [] : [within(measure.at, period)])} as ${sql.ref(`m${i}`)}`,
      );
      const label = labelColumn(of, by);
      const rows = await ask<Numbers & { readonly key: string | null; readonly label: string | null }>({
        source: of,
        columns: [by, label, ...measures.flatMap(columnsOf), ...Object.keys(question.where ?? {})],
        times: timesOf(measures, period),
        select: sql`
          select * from (select ${key}::text as "key", max(${columnOf(label)}::text) as "label", ${sql.join(columns)} ${found} ${whereAll(conditionsOf(question.where))} group by ${key}) g
          where ${sql.join(
            measures.map((_, i) => sql`coalesce(${sql.ref(`m${i}`)}, 0) <> 0`),
            sql` or `,
          )}
          order by "m0" desc nulls last, "label" collate "und-x-icu", "key" limit ${most}`,
      });
      const name = of.columns[by]?.type === 'person' ? await names(rows.flatMap((row) => row.key ?? [])) : undefined;
      return rows.map((row) => ({
        label: row.key === null ? 'None' : (name?.(row.key) ?? row.label ?? row.key),
        values: measures.map((_, i) => row[`m${i}`] ?? null),
        lists: measures.map((measure) =>
          row.key === null
            ? null
            : listOf(scope, {
                source: of,
                measure,
                where: question.where,
                span: period,
                by: { column: by, value: row.key },
              }),
        ),
      }));
    },

    async overTime(question): Promise<readonly Group[]> {
      const { of, measures } = asked(question);
      const { steps } = stepsOf(period, bucket, timeZone);
      // Of a zone the database hears nothing but moments: it would have rules of its own, which may be older than ours.
      const begins = `{${steps.map(({ span }) => span.from.toISOString()).join(',')}}`;
      const axes = [...new Set(measures.flatMap(({ at }) => at ?? []))];
      const inSteps = new Map<number, Numbers>();
      await Promise.all(
        axes.map(async (at) => {
          const own = measures.map((measure, i) => ({ measure, i })).filter(({ measure }) => measure.at === at);
          const columns = own.map(({ measure, i }) => sql`${aggregate(measure, [])} as ${sql.ref(`m${i}`)}`);
          const rows = await ask<Numbers & { readonly step: number }>({
            source: of,
            columns: [at, ...own.flatMap(({ measure }) => columnsOf(measure)), ...Object.keys(question.where ?? {})],
            times: new Map([[at, period]]),
            select: sql`select width_bucket(${columnOf(at)}, ${begins}::timestamptz[]) as "step", ${sql.join(columns)} ${found} ${whereAll([within(at, period), ...conditionsOf(question.where)])} group by 1`,
          });
          for (const row of rows) inSteps.set(row.step, { ...inSteps.get(row.step), ...row });
        }),
      );
      return steps.map(({ label, span }, step) => ({
        label,
        values: measures.map(
          ({ how }, i) => inSteps.get(step + 1)?.[`m${i}`] ?? (how === 'rows' || how === 'distinct' ? 0 : null),
        ),
        lists: measures.map((measure) =>
          measure.at === null ? null : listOf(scope, { source: of, measure, where: question.where, span }),
        ),
      }));
    },

    rows: (o) => pagesOf({ ask, scope, names, period, source: source(o.source), most: shown, read }, o),
  };
}

/** Names of measures are checked when a definition is saved; a plugin may have taken one back since. */
const unknown = (): never => {
  throw notFound();
};
