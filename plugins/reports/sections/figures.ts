import { shapeOf, Type } from '@dossier/sdk';
import type { ComputedFigure } from '../computed.ts';
import type { SectionContext, SectionKind, Measurement } from '../contract.ts';
import { unitOf } from '../figures/shown.ts';
import { exactly, Name, Title, Where } from './schema.ts';

const Figure = Type.Object({ source: Name, measure: Name, label: Type.Optional(Title), where: Where }, exactly);
const Figures = Type.Object(
  { kind: Type.Literal('figures'), title: Title, figures: Type.Array(Figure, { minItems: 1, maxItems: 24 }) },
  exactly,
);
const shape = shapeOf(Figures);
type Wanted = ReturnType<typeof shape.demand>['figures'][number];

/** Key figures, each with its change against the period before. */
export const figures: SectionKind = {
  title: 'Key figures',
  schema: Figures,
  uses: (section) =>
    shape.demand(section).figures.map(({ source, measure, where }, i) => ({
      source,
      measures: [measure],
      where,
      pointer: `/figures/${i}`,
    })),
  async compute(section, context) {
    const { title, figures } = shape.demand(section);
    const computed = new Map<Wanted, ComputedFigure>();
    // One statement for all figures of a source under the same conditions.
    await Promise.all(
      [...Map.groupBy(figures, ({ source, where }) => JSON.stringify([source, where ?? {}])).values()].map(
        async (some) => {
          const { source, where } = some[0]!;
          const told = await context.figures.measured({ source, where, measures: some.map(({ measure }) => measure) });
          some.forEach((wanted, i) => computed.set(wanted, shownFigure(context, wanted, told[i]!)));
        },
      ),
    );
    return { kind: 'figures', title, figures: figures.map((wanted) => computed.get(wanted)!) };
  },
};

function shownFigure(
  { figures: of, shown }: SectionContext,
  { source, measure: name, label }: Wanted,
  { value, before, list }: Measurement,
): ComputedFigure {
  const measure = of.source(source).measures[name]!;
  const unit = unitOf(measure.how);
  return {
    label: label ?? measure.title,
    value,
    unit,
    shown: shown(value, unit),
    before,
    change: changeOf(value, before, unit),
    better: measure.better,
    list,
  };
}

/** A change from zero has no fraction; for percentages the difference is shown, in points. */
function changeOf(value: number | null, before: number | null, unit: string): number | null {
  if (value === null || before === null) return null;
  if (unit === 'percent') return value - before;
  return before === 0 ? (value === 0 ? 0 : null) : (value - before) / before;
}
