import { booleans, type Place, type Word } from './types.ts';

/**
 * The smallest pieces of a query. `odd` is what no query may hold: marks of control, half characters, and quotation
 * marks of typesetters.
 */
export interface Lexeme extends Place {
  readonly kind: 'word' | 'string' | 'symbol' | 'slash' | 'comma' | 'open' | 'close' | 'odd';
  readonly text: string;
  /** Of a string: whether its second quotation mark is there. */
  readonly closed: boolean;
}

/** Quotation marks that word processors put in the place of `"`. */
export const typeset = /[\u201C\u201D\u201E\u201F\u00AB\u00BB\u2033]/gu;
const piece =
  /\s+|(?<string>"(?:[^"\\]|\\[\s\S]?)*?(?<closed>"|$))|(?<symbol><=|>=|<>|==|[=<>])|(?<slash>\/)|(?<comma>,)|(?<open>\()|(?<close>\))|(?<odd>[\p{Cc}\p{Cs}\u201C\u201D\u201E\u201F\u00AB\u00BB\u2033])|(?<word>[^\s"=<>/,()\p{Cc}\p{Cs}\u201C\u201D\u201E\u201F\u00AB\u00BB\u2033]+)/guy;
const kinds = ['string', 'symbol', 'slash', 'comma', 'open', 'close', 'odd', 'word'] as const;

/** All pieces of a text, whatever it is. One pass over it. */
export function lexemesOf(text: string): readonly Lexeme[] {
  const found: Lexeme[] = [];
  for (const match of text.matchAll(piece)) {
    const groups = match.groups ?? {};
    const kind = kinds.find((one) => groups[one] !== undefined);
    if (kind === undefined) continue;
    const [from, to] = [match.index, match.index + match[0].length];
    found.push({ kind, text: match[0], from, to, closed: groups.closed === '"' });
  }
  return found;
}

const isIn = (names: readonly string[], lexeme: Lexeme | undefined): boolean =>
  lexeme?.kind === 'word' && names.includes(lexeme.text.toLowerCase());
export const isBoolean = (lexeme: Lexeme | undefined): boolean => isIn(booleans, lexeme);
export const isRelationWord = (lexeme: Lexeme | undefined): boolean => isIn(['any', 'all', 'within'], lexeme);

const masks = '*?#';

/** Whether a word has something in it that can be searched: a letter, a figure or a mask. */
export const isSearchable = (word: Word): boolean => /[\p{L}\p{N}]/u.test(word.text) || word.masks.length > 0;

/**
 * The words of a term from its text between `from` and `to`, without the quotation marks round it. Blanks and commas
 * part them. A character behind a backslash stands for itself, so it is no mask.
 */
export function wordsIn(text: string, from: number, to: number): readonly Word[] {
  const words: Word[] = [];
  let [word, masked, begin] = ['', [] as number[], from];
  const end = (at: number): void => {
    if (word !== '') words.push({ text: word, masks: masked, from: begin, to: at });
    [word, masked] = ['', []];
  };
  for (let i = from; i < to; i++) {
    const escaped = text[i] === '\\' && i + 1 < to;
    const char = text[escaped ? i + 1 : i] ?? '';
    if (!escaped && /[\s,]/u.test(char)) {
      end(i);
      continue;
    }
    if (word === '') begin = i;
    if (!escaped && masks.includes(char)) masked.push(word.length);
    word += char;
    if (escaped) i++;
  }
  end(to);
  return words;
}
