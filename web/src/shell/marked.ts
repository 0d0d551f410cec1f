import { html } from 'lit';
import type { TemplateResult } from 'lit';
import { fold } from '@dossier/sdk/web/ui/names';

/** A text in which the beginnings of words that were typed are marked, whatever their case and accents. */
export function marked(text: string, typed: string): readonly (string | TemplateResult)[] {
  const wanted = fold(typed)
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '');
  return text.split(/(?<![\p{L}\p{N}])(?=[\p{L}\p{N}])/u).flatMap((part) => {
    const length = Math.max(0, ...wanted.map((word) => lengthOf(part, word)));
    return length === 0 ? [part] : [html`<mark>${part.slice(0, length)}</mark>`, part.slice(length)];
  });
}

/** How much of a part is the word, which may be shorter or longer than what was typed: "ß" is "ss". */
function lengthOf(part: string, word: string): number {
  if (!fold(part).startsWith(word)) return 0;
  let length = 1;
  while (length < part.length && fold(part.slice(0, length)).length < word.length) length++;
  return length;
}
