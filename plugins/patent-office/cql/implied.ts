import { daysOf } from './dates.ts';
import { theIndex } from './indexes.ts';
import type { Index, Value } from './types.ts';

/** Names of offices that are of no country. */
const offices = ['EP', 'WO', 'EA', 'AP', 'OA', 'GC', 'EM', 'IB', 'XN', 'SU', 'DD', 'CS', 'YU'];
const regions = new Intl.DisplayNames('en', { type: 'region', fallback: 'none' });

/** Two capital letters that stand for a country or an office. Small ones are words: `in`, `no`, `it`. */
export const isCountry = (text: string): boolean =>
  /^[A-Z]{2}$/.test(text) && (offices.includes(text) || regions.of(text) !== undefined);

/** H, H01, H01M, H01M1, H01M10/00, with up to four figures as the CPC has them. */
const symbol = /^[a-hy](?:\d{2}(?:[a-z](?:\d{1,4}(?:\/\d{1,6})?)?)?)?$/i;
const number = /^(?:\w{2,4}\d+[a-z]?\d?|\d+)$/i;
/** Two dates with a colon between them are a span of time. */
export const spanOf = (text: string): readonly [string, string] | undefined => {
  const [first = '', last, ...more] = text.split(':');
  return last === undefined || more.length > 0 || daysOf(first) === undefined || daysOf(last) === undefined
    ? undefined
    : [first, last];
};

/**
 * The index in which a term without one is searched, by its shape, as the guide says it (4.2): a country and a number
 * in `num`, a date in `pd`, a symbol in `cl`, a capitalised word in `ia`, everything else, and every phrase, in `txt`.
 */
export function impliedIndex(value: Value): Index {
  const [word, more] = value.words;
  if (word === undefined || more !== undefined) return theIndex('txt');
  const { text, masks } = word;
  if (masks.length > 0) return theIndex('txt');
  if (isCountry(text)) return theIndex('num');
  if (daysOf(text) !== undefined || spanOf(text) !== undefined) return theIndex('pd');
  if (symbol.test(text)) return theIndex('cl');
  if (number.test(text)) return theIndex('num');
  return theIndex(/^\p{Lu}[\p{Ll}\p{M}]+$/u.test(text) ? 'ia' : 'txt');
}
