import deburr from 'lodash-es/deburr.js';

/** What is left out where it is not understood: joiners, soft hyphens, marks of direction, selectors of variants. */
const unseen = /[\p{Default_Ignorable_Code_Point}\p{Cf}]/gu;
/**
 * Accents and points that say how a letter sounds. Not the vowels of Indic scripts, without which a name is another
 * one, nor the marks of kana, which make another syllable. What joins Latin, Greek or Cyrillic letters is of no script
 * of its own.
 */
const accents =
  /(?![\u3099\u309A])(?=\p{M})[\p{Script=Inherited}\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Syriac}]/gu;
const apostrophes = /[\u2018\u2019\u02B9\u02BC\uFF07]/g;

/**
 * The form in which names are compared: `fold('  GARCÍA ')` is `fold('garci\u0301a')`. Neither case, accents, the form
 * in which Unicode writes a letter, blanks nor what cannot be seen count; ß is ss, æ ae, ø o, ł l, and so on for the
 * letters of Latin-1 and Latin Extended-A. Compatibility forms are those they stand for (`ﬁ`, full-width letters). It
 * depends on no locale, and is the same on the server and in a page. For comparing only: never show or store it as the
 * name.
 */
export function fold(text: string): string {
  const known = /^[\x21-\x7e]*$/.test(text);
  return known
    ? text.toLowerCase()
    : deburr(
        text
          .normalize('NFKD')
          .replace(unseen, '')
          .replace(accents, '')
          .replace(apostrophes, "'")
          .toUpperCase()
          .toLowerCase(),
      )
        // A sigma has two small forms, by its place. What upper case has taken apart has its accents now.
        .replaceAll('ς', 'σ')
        .normalize('NFKD')
        .replace(accents, '')
        .normalize('NFC')
        .replace(/\s+/gu, ' ')
        .trim();
}

/** Whether a name has in it what was typed into a search: "koln" finds "Köln". For lists that are here as a whole. */
export const isFound = (name: string, wanted: string): boolean => fold(name).includes(fold(wanted));

/** Words that a search has at most: beyond them nobody narrows further. */
const MOST_WORDS = 8;
/** Letters of a word that count. */
const LONGEST = 64;
/**
 * An apostrophe between letters belongs to its word. Signs are words too (an emoji can be a name), marks of punctuation
 * are not.
 */
const between = /(?:(?!')[\p{P}\p{Z}\p{C}])+|(?<![\p{L}\p{M}])'+|'+(?!\p{L})/gu;
const cut = (word: string): string => [...word].slice(0, LONGEST).join('');
const partsOf = (text: string): readonly string[] =>
  fold(text)
    .split(between)
    .filter((word) => word !== '');

/**
 * The words of a search, each to be found as the beginning of one of {@link termsOf}: "Novak, Amelia" is Amelia Novak
 * too. A blank search has none. One of nothing but marks has a word that begins none of them, so that it finds nothing.
 */
export function wordsOf(search: string): readonly string[] {
  const words = [...new Set(partsOf(search).map((word) => cut(word.replaceAll("'", ''))))];
  return words.length > 0 || /^[\s,]*$/u.test(search)
    ? words.slice(0, MOST_WORDS)
    : [cut(search.replaceAll(/\s/gu, ''))];
}

/** Scripts that write no blanks between words: there a word may begin at any letter. */
const unspaced =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u;

const signs = /\p{S}+/gu;
const digit = /\p{Nd}/u;

/**
 * Words of a text that are found beside those that stand in it: what is between signs ("500" of "€500"), and numbers
 * that are written in groups as one ("AT61 1904 3002").
 */
function more(parts: readonly string[]): readonly string[] {
  const runs: string[][] = [];
  parts.forEach((part, i) => {
    if (!digit.test(part)) return;
    if (i > 0 && digit.test(parts[i - 1] ?? '')) runs.at(-1)?.push(part);
    else runs.push([part]);
  });
  const whole = runs.filter(({ length }) => length > 1).map((run) => run.join(''));
  return [...whole, ...[...parts, ...whole].flatMap((part) => (part.search(signs) < 0 ? [] : part.split(signs)))];
}

/** Words of a search that are groups of one number, as one; null where there are none. */
export function joinedNumber(words: readonly string[]): readonly string[] | null {
  const joined: string[] = [];
  words.forEach((word, i) => {
    if (i > 0 && digit.test(word) && digit.test(words[i - 1] ?? '')) joined[joined.length - 1] += word;
    else joined.push(word);
  });
  return joined.length < words.length ? joined.map(cut) : null;
}

/**
 * All words by whose beginning these texts are found, each once. D'Angelo is found as dangelo, and as angelo; €500 as
 * 500, too; and AT61 1904 as at611904.
 */
export function termsOf(texts: readonly string[]): ReadonlySet<string> {
  const terms = new Set<string>();
  const parts = texts.map(partsOf).flatMap((some) => [...some, ...more(some)]);
  for (const part of parts) {
    const pieces = part.split("'");
    for (const word of [pieces.join(''), ...pieces.slice(1)]) {
      const letters = [...word];
      letters.forEach((letter, i) => {
        if (i === 0 || unspaced.test(letter)) terms.add(letters.slice(i, i + LONGEST).join(''));
      });
    }
  }
  terms.delete('');
  return terms;
}

/** Whether a search finds these texts: each of its words is the beginning of one of theirs. */
export function areFound(texts: readonly string[], search: string): boolean {
  const terms = [...termsOf(texts)];
  return wordsOf(search).every((word) => terms.some((term) => term.startsWith(word)));
}

const root = new Intl.Collator('en');

/**
 * Sorts names as people look for them, and as the database does with the collation `und-x-icu`: Ähre next to Ahorn,
 * case and accents last.
 */
export const compareNames = (one: string, other: string): number => root.compare(one, other);
