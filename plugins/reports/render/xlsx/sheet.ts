import type { Row, TableColumn } from '../../computed.ts';
import type { AsTable } from '../as-table.ts';
import { clockIn } from '../clock.ts';
import type { OrderedReport } from '../messages.ts';
import { style, xml } from './parts.ts';

const opened =
  '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n<worksheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main">';
/** Rows that a sheet can have (Excel specifications and limits). */
const rowLimit = 1_048_576;
/** Characters that a cell can have. */
const textLimit = 32_767;

/** A text is written as text, whatever it begins with: a formula cannot come of it. */
const text = (value: string, format: number): string =>
  `<c t="inlineStr" s="${format}"><is><t xml:space="preserve">${xml(value.slice(0, textLimit))}</t></is></c>`;
const number = (value: number, format: number): string => `<c s="${format}"><v>${value}</v></c>`;
const columns = (widths: readonly number[]): string =>
  `<cols>${widths.map((width, at) => `<col min="${at + 1}" max="${at + 1}" width="${width.toFixed(1)}" customWidth="1"/>`).join('')}</cols>`;

/** What the report is, and its texts. */
export async function* aboutSheet(report: OrderedReport): AsyncGenerator<string> {
  const facts: readonly (readonly [string, string])[] = [
    ['Organization', report.organization.name],
    ['Workspace', report.workspace ?? 'All workspaces'],
    ...(report.template === null ? [] : [['Template', report.template] as const]),
    ['Period', report.period.label],
    ['Time zone of dates', report.period.timeZone],
    ...report.filters.map(({ label, value }) => [label, value] as const),
    ['Created', report.createdAt],
    ['Created by', report.createdBy],
  ];
  const line = (cells: string): string => `<row>${cells}</row>`;
  yield `${opened}${columns([24, 90])}<sheetData>${line(text(report.title, style.title))}${report.subtitle ? line(text(report.subtitle, style.plain)) : ''}${line('')}`;
  yield facts.map(([label, value]) => line(`${text(label, style.text)}${text(value, style.text)}`)).join('');
  for (const section of report.sections) {
    if (section.kind !== 'text') continue;
    yield `${line('')}${line(text(section.title ?? '', style.title))}${section.paragraphs.map((paragraph) => line(`<c/>${text(paragraph, style.text)}`)).join('')}`;
  }
  yield '</sheetData></worksheet>';
}

/** A head that stays when the rows move, real numbers and dates, and a filter. */
export async function* tableSheet(
  table: AsTable,
  o: { timeZone: string; total: number | undefined; done: (share: number) => void },
): AsyncGenerator<string> {
  const local = clockIn(o.timeZone).serial;
  yield `${opened}<sheetViews><sheetView workbookViewId="0"><pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews>${columns(table.columns.map(widthOf))}<sheetData><row>${table.columns.map(({ title, type }) => text(title, type === 'text' || type === 'date' ? style.head : style.headRight)).join('')}</row>`;
  const write = table.columns.map(({ type }) => cellOf(type, local));
  let count = 0;
  for await (const page of table.rows) {
    const fitting = page.slice(0, rowLimit - 1 - count);
    count += fitting.length;
    yield fitting.map((row) => rowOf(row, write)).join('');
    o.done(o.total ? Math.min(count / o.total, 1) : 0.5);
    if (count >= rowLimit - 1) break;
  }
  yield `</sheetData>${count > 0 ? `<autoFilter ref="A1:${letters(table.columns.length)}${count + 1}"/>` : ''}</worksheet>`;
}

type WriteCell = (cell: string | number | null) => string;

function rowOf(row: Row, write: readonly WriteCell[]): string {
  let cells = '';
  for (let at = 0; at < write.length; at++) cells += write[at]?.(row[at] ?? null) ?? '';
  return `<row>${cells}</row>`;
}

function cellOf(type: TableColumn['type'], local: (time: string) => number | null): WriteCell {
  const plain = {
    text: style.text,
    number: style.number,
    date: style.date,
    duration: style.duration,
    percent: style.percent,
  }[type];
  return (cell) => {
    if (cell === null || cell === '') return '<c/>';
    if (typeof cell === 'string') {
      const serial = type === 'date' ? local(cell) : null;
      return serial === null ? text(cell, style.text) : number(serial, cell.length === 10 ? style.day : style.date);
    }
    if (!Number.isFinite(cell)) return '<c/>';
    if (type === 'duration') return number(cell / 86_400, plain);
    if (type === 'percent') return number(cell / 100, plain);
    return number(cell, type === 'number' && Number.isInteger(cell) ? style.number : style.plain);
  };
}

const widthOf = ({ title, type, width = 1 }: TableColumn): number =>
  Math.max({ text: 16 * width, number: 12, date: 17, duration: 13, percent: 11 }[type], Math.min(title.length + 3, 40));

/** `A` for 1, `AA` for 27. */
function letters(column: number): string {
  const before = Math.floor((column - 1) / 26);
  return `${before > 0 ? letters(before) : ''}${String.fromCharCode(65 + ((column - 1) % 26))}`;
}
