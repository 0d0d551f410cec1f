import { shapeOf, Type } from '@dossier/sdk';
import type { ReportColumnType } from '@dossier/core/platform/reporting/contract';
import type { TableColumn } from '../computed.ts';
import type { SectionKind } from '../contract.ts';
import { exactly, Name, Title, Where } from './schema.ts';

const Table = Type.Object(
  {
    kind: Type.Literal('table'),
    title: Title,
    source: Name,
    columns: Type.Array(Name, { minItems: 1, maxItems: 12, uniqueItems: true }),
    where: Where,
    at: Type.Optional(
      Type.Union([Name, Type.Null()], {
        description: 'The time column that must fall in the period; without it all rows.',
      }),
    ),
  },
  exactly,
);
const shape = shapeOf(Table);

const types: Readonly<Record<ReportColumnType, TableColumn['type']>> = {
  text: 'text',
  id: 'text',
  person: 'text',
  people: 'text',
  flag: 'text',
  number: 'number',
  time: 'date',
  duration: 'duration',
};
const widths: Partial<Record<ReportColumnType, number>> = { text: 2, people: 2, person: 2, id: 2 };

/** Rows of a source, newest first. */
export const table: SectionKind = {
  title: 'Table',
  schema: Table,
  uses: (section) => {
    const { source, columns, where, at } = shape.demand(section);
    return [{ source, where, columns: [...columns, ...(at ? [at] : [])], pointer: '' }];
  },
  async compute(section, { figures }) {
    const { title, source, columns, where, at = null } = shape.demand(section);
    const of = figures.source(source);
    const { total, pages } = figures.rows({ source, columns, where, at });
    const shown = columns.map((key): TableColumn => {
      const { title: heading, type } = of.columns[key] ?? { title: key, type: 'text' as const };
      return { key, title: heading, type: types[type], width: widths[type] ?? 1 };
    });
    return {
      kind: 'table',
      title,
      columns: shown,
      rows: pages,
      total: await total(),
      empty: 'Nothing in this period.',
    };
  },
};
