import type { Row, TableColumn } from '../../computed.ts';
import { inWords } from '../../web/units.ts';
import type { Clock } from '../clock.ts';
import type { OrderedSection } from '../messages.ts';
import { layout } from './columns.ts';
import type { Layout } from './columns.ts';
import type { Block } from './paginate.ts';
import type { Paper } from './paper.ts';
import { heading, notice } from './prose.ts';
import { colour, lying, upright } from './theme.ts';

/**
 * Some sixty pages: more nobody reads on paper. The rest is in CSV and XLSX, and the figures of the report are over
 * all.
 */
const rowsOnPaper = 2_000;
/** Rows whose cells are measured for the widths of the columns, and lines that one cell may take. */
const measured = 400;
const linesInCell = 6;
/** So few rows are seen at a glance: they stay on one page, and no count is printed. */
const few = 14;

/** A table from its pages of rows, read only as far as they are shown. */
export async function table(
  paper: Paper,
  section: Extract<OrderedSection, { kind: 'table' }>,
  pages: AsyncIterable<readonly Row[]>,
  o: { clock: Clock; read: (rows: number) => void },
): Promise<readonly Block[]> {
  const { language } = paper.report;
  const rows: (readonly string[])[] = [];
  const cells = section.columns.map(({ type }) => shown(type, paper, o.clock));
  let more = false;
  for await (const page of pages) {
    const shownHere = page.slice(0, rowsOnPaper - rows.length);
    await paper.text.learn(shownHere.flat());
    for (const row of shownHere) rows.push(cells.map((cell, at) => cell(row[at] ?? null)));
    more = page.length > 0 && rows.length === rowsOnPaper && (section.total ?? Infinity) > rowsOnPaper;
    o.read(rows.length);
    if (more) break;
  }
  if (rows.length === 0) return [heading(paper, section.title), notice(paper, section.empty)];
  const found = layout(paper.text, section.columns, rows.slice(0, measured));
  const count = section.total === undefined ? '' : ` of ${inWords(section.total, 'count', language)}`;
  const sentence = more
    ? `The first ${inWords(rowsOnPaper, 'count', language)}${count} rows. All rows are in the CSV and the XLSX of this report; its figures are over all of them.`
    : `${inWords(rows.length, 'count', language)} ${rows.length === 1 ? 'row' : 'rows'}`;
  return [
    heading(paper, section.title, { wide: found.wide }),
    ...tableBlocks(paper, section.columns, rows, found, { keep: rows.length <= few }),
    ...(more || rows.length > few ? [notice(paper, sentence, { wide: found.wide })] : []),
  ];
}

/** How cells of a type are read; numbers stand right. */
function shown(type: TableColumn['type'], paper: Paper, clock: Clock): (cell: string | number | null) => string {
  if (type === 'date') return (cell) => (typeof cell === 'string' ? clock.shown(paper.text.clean(cell)) : '–');
  const unit = type === 'percent' || type === 'duration' ? type : 'count';
  return (cell) =>
    typeof cell === 'number'
      ? inWords(cell, unit, paper.report.language)
      : cell === null
        ? type === 'text'
          ? ''
          : '–'
        : paper.text.clean(cell.slice(0, 2_000));
}

/**
 * Head and rows. The head is drawn again on every page, for the eye only: a screen reader finds the head of a cell by
 * the structure. `left` and `rowHeads` are for tables next to or below a chart.
 */
export function tableBlocks(
  paper: Paper,
  columns: readonly TableColumn[],
  rows: readonly (readonly string[])[],
  { style, wide, widths }: Layout,
  o: { left?: number; rowHeads?: boolean; keep?: boolean } = {},
): readonly Block[] {
  const { text, tags } = paper;
  const left = o.left ?? (wide ? lying : upright).left;
  const { cell, head, padding } = style;
  const inner = widths.reduce((sum, width) => sum + width, 0);
  const aligns = columns.map(({ type }) =>
    type === 'text' || type === 'date' ? ('left' as const) : ('right' as const),
  );
  const places = widths.map((width, at) => ({
    x: left + widths.slice(0, at).reduce((sum, one) => sum + one, 0) + padding.side,
    width: width - 2 * padding.side,
    align: aligns[at],
  }));
  const titles = columns.map(({ title }, at) => text.lines(text.clean(title), head, places[at]?.width ?? 0, 4));
  const headHeight = Math.max(1, ...titles.map(({ length }) => length)) * head.leading + 2 * padding.end;
  const drawTitle = (at: number, top: number): void => {
    const lines = titles[at] ?? [];
    text.draw(lines, head, {
      ...(places[at] ?? { x: left, width: 0 }),
      top: top + headHeight - padding.end - lines.length * head.leading,
    });
  };
  const open: { table?: PDFKit.PDFStructureElement; body?: PDFKit.PDFStructureElement } = {};
  const headBlock: Block = {
    height: headHeight,
    above: 2,
    keep: true,
    wide,
    draw(top) {
      open.table = tags.open(tags.root, 'Table');
      const group = tags.open(open.table, 'THead');
      const line = tags.open(group, 'TR');
      for (const at of columns.keys()) tags.content(line, 'TH', () => drawTitle(at, top), { scope: 'Column' });
      line.end();
      group.end();
      open.body = tags.open(open.table, 'TBody');
      paper.rule(left, top + headHeight, inner, colour.strongRule, 0.9);
    },
  };
  const repeat = {
    height: headHeight,
    draw: (top: number): void => {
      tags.artifact(() => {
        for (const at of columns.keys()) drawTitle(at, top);
      });
      paper.rule(left, top + headHeight, inner, colour.strongRule, 0.9);
    },
  };
  return [
    headBlock,
    ...rows.map((row, index): Block => {
      const lines = row.map((value, at) =>
        columns[at]?.type === 'text' ? text.lines(value, cell, places[at]?.width ?? 0, linesInCell) : [value],
      );
      const height = Math.max(1, ...lines.map(({ length }) => length)) * cell.leading + 2 * padding.end;
      return {
        height,
        repeat,
        wide,
        keep: o.keep === true ? index < rows.length - 1 : index === 0 || index === rows.length - 2,
        draw(top) {
          if (!open.body) return;
          const line = tags.open(open.body, 'TR');
          for (const [at, value] of lines.entries()) {
            const place = places[at];
            if (place)
              tags.content(
                line,
                at === 0 && o.rowHeads ? 'TH' : 'TD',
                () => text.draw(value, cell, { ...place, top: top + padding.end }),
                at === 0 && o.rowHeads ? { scope: 'Row' } : {},
              );
          }
          line.end();
          paper.rule(left, top + height, inner);
          if (index === rows.length - 1) {
            open.body.end();
            open.table?.end();
          }
        },
      };
    }),
  ];
}
