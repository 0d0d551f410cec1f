/** A text in Markdown as one line without its marks: for lists, notices, mails and what a search found. */
import { readMarkdown } from './markdown.ts';
import type { Block, Inline, Item, MarkdownOptions } from './markdown.ts';
import { storable } from './texts.ts';

/** Characters of an excerpt, and of the beginning that it is made of. */
const SHOWN = 160;
const BEGINNING = 1_000;

/** All that it says. Of links, and of people who are named, the words; of a picture what it is called. */
export const markdownText = (markdown: string, options: MarkdownOptions = {}): string =>
  readMarkdown(markdown, options).map(blockText).join(' ').replaceAll(/\s+/g, ' ').trim();

/** Its first words, and "…" where it says more. Of a long one only the beginning is read. */
export function markdownExcerpt(markdown: string, options: MarkdownOptions = {}): string {
  const said = markdownText(markdown.slice(0, BEGINNING), options);
  return said.length <= SHOWN && markdown.length <= BEGINNING ? said : `${storable(said, SHOWN).trimEnd()}…`;
}

function blockText(block: Block): string {
  switch (block.kind) {
    case 'paragraph':
    case 'heading':
      return partsText(block.parts);
    case 'quote':
      return block.blocks.map(blockText).join(' ');
    case 'list':
      return block.items.map(itemText).join(' ');
    case 'code':
      return `${block.note} ${block.text}`;
    case 'table':
      return block.rows.flat().map(partsText).join(' ');
    case 'rule':
      return '';
  }
}

const itemText = ({ sign, ticked, blocks }: Item): string =>
  [sign, ...(ticked === null ? [] : [ticked ? '☑' : '☐']), ...blocks.map(blockText)].join(' ');

const partsText = (parts: readonly Inline[]): string => parts.map(partText).join('');

function partText(part: Inline): string {
  if (part.kind === 'break') return ' ';
  if (part.kind === 'person') return `@${part.name}`;
  return 'parts' in part ? partsText(part.parts) : part.text;
}
