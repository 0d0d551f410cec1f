import { spaced } from './tree.ts';
import type { Element } from './tree.ts';

/** What begins a line of its own where texts are nested; all else stands within its line. */
const blocks = new Set(
  'p heading claim-text ul ol dl li dt dd table tgroup thead tbody row tr title abst-problem abst-solution br pre'.split(
    ' ',
  ),
);
const cells = new Set(['entry', 'td', 'th']);

/**
 * The text below an element in lines: its own line breaks, and one for each part of it that stands for itself. Cells of
 * a row are set apart by a bar. Empty lines are left out.
 */
export function linesOf(of: Element): string[] {
  const lines: string[] = [];
  let line = '';
  const next = (): void => {
    const said = spaced(line);
    if (said) lines.push(said);
    line = '';
  };
  const walk = (element: Element): void => {
    for (const part of element.parts) {
      if (typeof part === 'string') {
        const [first = '', ...others] = part.split(breaks);
        line += first;
        for (const other of others) {
          next();
          line = other;
        }
        continue;
      }
      const block = blocks.has(part.local);
      if (block) next();
      else if (cells.has(part.local) && line.trim() !== '') line += ' | ';
      walk(part);
      if (block) next();
    }
  };
  walk(of);
  next();
  return lines;
}

const breaks = /\r\n|[\n\r\u2028\u2029]/;
