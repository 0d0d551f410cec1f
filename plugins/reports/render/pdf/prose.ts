import type { TextSection } from '../../computed.ts';
import type { Block } from './paginate.ts';
import type { Paper } from './paper.ts';
import { lying, type, upright } from './theme.ts';

/** Begins a section and stays with what follows. A short bar in the accent leads the eye down the page. */
export function heading(
  paper: Paper,
  title: string,
  { wide = false, listed = true }: { wide?: boolean; listed?: boolean } = {},
): Block {
  const { inner, left } = wide ? lying : upright;
  const lines = paper.text.lines(paper.text.clean(title), type.heading, inner, 3);
  return {
    height: 10 + type.heading.leading * lines.length + 5,
    above: 20,
    keep: true,
    wide,
    ...(listed ? { heading: title } : {}),
    draw(top) {
      paper.tags.artifact(() => {
        paper.doc.rect(left, top, 26, 2.6).fill(paper.accent);
      });
      paper.tags.content(paper.tags.root, 'H2', () =>
        paper.text.draw(lines, type.heading, { x: left, top: top + 8, width: inner }),
      );
    },
  };
}

/** Paragraphs, broken between lines where a page ends, never with a single line on either side. */
export function prose(paper: Paper, { title, paragraphs }: TextSection): readonly Block[] {
  const blocks = paragraphs.flatMap((paragraph) => {
    const lines = paper.text.lines(paper.text.clean(paragraph), type.body, upright.inner);
    let element: PDFKit.PDFStructureElement | undefined;
    return lines.map((line, at): Block => ({
      height: type.body.leading,
      above: at === 0 ? 6 : 0,
      keep: (at === 0 && lines.length > 1) || at === lines.length - 2,
      draw(top) {
        element ??= paper.tags.open(paper.tags.root, 'P');
        paper.tags.part(element, 'P', () =>
          paper.text.draw([line], type.body, { x: upright.left, top, width: upright.inner, align: 'begin' }),
        );
        if (at === lines.length - 1) element.end();
      },
    }));
  });
  return [...(title ? [heading(paper, title)] : []), ...blocks];
}

/** One muted sentence in place of missing content. */
export function notice(paper: Paper, sentence: string, { wide = false }: { wide?: boolean } = {}): Block {
  const { inner, left } = wide ? lying : upright;
  const lines = paper.text.lines(paper.text.clean(sentence), type.notice, inner);
  return {
    height: lines.length * type.notice.leading + 6,
    above: 4,
    wide,
    draw: (top) =>
      paper.tags.content(paper.tags.root, 'P', () =>
        paper.text.draw(lines, type.notice, { x: left, top: top + 3, width: inner }),
      ),
  };
}
