import type { TableColumn } from '../../computed.ts';
import { compactStyles, lying, tableStyles, upright } from './theme.ts';
import type { TableStyle } from './theme.ts';
import type { Typesetter } from './typesetter.ts';

/** How a table is laid out: its letters, whether on a lying page, and the width of each column with its padding. */
export interface Layout {
  readonly style: TableStyle;
  readonly wide: boolean;
  readonly widths: readonly number[];
}

interface Need {
  /** Text may be broken over lines, figures may not. */
  readonly text: boolean;
  readonly share: number;
  /** The widest word: less than that breaks words. */
  readonly least: number;
  /** Nearly all of its cells on one line: a single long name does not take the room of the others. */
  readonly full: number;
}

/**
 * The largest letters with which no word breaks, upright if it can be. `rows` are those to measure, as shown and clean;
 * `compact` is for the values of a chart, in a place of that width.
 */
export function layout(
  text: Typesetter,
  columns: readonly TableColumn[],
  rows: readonly (readonly string[])[],
  { compact }: { compact?: number } = {},
): Layout {
  const fitting = (
    inner: number,
    styles: readonly TableStyle[],
    room: (need: Need) => number,
  ): Omit<Layout, 'wide'> | undefined => {
    for (const style of styles) {
      const needs = columns.map((column, at) => need(text, column, rows, at, style));
      if (needs.reduce((sum, one) => sum + room(one), 0) <= inner) return { style, widths: share(needs, inner) };
    }
    return undefined;
  };
  if (compact !== undefined)
    return { ...(fitting(compact, compactStyles, least) ?? squeezed(text, columns, rows, compact)), wide: false };
  const found =
    fitting(upright.inner, tableStyles.slice(0, 2), comfortable) ??
    (columns.length <= fewColumns ? fitting(upright.inner, tableStyles.slice(0, 3), least) : undefined);
  if (found) return { ...found, wide: false };
  return {
    ...(fitting(lying.inner, tableStyles.slice(0, 3), comfortable) ??
      fitting(lying.inner, tableStyles, least) ??
      squeezed(text, columns, rows, lying.inner)),
    wide: true,
  };
}

/** No page is turned for so few. */
const fewColumns = 5;
const least = (need: Need): number => need.least;
/** Figures on one line, most texts on two or three. */
const comfortable = ({ text, least: word, full }: Need): number => (text ? Math.max(word, full / 2.4) : word);

function need(
  text: Typesetter,
  { title, type, width = 1 }: TableColumn,
  rows: readonly (readonly string[])[],
  at: number,
  { cell, head, padding }: TableStyle,
): Need {
  const both = 2 * padding.side;
  let least = Math.min(Math.max(0, ...parts(title).map((word) => text.width(word, head))), longest.figure);
  const widths: number[] = [];
  for (const row of rows) {
    const value = row[at] ?? '';
    if (!value) continue;
    const line = text.width(value.length > 120 ? value.slice(0, 120) : value, cell);
    widths.push(line);
    least = Math.max(
      least,
      type === 'text' ? Math.min(longest.word, longestWord(text, value, line, cell)) : Math.min(longest.figure, line),
    );
  }
  const usual = widths.sort((a, b) => a - b)[Math.ceil(widths.length * 0.9) - 1] ?? 0;
  return {
    text: type === 'text',
    share: width,
    least: least + both,
    full: Math.max(least, usual, Math.min(text.width(title, head), 90)) + both,
  };
}

/** A longer word is broken: it would take the room of whole columns. */
const longest = { word: 92, figure: 150 };
const parts = (value: string): readonly string[] => value.split(/[ \n]+|(?<=[-/@])/);

function longestWord(text: Typesetter, value: string, line: number, style: TableStyle['cell']): number {
  const words = parts(value);
  return words.length === 1 ? line : Math.max(...words.map((word) => text.width(word, style)));
}

/**
 * Figures get what they need. Texts get the rest by their shares, none more than it needs while another is short of
 * room; what is left over goes to all.
 */
function share(needs: readonly Need[], inner: number): readonly number[] {
  const sum = (all: readonly number[]): number => all.reduce((so, one) => so + one, 0);
  const starts = [needs.map(comfortable), needs.map(least)].find((all) => sum(all) <= inner);
  if (!starts) return scaled(needs, inner);
  const widths = [...starts];
  let left = inner - sum(widths);
  for (let round = 0; round < needs.length && left > 0.01; round++) {
    const wanting = needs.map(({ text, full }, at) => text && (widths[at] ?? 0) < full - 0.01);
    const shares = sum(needs.map(({ share: one }, at) => (wanting[at] ? one : 0)));
    if (shares === 0) break;
    const each = left / shares;
    for (const [at, { share: one, full }] of needs.entries()) {
      if (!wanting[at]) continue;
      const more = Math.min(each * one, full - (widths[at] ?? 0));
      widths[at] = (widths[at] ?? 0) + more;
      left -= more;
    }
  }
  const shares = sum(needs.map(({ share: one }) => one));
  return widths.map((width, at) => width + left * ((needs[at]?.share ?? 1) / shares));
}

function scaled(needs: readonly Need[], inner: number): readonly number[] {
  const sum = needs.reduce((all, { least }) => all + least, 0);
  return needs.map(({ least }) => least * (inner / sum));
}

/** Too many columns for any letters that can be read: words break. */
function squeezed(
  text: Typesetter,
  columns: readonly TableColumn[],
  rows: readonly (readonly string[])[],
  inner: number,
): Omit<Layout, 'wide'> {
  const style = tableStyles.at(-1) ?? tableStyles[0];
  if (!style) throw new Error('There is no style for tables.');
  return {
    style,
    widths: scaled(
      columns.map((column, at) => need(text, column, rows, at, style)),
      inner,
    ),
  };
}
