import type { ChartSection, ChartSpec, TableColumn } from '../../computed.ts';
import { palette } from '../../web/chart.ts';
import { labelsInWords, lies } from '../../web/labels.ts';
import { inWords } from '../../web/units.ts';
import { chartColumns, chartRows } from '../as-table.ts';
import { layout } from './columns.ts';
import type { Layout } from './columns.ts';
import type { Block } from './paginate.ts';
import type { Paper } from './paper.ts';
import { heading, notice } from './prose.ts';
import { tableBlocks } from './table.ts';
import { compactStyles, type, upright } from './theme.ts';

/** Values are written below a chart only while somebody can read them there. */
const most = { rows: 62, columns: 13 };
const few = 6;
/** Between tables next to each other. */
const gap = 18;

/**
 * A chart with its values in a table: a picture alone tells nothing to those who do not see it, and no exact number to
 * anybody.
 */
export function chart(paper: Paper, { title, alt, chart: computed, empty }: ChartSection): readonly Block[] {
  if (empty) return [heading(paper, title), notice(paper, 'There is nothing to show in this period.')];
  const drawn = {
    ...computed,
    series: computed.series.map((one) => ({ ...one, label: paper.text.clean(one.label) })),
    labels: computed.labels.map((label) => paper.text.clean(label)),
  };
  const spec = { ...drawn, labels: labelsInWords(drawn, paper.report.language) };
  return [
    heading(paper, title),
    ...(spec.type === 'doughnut'
      ? ring(paper, alt, spec)
      : [picture(paper, alt, drawn), ...captioned(paper, title, values(paper, spec))]),
  ];
}

/**
 * Values that have gone to the page after the picture say what they are the values of; who hears them has just heard
 * it.
 */
function captioned(paper: Paper, title: string, [first, ...rest]: readonly Block[]): readonly Block[] {
  if (!first) return [];
  const lines = paper.text.lines(paper.text.clean(`${title}, in numbers`), type.notice, upright.inner, 1);
  const repeat = {
    height: type.notice.leading + 4,
    draw: (top: number): void => {
      paper.tags.artifact(() => paper.text.draw(lines, type.notice, { x: upright.left, top, width: upright.inner }));
    },
  };
  return [{ ...first, repeat }, ...rest];
}

function picture(paper: Paper, alt: string, spec: ChartSpec): Block {
  const legend = spec.series.length > 1 ? 14 * Math.ceil(spec.series.length / 5) : 0;
  const height =
    (lies(spec) ? 26 + spec.labels.length * (spec.type === 'stackedBar' ? 18 : 12 + 6 * spec.series.length) : 172) +
    legend;
  return {
    height: height + 4,
    above: 4,
    keep: 'unless a page would stay empty',
    draw: (top) => drawPicture(paper, alt, spec, { x: upright.left, top, width: upright.inner, height }),
  };
}

function drawPicture(
  { doc, tags, pictures, accent, report, text }: Paper,
  alt: string,
  spec: ChartSpec,
  { x, top, width, height }: { x: number; top: number; width: number; height: number },
  over?: () => void,
): void {
  const { png } = pictures.chart(spec, {
    width,
    height,
    accent,
    language: report.language,
    legend: false,
    parts: text.parts,
  });
  tags.content(
    tags.root,
    'Figure',
    () => {
      doc.image(png, x, top, { width, height });
      over?.();
    },
    { alt, bbox: [x, top, x + width, top + height] },
  );
}

/**
 * Labels across, in the order of the chart above, while they fit; or else downwards, and narrow tables folded: two or
 * four stand side by side.
 */
function values(paper: Paper, spec: ChartSpec): readonly Block[] {
  const { columns, rows } = upended(spec);
  if (columns.length > most.columns || rows.length > most.rows)
    return [notice(paper, 'The values of this chart are in the CSV and the XLSX of this report.')];
  const shown = rows.map((row) =>
    row.map((cell) =>
      typeof cell === 'string' ? paper.text.clean(cell) : inWords(cell, spec.unit, paper.report.language),
    ),
  );
  const { folds, width, found } = folded(paper, columns, shown);
  const each = Math.ceil(shown.length / folds);
  const tables = Array.from({ length: folds }, (_, at) => shown.slice(at * each, (at + 1) * each))
    .filter((part) => part.length > 0)
    .map((part, at) =>
      tableBlocks(paper, columns, part, found, {
        left: upright.left + at * (width + gap),
        rowHeads: true,
        keep: part.length <= 24,
      }),
    );
  return folds === 1 ? (tables[0] ?? []) : [beside(tables)];
}

/** As many next to each other as can be read; a few rows would only repeat their head. */
function folded(
  { text }: Paper,
  columns: readonly TableColumn[],
  rows: readonly (readonly string[])[],
): { folds: number; width: number; found: Layout } {
  const widthOf = (folds: number): number => (upright.inner - gap * (folds - 1)) / folds;
  for (let folds = rows.length <= few ? 1 : Math.min(4, Math.floor(rows.length / 3)); folds > 1; folds--) {
    const found = layout(text, columns, rows, { compact: widthOf(folds) });
    if (found.style === compactStyles[0]) return { folds, width: widthOf(folds), found };
  }
  return { folds: 1, width: upright.inner, found: layout(text, columns, rows, { compact: upright.inner }) };
}

/** Tables next to each other, as one block; each is a table of its own for those who hear it. */
function beside(tables: readonly (readonly Block[])[]): Block {
  const height = (blocks: readonly Block[]): number => blocks.reduce((sum, block) => sum + block.height, 0);
  return {
    height: Math.max(...tables.map(height)),
    above: 2,
    draw(top) {
      for (const blocks of tables) {
        let y = top;
        for (const block of blocks) {
          block.draw(y);
          y += block.height;
        }
      }
    },
  };
}

/** The values with labels as columns, or as rows when there are too many. */
function upended(spec: ChartSpec): {
  columns: readonly TableColumn[];
  rows: readonly (readonly (string | number | null)[])[];
} {
  if (spec.labels.length > most.columns - 1 || lies(spec))
    return { columns: chartColumns(spec), rows: chartRows(spec) };
  const kind = spec.unit === 'count' ? 'number' : spec.unit;
  return {
    columns: [
      { key: 'series', title: '', type: 'text' },
      ...spec.labels.map((label, at): TableColumn => ({ key: `label${at}`, title: label, type: kind })),
    ],
    rows: spec.series.map(({ label, values: all }) => [label, ...spec.labels.map((_, at) => all[at] ?? null)]),
  };
}

/** A ring with its sum in the middle and its parts next to it: colour, name, value and share. */
function ring(paper: Paper, alt: string, spec: ChartSpec): readonly Block[] {
  const { language } = paper.report;
  const parts = spec.labels.map((label, at) => ({ label, value: spec.series[0]?.values[at] ?? 0 }));
  const sum = parts.reduce((all, { value }) => all + value, 0);
  const columns: readonly TableColumn[] = [
    { key: 'part', title: spec.axis ?? '', type: 'text', width: 3 },
    { key: 'value', title: spec.series[0]?.label ?? '', type: 'number' },
    { key: 'share', title: 'Share', type: 'number' },
  ];
  const rows = parts.map(({ label, value }) => [
    paper.text.clean(label),
    inWords(value, spec.unit, language),
    sum > 0 ? inWords((value / sum) * 100, 'percent', language) : '–',
  ]);
  const [size, swatch] = [144, 16];
  const left = upright.left + size + 34;
  const found = layout(paper.text, columns, rows, { compact: upright.right - left - swatch });
  const blocks = tableBlocks(paper, columns, rows, found, { left: left + swatch, rowHeads: true });
  const height = blocks.reduce((all, block) => all + block.height, 0);
  const colours = palette(paper.accent);
  return [
    {
      height: Math.max(size, height) + 6,
      above: 4,
      draw(top) {
        drawPicture(paper, alt, spec, { x: upright.left, top, width: size, height: size }, () => {
          paper.text.draw([inWords(sum, spec.unit, language)], type.total, {
            x: upright.left,
            top: top + size / 2 - type.total.leading / 2,
            width: size,
            align: 'center',
          });
        });
        let y = top + Math.max(0, (size - height) / 2);
        for (const [at, block] of blocks.entries()) {
          const color = colours[(at - 1) % colours.length];
          if (at > 0 && color)
            paper.tags.artifact(() => {
              paper.doc.roundedRect(left, y + block.height / 2 - 4.5, 9, 9, 1.5).fill(color);
            });
          block.draw(y);
          y += block.height;
        }
      },
    },
  ];
}
