import { fold } from '@dossier/sdk/web/ui/names';
import { html } from 'lit';
import type { TemplateResult } from 'lit';

const wordsOfText = /[\p{L}\p{N}\p{M}]+/gu;

/** Of one word as names are compared; `*` is any letters, `?` one or none, `#` one. */
const patternOf = (word: string): RegExp => {
  const masked = word
    .replaceAll(/[.+^${}()|[\]\\]/g, String.raw`\$&`)
    .replaceAll('*', '.*')
    .replaceAll('?', '.?')
    .replaceAll('#', '.');
  return new RegExp(`^${masked}$`, 'u');
};

/** What is looked for: words that follow each other. */
type Phrase = readonly RegExp[];
const made = new WeakMap<readonly string[], readonly Phrase[]>();

const phrasesOf = (words: readonly string[]): readonly Phrase[] => {
  const known = made.get(words);
  if (known) return known;
  const phrases = words
    .filter((word) => /[\p{L}\p{N}]/u.test(word))
    .map((word) =>
      fold(word)
        .split(/[^\p{L}\p{N}\p{M}*?#]+/u)
        .filter((one) => one !== '')
        .map(patternOf),
    );
  made.set(words, phrases);
  return phrases;
};

/** Pieces of a text, those that were searched for apart from the others. */
export const pieces = (text: string, words: readonly string[]): readonly { text: string; isFound: boolean }[] => {
  const phrases = phrasesOf(words);
  if (phrases.length === 0) return [{ text, isFound: false }];
  const tokens = [...text.matchAll(wordsOfText)].map((match) => ({
    word: fold(match[0]),
    from: match.index,
    to: match.index + match[0].length,
  }));
  const found: { text: string; isFound: boolean }[] = [];
  let from = 0;
  for (let at = 0; at < tokens.length; at += 1) {
    const here = phrases.find((phrase) => phrase.every((one, i) => one.test(tokens[at + i]?.word ?? '')));
    const [first, last] = [tokens[at], tokens[at + (here?.length ?? 1) - 1]];
    if (!here || !first || !last) continue;
    if (first.from > from) found.push({ text: text.slice(from, first.from), isFound: false });
    found.push({ text: text.slice(first.from, last.to), isFound: true });
    from = last.to;
    at += here.length - 1;
  }
  if (from < text.length) found.push({ text: text.slice(from), isFound: false });
  return found;
};

/** A text with the words underlined that were searched for. */
export const marked = (text: string, words: readonly string[]): readonly (TemplateResult | string)[] =>
  pieces(text, words).map((piece) => (piece.isFound ? html`<mark>${piece.text}</mark>` : piece.text));
