import type { ComputedFigure, FiguresSection } from '../../computed.ts';
import { inWords } from '../../web/units.ts';
import { heading, notice } from './prose.ts';
import type { Block } from './paginate.ts';
import type { Paper } from './paper.ts';
import { colour, type, upright } from './theme.ts';
import type { TextStyle } from './theme.ts';

const gap = 10;
const pad = 11;

/**
 * Key figures as cards, each with its change against the period before: an arrow, and words that say the same without
 * colour.
 */
export function figures(paper: Paper, { title, figures: all }: FiguresSection): readonly Block[] {
  if (all.length === 0) return [heading(paper, title), notice(paper, 'There are no figures.')];
  const columns = columnsFor(all.length);
  const width = (upright.inner - gap * (columns - 1)) / columns;
  const cards = all.map((figure) => card(paper, figure, width - 2 * pad));
  const rows = Array.from({ length: Math.ceil(cards.length / columns) }, (_, at) =>
    cards.slice(at * columns, (at + 1) * columns),
  );
  let list: PDFKit.PDFStructureElement | undefined;
  return [
    heading(paper, title),
    ...rows.map((row, at): Block => {
      const label = Math.max(...row.map((one) => one.label.length)) * type.cardLabel.leading;
      const value = Math.max(...row.map((one) => one.valueStyle.leading * one.value.length));
      const rest = Math.max(
        ...row.map((one) => one.change.length * type.change.leading + one.before.length * type.before.leading),
      );
      const height = 2 * pad + label + value + (rest > 0 ? rest + 3 : 0);
      return {
        height,
        above: at === 0 ? 4 : gap,
        keep: at < rows.length - 1 && rows.length <= 4,
        draw(top) {
          list ??= paper.tags.open(paper.tags.root, 'L');
          for (const [column, one] of row.entries())
            drawCard(paper, list, one, {
              x: upright.left + column * (width + gap),
              top,
              width,
              height,
              value: { top: top + pad + label, height: value },
            });
          if (at === rows.length - 1) list.end();
        },
      };
    }),
  ];
}

/** Rows as even as they can be, of at most four. */
const columnsFor = (count: number): number =>
  count <= 4
    ? Math.max(count, 2)
    : [4, 3].reduce((best, columns) =>
        ((-count % columns) + columns) % columns < ((-count % best) + best) % best ? columns : best,
      );

interface Card {
  readonly label: readonly string[];
  readonly value: readonly string[];
  readonly valueStyle: TextStyle;
  readonly change: readonly string[];
  readonly direction: 'up' | 'down' | 'same' | 'none';
  readonly color: string;
  readonly before: readonly string[];
}

function card({ text, report: { language } }: Paper, figure: ComputedFigure, width: number): Card {
  const shown = text.clean(figure.shown);
  const smaller = [type.value.size, 17, 14, 11].find((size) => text.width(shown, styleOf(size)) <= width) ?? 11;
  const { words, direction, color } = changeOf(figure, language);
  const before =
    figure.before === null || figure.unit === 'text'
      ? ''
      : `Period before: ${inWords(figure.before, figure.unit, language)}`;
  return {
    label: text.lines(text.clean(figure.label), type.cardLabel, width, 3),
    value: text.lines(shown, styleOf(smaller), width, 3),
    valueStyle: styleOf(smaller),
    change: text.lines(words, type.change, width - (direction === 'none' ? 0 : 10), 2),
    direction,
    color,
    before: text.lines(before, type.before, width, 2),
  };
}

const styles = new Map<number, TextStyle>();
function styleOf(size: number): TextStyle {
  const style = styles.get(size) ?? {
    ...type.value,
    size,
    leading: Math.max(size * 1.3, size === type.value.size ? type.value.leading : 0),
  };
  styles.set(size, style);
  return style;
}

/** `12.5 % more, better`. Of a percentage the change is in points. */
function changeOf(
  { change, unit, better }: Pick<ComputedFigure, 'change' | 'unit' | 'better'>,
  language: string,
): { words: string; direction: Card['direction']; color: string } {
  if (change === null) return { words: '', direction: 'none', color: colour.muted };
  const amount =
    unit === 'percent'
      ? `${inWords(Math.round(Math.abs(change) * 10) / 10, 'count', language)} points`
      : inWords(Math.abs(change) * 100, 'percent', language);
  if (/^0 /.test(amount)) return { words: 'Unchanged', direction: 'same', color: colour.muted };
  const up = change > 0;
  const good = better === 'none' ? null : up === (better === 'up');
  const more = unit === 'duration' ? (up ? 'longer' : 'shorter') : up ? 'more' : 'less';
  return {
    words: `${amount} ${more}${good === null ? '' : good ? ', better' : ', worse'}`,
    direction: up ? 'up' : 'down',
    color: good === null ? colour.muted : good ? colour.good : colour.bad,
  };
}

function drawCard(
  { doc, tags, text }: Paper,
  list: PDFKit.PDFStructureElement,
  one: Card,
  at: { x: number; top: number; width: number; height: number; value: { top: number; height: number } },
): void {
  const x = at.x + pad;
  const width = at.width - 2 * pad;
  const change = at.value.top + at.value.height + 3;
  tags.artifact(() => {
    doc.roundedRect(at.x, at.top, at.width, at.height, 5).lineWidth(0.8).fillAndStroke(colour.band, colour.rule);
    const [left, middle] = [x, change + type.change.leading / 2];
    if (one.direction === 'up')
      doc.polygon([left, middle + 2.6], [left + 6.4, middle + 2.6], [left + 3.2, middle - 3]).fill(one.color);
    if (one.direction === 'down')
      doc.polygon([left, middle - 2.6], [left + 6.4, middle - 2.6], [left + 3.2, middle + 3]).fill(one.color);
    if (one.direction === 'same') doc.rect(left, middle - 0.8, 6.4, 1.6).fill(one.color);
  });
  const item = tags.open(list, 'LI');
  tags.content(item, 'Lbl', () => text.draw(one.label, type.cardLabel, { x, top: at.top + pad, width }));
  tags.content(item, 'LBody', () => {
    text.draw(one.value, one.valueStyle, {
      x,
      top: at.value.top + at.value.height - one.valueStyle.leading * one.value.length,
      width,
    });
    text.draw(one.change, { ...type.change, color: one.color }, { x: x + 10, top: change, width });
    text.draw(one.before, type.before, { x, top: change + type.change.leading * one.change.length, width });
  });
  item.end();
}
