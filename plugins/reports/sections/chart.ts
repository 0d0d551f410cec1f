import { shapeOf, Type } from '@dossier/sdk';
import type { ChartSpec } from '../computed.ts';
import type { Group, SectionContext, SectionKind } from '../contract.ts';
import { unitOf } from '../figures/shown.ts';
import { labelsInWords } from '../web/labels.ts';
import { stepNames } from './steps.ts';
import { Asked, exactly, Name, Title } from './schema.ts';

const Chart = Type.Object(
  {
    kind: Type.Literal('chart'),
    title: Title,
    chart: Type.Unsafe<ChartSpec['type']>({ type: 'string', enum: ['bar', 'stackedBar', 'line', 'doughnut'] }),
    ...Asked,
    by: Type.Union([Type.Literal('time'), Name], { description: 'A column of the source, or time.' }),
    most: Type.Optional(
      Type.Integer({
        minimum: 2,
        maximum: 30,
        description: 'Groups that are drawn; what is left is one more, where it can be added up. 12 unless given.',
      }),
    ),
  },
  exactly,
);
const shape = shapeOf(Chart);

/** A chart over time, or by the values of a column. */
export const chart: SectionKind = {
  title: 'Chart',
  schema: Chart,
  uses: (section) => {
    const { source, measures, where, by } = shape.demand(section);
    return [{ source, measures, where, by, oneUnit: true, pointer: '' }];
  },
  async compute(section, context) {
    const { title, chart: type, source, measures, where, by, most = 12 } = shape.demand(section);
    const of = context.figures.source(source);
    const titles = measures.map((name) => of.measures[name]?.title ?? name);
    const unit = unitOf(of.measures[measures[0] ?? '']?.how ?? 'rows');
    // Rows add up. What several groups may count, as a halt with two reasons, does not, and of medians nothing follows.
    const adds = measures.map((name) => of.measures[name]?.how === 'rows');
    const groups =
      by === 'time'
        ? await context.figures.overTime({ source, measures, where })
        : limited(await context.figures.groups({ source, measures, where, by, most: 500 }), most, adds.every(Boolean));
    const spec: ChartSpec = {
      type,
      unit,
      labels: groups.map(({ label }) => label),
      ...(by === 'time'
        ? { axis: stepNames[context.step], over: context.step }
        : { axis: of.columns[by]?.title ?? by }),
      series: titles.map((label, i) => ({
        label,
        values: groups.map(({ values }) => values[i] ?? null),
        lists: groups.map(({ lists }) => lists[i] ?? null),
      })),
    };
    return {
      kind: 'chart',
      title,
      chart: spec,
      alt: inWords(context, title, spec, adds),
      empty: !groups.some(({ values }) => values.some((value) => value !== null && value !== 0)),
    };
  },
};

/** What is left becomes "Others", where it can be added up. */
function limited(groups: readonly Group[], most: number, adds: boolean): readonly Group[] {
  const [shown, others] = [groups.slice(0, most), groups.slice(most)];
  if (others.length === 0 || !adds) return shown;
  const sum = others.reduce<readonly number[]>(
    (sums, { values }) => values.map((value, i) => (sums[i] ?? 0) + (value ?? 0)),
    [],
  );
  return [...shown, { label: `Others (${others.length})`, values: sum, lists: sum.map(() => null) }];
}

/** For those who do not see it: of each series the largest value, and the whole where it adds up. */
function inWords({ shown }: SectionContext, title: string, spec: ChartSpec, adds: readonly boolean[]): string {
  const { series, unit } = spec;
  const labels = labelsInWords(spec, 'en');
  const words = series.map(({ label, values }, i) => {
    const known = values.flatMap((value, at) => (value === null ? [] : [{ value, at: labels[at] ?? '' }]));
    if (known.length === 0) return `${label}: nothing.`;
    const largest = known.reduce((a, b) => (b.value > a.value ? b : a));
    const whole = adds[i]
      ? `${shown(
          known.reduce((sum, { value }) => sum + value, 0),
          unit,
        )} in all, `
      : '';
    return `${label}: ${whole}most at ${largest.at} (${shown(largest.value, unit)}).`;
  });
  return `${title}. ${words.join(' ')}`;
}
