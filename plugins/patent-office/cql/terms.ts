import { fold } from '@dossier/sdk';
import type { Place, Query, Word } from './types.ts';

/** A part of a publication in which found words are marked. */
export type Part = 'title' | 'abstract' | 'claims' | 'applicant' | 'inventor';

/** A word, or words that follow each other, and where they are marked. */
export interface Term {
  readonly index: string;
  readonly parts: readonly Part[];
  /** As names are compared, with {@link masked} in the place of masks. */
  readonly words: readonly string[];
}

/** Where the words of an index are marked. Claims are not searched, but they are read for the same words. */
const partsOf: Readonly<Record<string, readonly Part[]>> = {
  ti: ['title', 'claims'],
  ab: ['abstract', 'claims'],
  ta: ['title', 'abstract', 'claims'],
  txt: ['title', 'abstract', 'claims', 'applicant', 'inventor'],
  pa: ['applicant'],
  in: ['inventor'],
  ia: ['applicant', 'inventor'],
};

/** Signs for masks that no text has and that folding leaves alone, of the private area of Unicode. */
const masked: Readonly<Record<string, string>> = { '*': '\uE000', '?': '\uE001', '#': '\uE002' };
const [ANY, MAYBE, ONE] = ['\uE000', '\uE001', '\uE002'];
/** A letter of a script that writes no blanks is a word by itself; other letters and figures make one together. */
const unspaced = String.raw`\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}`;
const within = String.raw`\p{L}\p{N}\p{M}\p{Cf}`;
const wordsOfText = new RegExp(String.raw`[${unspaced}]\p{M}*|[[${within}]--[${unspaced}]]+`, 'gv');
const wordsOfTerm = new RegExp(String.raw`[${unspaced}]\p{M}*|[[${within}\uE000-\uE002]--[${unspaced}]]+`, 'gv');

/** What one written word is in a text: `heat-pipe` is two words that follow each other. */
function piecesOf({ text, masks }: Word): readonly string[] {
  const signed = [...text.replaceAll(/[\uE000-\uE002]/g, ' ')];
  // Masks are counted in UTF-16 units, as places are.
  let at = 0;
  const put = signed.map((char) => {
    const mask = masks.includes(at) ? masked[char] : undefined;
    at += char.length;
    return mask ?? char;
  });
  return (fold(put.join('')).match(wordsOfTerm) ?? []).filter((word) => /[^\uE000-\uE002]/u.test(word));
}

/** The words of a query that are marked where they are found, by index. What it leaves out is none, nor are dates. */
export function terms(query: Query): readonly Term[] {
  return query.clauses
    .filter((meant) => !meant.excluded)
    .flatMap(({ clause, indexes, relation }) => {
      const listed = relation === 'any' || relation === 'all';
      const found = listed ? clause.value.words.map((word) => [word]) : [clause.value.words];
      return indexes.flatMap(({ name }) => {
        const parts = partsOf[name];
        if (parts === undefined) return [];
        return found.map((words) => ({ index: name, parts, words: words.flatMap(piecesOf) }));
      });
    })
    .filter((term) => term.words.length > 0);
}

/** Whether a folded word is what a term asks for. In time that grows with both, whatever masks it has. */
function isMeant(word: string, term: string): boolean {
  if (!/[\uE000-\uE002]/u.test(term)) return word === term;
  const signs = [...term];
  /** How far the term may have been read: what can be empty is passed over at once. */
  const reach = (ends: ReadonlySet<number>): Set<number> => {
    const all = new Set<number>();
    for (const end of ends)
      for (let i = end; ; i++) {
        all.add(i);
        if (signs[i] !== ANY && signs[i] !== MAYBE) break;
      }
    return all;
  };
  let ends = reach(new Set([0]));
  for (const letter of word) {
    const next = new Set<number>();
    for (const i of ends) {
      const sign = signs[i];
      if (sign === ANY) next.add(i);
      else if (sign === MAYBE || sign === ONE || sign === letter) next.add(i + 1);
    }
    ends = reach(next);
  }
  return ends.has(signs.length);
}

/**
 * Where these terms stand in a text, as places from the front that do not overlap. Whole words are found, without
 * regard to case and accents; the words of a phrase follow each other. Terms that are looked for in other parts of a
 * publication are passed over.
 */
export function mark(text: string, looked: readonly Term[], part?: Part): readonly Place[] {
  const words = [...text.matchAll(wordsOfText)].map((match) => ({
    text: fold(match[0]),
    from: match.index,
    to: match.index + match[0].length,
  }));
  const places: Place[] = [];
  for (const term of looked) {
    if (part !== undefined && !term.parts.includes(part)) continue;
    words.forEach(({ from }, i) => {
      const here = term.words.every((word, j) => {
        const there = words[i + j];
        return there !== undefined && isMeant(there.text, word);
      });
      if (here) places.push({ from, to: words[i + term.words.length - 1]?.to ?? from });
    });
  }
  return merged(places);
}

function merged(places: readonly Place[]): readonly Place[] {
  const found: Place[] = [];
  for (const place of [...places].sort((a, b) => a.from - b.from || b.to - a.to)) {
    const last = found.at(-1);
    if (last !== undefined && place.from < last.to)
      found[found.length - 1] = { from: last.from, to: Math.max(last.to, place.to) };
    else found.push(place);
  }
  return found;
}
