/** How a word that was mistyped meets the one that was meant. */
import { distance } from 'fastest-levenshtein';

/** Letters of a word that is learnt: in shorter ones every slip makes another word. */
const SHORTEST = 5;
/** Letters at its beginning that are compared by slips, so that a word has few of them. */
const COMPARED = 8;

/** Whether this term is a word of letters, long enough to be recognised when it is mistyped. */
export const isWord = (term: string): boolean => /^[\p{L}\p{M}]+$/u.test(term) && [...term].length >= SHORTEST;

/**
 * The first letters of a word, and what is left of them without each one of them. Two words of which one letter was
 * left out, added, taken for another or changed places with its neighbour have one of these in common.
 */
export function slipsOf(word: string): readonly string[] {
  const letters = [...word].slice(0, COMPARED);
  return [...new Set([letters.join(''), ...letters.map((_, i) => letters.toSpliced(i, 1).join(''))])];
}

/** Letters that may be wrong; two that changed places count as two. */
const FORGIVEN = 2;

/** Of words that have a slip in common with what was typed, those that are nearly the same, the nearest first. */
export const nearest = (typed: string, words: readonly string[], most: number): readonly string[] =>
  words
    .map((word) => ({ word, far: distance(typed, word) }))
    .filter(({ far }) => far <= FORGIVEN)
    .toSorted((one, other) => one.far - other.far)
    .slice(0, most)
    .map(({ word }) => word);
