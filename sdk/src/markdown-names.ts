/** People who are named in a text in Markdown: `@[Otto Officer](user:0190…)`. Alike on the server and in browsers. */
import { personWritten, readMarkdown } from './markdown.ts';
import type { Block, Inline } from './markdown.ts';

export { personWritten } from './markdown.ts';

/** How a person is named in a text. Brackets in the name would end it, so they become spaces. */
export const naming = ({ id, name }: { readonly id: string; readonly name: string }): string =>
  `@[${name.replaceAll(/[[\]\n]/g, ' ')}](user:${id})`;

/** Ids of the people whom a text names as it is shown, each once. */
export const peopleNamed = (text: string): readonly string[] => [
  ...new Set(shownIn(text).flatMap((one) => (one.kind === 'person' ? one.id : []))),
];

/** Whether each `@[…](user:…)` of a text, in their order, names somebody as it is shown: in code it does not. */
export const namingPlaces = (text: string): readonly boolean[] =>
  shownIn(text).flatMap((one) => {
    if (one.kind === 'person') return true;
    return 'text' in one ? Array.from(one.text.matchAll(personWritten), () => false) : [];
  });

/** The text with `write` in the place of each person whom it names as it is shown. */
export function rewriteNames(text: string, write: (id: string, name: string) => string): string {
  const places = namingPlaces(text);
  let at = 0;
  return text.replaceAll(personWritten, (as, name: string, id: string) => (places[at++] ? write(id, name) : as));
}

const shownIn = (text: string): readonly Inline[] =>
  text.includes('](user:') ? readMarkdown(text, { names: true }).flatMap(inBlock) : [];

function inBlock(block: Block): readonly Inline[] {
  if ('parts' in block) return block.parts.flatMap(inPart);
  if ('blocks' in block) return block.blocks.flatMap(inBlock);
  if ('items' in block) return block.items.flatMap(({ blocks }) => blocks.flatMap(inBlock));
  if ('rows' in block) return block.rows.flat(2).flatMap(inPart);
  return 'text' in block ? [{ kind: 'code', text: `${block.note}\n${block.text}` }] : [];
}

const inPart = (part: Inline): readonly Inline[] => ('parts' in part ? part.parts.flatMap(inPart) : [part]);
