import { momentText, orNull, Type } from '@dossier/sdk';

const oneOf = (...values: readonly string[]) => Type.Unsafe<string>({ type: 'string', enum: values });

const Figure = Type.Object({
  label: Type.String(),
  value: orNull(Type.Number()),
  unit: oneOf('count', 'percent', 'duration', 'text'),
  shown: Type.String({ description: 'The value as people read it.' }),
  before: orNull(Type.Number()),
  change: orNull(Type.Number()),
  better: oneOf('up', 'down', 'none'),
  list: Type.Optional(
    Type.Union([Type.String(), Type.Null()], {
      description: 'Query of GET /api/v1/applications that lists what was counted.',
    }),
  ),
});
const Series = Type.Object({
  label: Type.String(),
  values: Type.Array(orNull(Type.Number())),
  lists: Type.Optional(Type.Array(orNull(Type.String()))),
});
const Chart = Type.Object({
  type: oneOf('bar', 'stackedBar', 'line', 'doughnut'),
  labels: Type.Array(Type.String()),
  axis: Type.Optional(Type.String()),
  over: Type.Optional(oneOf('day', 'week', 'month', 'quarter')),
  series: Type.Array(Series),
  unit: oneOf('count', 'percent', 'duration'),
});
const Column = Type.Object({
  key: Type.String(),
  title: Type.String(),
  type: oneOf('text', 'number', 'date', 'duration', 'percent'),
  width: Type.Optional(Type.Number()),
});

const Section = Type.Union([
  Type.Object({
    kind: Type.Literal('text'),
    title: Type.Optional(Type.String()),
    paragraphs: Type.Array(Type.String()),
  }),
  Type.Object({ kind: Type.Literal('figures'), title: Type.String(), figures: Type.Array(Figure) }),
  Type.Object({
    kind: Type.Literal('chart'),
    title: Type.String(),
    alt: Type.String({ description: 'The chart in words.' }),
    chart: Chart,
    empty: Type.Boolean(),
  }),
  Type.Object({
    kind: Type.Literal('table'),
    title: Type.String(),
    columns: Type.Array(Column),
    rows: Type.Array(
      Type.Array(
        Type.Union([Type.String(), Type.Number(), Type.Null()], { description: 'Of the type of its column.' }),
      ),
      { description: 'The first fifty.' },
    ),
    total: Type.Optional(Type.Integer()),
    empty: Type.String({ description: 'What stands in the place of no rows.' }),
  }),
]);

/** A computed report as {@link onScreen} makes JSON of it. */
export const OnScreen = Type.Object({
  title: Type.String(),
  template: Type.String(),
  subtitle: orNull(Type.String()),
  language: Type.String({ description: 'BCP 47.' }),
  organization: Type.Object({
    name: Type.String(),
    accent: Type.Union([Type.Object({ light: Type.String(), dark: Type.String() }), Type.Null()]),
    logo: Type.Null(),
  }),
  workspace: orNull(Type.String()),
  period: Type.Object({ from: momentText(), to: momentText(), label: Type.String(), timeZone: Type.String() }),
  filters: Type.Array(Type.Object({ label: Type.String(), value: Type.String() })),
  createdAt: momentText(),
  createdBy: Type.String(),
  late: Type.Boolean(),
  sections: Type.Array(Section),
});
