import type { ChartSpec, ComputedFigure, Row, TableColumn } from '../computed.ts';
import type { OrderedSection } from './messages.ts';

/** Any section as a table, for formats that know nothing else. */
export interface AsTable {
  readonly title: string;
  readonly columns: readonly TableColumn[];
  readonly rows: AsyncIterable<readonly Row[]> | Iterable<readonly Row[]>;
}

/** `pages` gives the rows of a section that is a table. */
export function asTable(section: OrderedSection, pages: () => AsyncIterable<readonly Row[]>): AsTable {
  if (section.kind === 'table') return { title: section.title, columns: section.columns, rows: pages() };
  if (section.kind === 'chart')
    return { title: section.title, columns: chartColumns(section.chart), rows: [chartRows(section.chart)] };
  if (section.kind === 'figures')
    return { title: section.title, columns: figureColumns, rows: [section.figures.map(figureRow)] };
  return {
    title: section.title ?? '',
    columns: [{ key: 'text', title: section.title ?? 'Text', type: 'text' }],
    rows: [section.paragraphs.map((paragraph) => [paragraph])],
  };
}

const figureColumns: readonly TableColumn[] = [
  { key: 'figure', title: 'Figure', type: 'text', width: 3 },
  { key: 'value', title: 'Value', type: 'number' },
  { key: 'unit', title: 'Unit', type: 'text' },
  { key: 'shown', title: 'Shown', type: 'text' },
  { key: 'before', title: 'Period before', type: 'number' },
];
const units = { count: '', percent: '%', duration: 'seconds', text: '' };
const figureRow = ({ label, value, unit, shown, before }: ComputedFigure): Row => [
  label,
  value,
  units[unit],
  shown,
  before,
];

/** One row for each label, one column for each series. */
export function chartColumns({ series, unit, axis }: ChartSpec): readonly TableColumn[] {
  return [
    { key: 'label', title: axis ?? '', type: 'text', width: 2 },
    ...series.map(({ label }, at): TableColumn => ({
      key: `series${at}`,
      title: label,
      type: unit === 'count' ? 'number' : unit,
    })),
  ];
}

export const chartRows = ({ labels, series }: ChartSpec): readonly Row[] =>
  labels.map((label, at) => [label, ...series.map(({ values }) => values[at] ?? null)]);
