import { shapeOf, Type } from '@dossier/sdk';
import type { TableColumn } from '../computed.ts';
import type { SectionKind } from '../contract.ts';
import { unitOf } from '../figures/shown.ts';
import { stepNames } from './steps.ts';
import { Asked, exactly, Name, Title } from './schema.ts';

const Groups = Type.Object(
  {
    kind: Type.Literal('groups'),
    title: Title,
    ...Asked,
    by: Type.Union([Type.Literal('time'), Name], { description: 'A column of the source, or time.' }),
  },
  exactly,
);
const shape = shapeOf(Groups);
const types = { count: 'number', percent: 'percent', duration: 'duration' } as const;

/** A table with a row for each group and a column for each measure. */
export const groups: SectionKind = {
  title: 'Table of groups',
  schema: Groups,
  uses: (section) => {
    const { source, measures, where, by } = shape.demand(section);
    return [{ source, measures, where, by, pointer: '' }];
  },
  async compute(section, { figures, step }) {
    const { title, source, measures, where, by } = shape.demand(section);
    const of = figures.source(source);
    const found =
      by === 'time'
        ? await figures.overTime({ source, measures, where })
        : await figures.groups({ source, measures, where, by, most: 500 });
    const columns: TableColumn[] = measures.map((name) => ({
      key: name,
      title: of.measures[name]?.title ?? name,
      type: types[unitOf(of.measures[name]?.how ?? 'rows')],
    }));
    return {
      kind: 'table',
      title,
      columns: [
        {
          key: 'group',
          title: by === 'time' ? stepNames[step] : (of.columns[by]?.title ?? by),
          type: 'text',
          width: 2,
        },
        ...columns,
      ],
      rows: [found.map(({ label, values }) => [label, ...values])],
      total: found.length,
      empty: 'Nothing in this period.',
    };
  },
};
