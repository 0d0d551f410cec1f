/** The part of a text in which something was found, in one line. */
import { termsOf } from '@dossier/sdk';

/** Characters that are shown, and of these before the word that was found. */
const SHOWN = 90;
const BEFORE = 24;

/** Begins a little before the first of the words, whole words alone; `words` as of {@link Sought}. */
export function excerptAt(text: string, words: readonly (readonly string[])[]): string {
  if (text.length <= SHOWN) return text;
  const spellings = words.flat();
  const isMeant = (part: string): boolean =>
    [...termsOf([part])].some((term) => spellings.some((word) => term.startsWith(word)));
  let at = 0;
  for (const { 0: part, index } of text.matchAll(/\S+/gu))
    if (isMeant(part)) {
      at = index;
      break;
    }
  const from = at <= BEFORE ? 0 : text.indexOf(' ', at - BEFORE) + 1;
  // A word that is longer than all that is shown is cut.
  const to = from + SHOWN >= text.length ? text.length : text.lastIndexOf(' ', from + SHOWN);
  const end = to > at ? to : Math.min(text.length, from + SHOWN);
  return `${from > 0 ? '…' : ''}${text.slice(from, end)}${end < text.length ? '…' : ''}`;
}
