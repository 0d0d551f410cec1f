import { heading } from './prose.ts';
import type { Block } from './paginate.ts';
import type { Paper } from './paper.ts';
import { colour, type, upright } from './theme.ts';

/** Where a heading stands: its name as a target, and its page, which is known only when all is on its place. */
export interface Entry {
  readonly title: string;
  readonly target: string;
  readonly page: () => number;
}

/** Lines of a column, and of the whole where there is one column only. */
const most = { inColumn: 24, alone: 5 };
const gap = 32;

/** The table of contents, in two columns when there is much: each line is a link. */
export function contents(paper: Paper, entries: readonly Entry[]): readonly Block[] {
  const columns = entries.length > most.alone ? 2 : 1;
  const width = (upright.inner - gap * (columns - 1)) / columns;
  const inBlock = Math.min(entries.length, most.inColumn * columns);
  let list: PDFKit.PDFStructureElement | undefined;
  const blocks = Array.from({ length: Math.ceil(entries.length / inBlock) }, (_, at): Block => {
    const these = entries.slice(at * inBlock, (at + 1) * inBlock);
    const down = Math.ceil(these.length / columns);
    return {
      height: down * type.entry.leading,
      draw(top) {
        list ??= paper.tags.open(paper.tags.root, 'TOC');
        for (const [index, entry] of these.entries())
          drawEntry(paper, list, entry, {
            x: upright.left + Math.floor(index / down) * (width + gap),
            top: top + (index % down) * type.entry.leading,
            width,
          });
        if ((at + 1) * inBlock >= entries.length) list.end();
      },
    };
  });
  return [heading(paper, 'Contents', { listed: false }), ...blocks];
}

function drawEntry(
  { text, tags, doc }: Paper,
  list: PDFKit.PDFStructureElement,
  { title, target, page }: Entry,
  { x, top, width }: { x: number; top: number; width: number },
): void {
  const item = tags.open(list, 'TOCI');
  const reference = tags.open(item, 'Reference');
  const shown = text.lines(text.clean(title), type.entry, width - 36, 1);
  const number = String(page());
  const [from, to] = [x + text.width(shown[0] ?? '', type.entry) + 6, x + width - text.width(number, type.entry) - 6];
  tags.artifact(() => {
    doc
      .moveTo(from, top + 12)
      .lineTo(to, top + 12)
      .lineWidth(0.6)
      .dash(0.6, { space: 2.6 })
      .strokeColor(colour.strongRule)
      .stroke()
      .undash();
  });
  tags.link(reference, title, { x, y: top, width, height: type.entry.leading }, target, () => {
    text.draw(shown, type.entry, { x, top, width });
    text.draw([number], type.entry, { x, top, width, align: 'right' });
  });
  reference.end();
  item.end();
}
