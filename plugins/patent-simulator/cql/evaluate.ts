import type { Publication } from '../collection/types.ts';
import { inDates } from './dates.ts';
import { numbersOf, symbolsOf, textsOf } from './fields.ts';
import type { Index } from './indexes.ts';
import type { Clause, Near, Query } from './query.ts';
import { maskOf, words } from './words.ts';

/** Whether a publication is a hit. */
export function matches(publication: Publication, query: Query): boolean {
  if (query.is === 'clause') return query.indexes.some((index) => holds(publication, index, query));
  if (query.is === 'near') return near(publication, query);
  const left = matches(publication, query.left);
  if (query.by === 'or') return left || matches(publication, query.right);
  return left && matches(publication, query.right) === (query.by === 'and');
}

function holds(publication: Publication, index: Index, { relation, term, level }: Clause): boolean {
  if (relation === '<>') return !holds(publication, index, { relation: '=', term, level } as Clause);
  if (index.kind === 'date') return inDates(publication.date, relation, term);
  const each = (test: (word: string) => boolean): boolean => {
    const all = index.kind === 'text' ? words(term) : term.split(/[\s,]+/).filter(Boolean);
    if (relation === 'any') return all.some(test);
    return relation === 'all' ? all.every(test) : test(term);
  };
  if (index.kind === 'text') {
    const texts = textsOf(publication, index.name).map(words);
    return each((word) => texts.some((text) => placesOf(text, word).length > 0));
  }
  if (index.kind === 'number') {
    const numbers = numbersOf(publication, index.name).map(plain);
    return each((word) => numbers.some(maskOf(plain(word))));
  }
  const symbols = symbolsOf(publication, index.name);
  return each((symbol) => symbols.some((one) => inClass(one, symbol.toUpperCase(), level)));
}

const plain = (number: string): string => number.toUpperCase().replace(/[\s./,-]/g, '');

/** Where the words of a phrase stand one behind the other. */
function placesOf(text: readonly string[], phrase: string): number[] {
  const tests = words(phrase).map(maskOf);
  if (tests.length === 0) return [];
  return [...text.keys()].filter((at) => tests.every((test, i) => test(text[at + i] ?? '')));
}

/** Both in one text, with at most so many words from one to the other. */
function near(publication: Publication, { left, right, distance, ordered }: Near): boolean {
  const names = new Set(right.indexes.map(({ name }) => name));
  return left.indexes
    .filter(({ kind, name }) => kind === 'text' && names.has(name))
    .flatMap(({ name }) => textsOf(publication, name))
    .map(words)
    .some((text) => {
      const ends = placesOf(text, right.term);
      return placesOf(text, left.term).some((from) =>
        ends.some(
          (to) => to !== from && (ordered ? to - from : Math.abs(to - from)) <= distance && (!ordered || to > from),
        ),
      );
    });
}

/** A subclass or what is above it holds all below; a group only itself, unless a level says otherwise. */
function inClass(symbol: string, asked: string, level: Clause['level']): boolean {
  if (/[*?#]/.test(asked)) return maskOf(asked)(symbol);
  if (level === 'same' || (level === null && asked.includes('/'))) return symbol === asked;
  if (level === 'high') return symbol === asked || asked.startsWith(symbol.replace(/\/0+$/, '/'));
  if (asked.endsWith('/00')) return symbol.startsWith(asked.slice(0, -2));
  if (asked.includes('/') || /^[A-HY](\d\d([A-Z])?)?$/.test(asked)) return symbol.startsWith(asked);
  return symbol.startsWith(`${asked}/`);
}
