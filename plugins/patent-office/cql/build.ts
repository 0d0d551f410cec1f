import { daysOf } from './dates.ts';
import { indexOf } from './indexes.ts';
import { typeset, wordsIn } from './parser.ts';
import { numberKept } from './numbers.ts';
import { parse } from './checked-query.ts';
import type { Index, Relation, Repair } from './types.ts';
import { isSearchable } from './values.ts';

/** One line of the form: in this field, in this way, these words. */
export interface FormLine {
  readonly index: string;
  readonly relation: Relation;
  readonly text: string;
}

/** What the simple forms ask for. Everything in it has to be found, except that lines may be joined by `or`. */
export interface SearchForm {
  readonly lines?: readonly FormLine[];
  /** How lines are joined; `and` when nothing is said. */
  readonly join?: 'and' | 'or';
  /** The box for keywords: all of them in title, abstract or names. */
  readonly keywords?: string;
  /** The box for an applicant, and the other spellings of it: one of them. */
  readonly applicants?: readonly string[];
}

/** What is wrong in a form. `part` and `at` say in which box or line, counted from 0; the form as a whole has none. */
export interface FormFault {
  readonly part: 'lines' | 'keywords' | 'applicants' | 'form';
  readonly at: number;
  readonly message: string;
  readonly repair?: Repair;
}

export type Built =
  { readonly ok: true; readonly cql: string } | { readonly ok: false; readonly faults: readonly FormFault[] };

/** Nothing that ends a quotation: quotation marks and backslashes, and what cannot be seen or sent. */
const literal = (text: string): string =>
  text
    .toWellFormed()
    .replaceAll(/["\\\p{Cc}\uFFFD]/gu, ' ')
    .replaceAll(typeset, ' ')
    .replaceAll(/\s+/g, ' ')
    .trim();

const inQuotes = (text: string): string => `"${text}"`;
const plain = (text: string): string => (/^[a-z0-9]+(?:\/[0-9]+)?$/i.test(text) ? text : inQuotes(text));
const isList = (relation: Relation): boolean => relation === 'any' || relation === 'all';

/** Signs that stand alone are no words of a list; in a phrase they stay. */
const listed = (text: string): readonly string[] =>
  wordsIn(text, 0, text.length)
    .filter(isSearchable)
    .map(({ from, to }) => text.slice(from, to));

function wordsClause(index: Index, relation: Relation, typed: string): string {
  const words = isList(relation) ? listed(typed) : [];
  const text = words.length > 0 ? words.join(' ') : typed;
  const sign = isList(relation) && words.length < 2 ? '=' : relation;
  return /[a-z]/.test(sign) ? `${index.name} ${sign} ${inQuotes(text)}` : `${index.name}${sign}${inQuotes(text)}`;
}

/** Symbols as people write them: with a blank in them (`F17C 11/00`), several with commas or blanks between. */
const symbolsIn = (text: string): readonly string[] =>
  text
    .replaceAll(/([a-hy]\d{2}[a-z])\s+(?=\d)/gi, '$1')
    .split(/[\s,;]+/)
    .filter((one) => one !== '');
const symbol = /^[a-hy](?:\d{2}(?:[a-z](?:\d{1,4}(?:\/\d{1,6})?)?)?)?[*?#]*$/i;

function classClause(index: Index, relation: Relation, text: string): string {
  const symbols = symbolsIn(text);
  const [only = '', more] = symbols;
  if (more !== undefined) return `${index.name} ${relation === '=' ? 'any' : relation} ${inQuotes(symbols.join(' '))}`;
  return `${index.name}${isList(relation) ? '=' : relation}${plain(only)}`.replace('within', ' within ');
}

function dateClause(index: Index, relation: Relation, text: string): string {
  const days = text.split(/[\s,;–]+/u).filter((one) => one !== '');
  const [only = '', more] = days;
  if (more === undefined && relation !== 'within' && daysOf(only) !== undefined)
    return isList(relation) ? `${index.name}=${only}` : `${index.name}${relation}${only}`;
  return `${index.name} ${relation === '=' ? 'within' : relation} ${inQuotes(days.join(' '))}`;
}

/** In any usual spelling, a number is searched for as the office keeps it. */
function numberClause(index: Index, relation: Relation, text: string): string {
  const compact = numberKept(index, text) ?? text.replaceAll(/[\s.,]+/g, '');
  return relation === 'within' || isList(relation)
    ? wordsClause(index, relation, text)
    : `${index.name}${relation}${plain(compact)}`;
}

function clauseOf(index: Index, relation: Relation, text: string): string {
  if (index.kind === 'class') return classClause(index, relation, text);
  if (index.kind === 'date') return dateClause(index, relation, text);
  return index.kind === 'number' ? numberClause(index, relation, text) : wordsClause(index, relation, text);
}

/**
 * The query that a form means. What people type is always searched for, never read as CQL: it ends no quotation, and
 * parentheses and operators in it are words. Only masks (`*`, `?`, `#`) keep their meaning. Blank lines and boxes are
 * left out. All faults come at once, each at its line.
 */
export function build(form: SearchForm): Built {
  const faults: FormFault[] = [];
  const clause = (part: FormFault['part'], at: number, name: string, relation: Relation, typed: string): string[] => {
    if (typed.trim() === '') return [];
    const index = indexOf(name);
    const text = literal(typed);
    if (index === undefined) faults.push({ part, at, message: `There is no field “${name}”.` });
    else if (text === '') faults.push({ part, at, message: 'There is nothing to search in this.' });
    if (index === undefined || text === '') return [];
    const cql = clauseOf(index, relation, text);
    const stray = index.kind === 'class' ? symbolsIn(text).find((one) => !symbol.test(one)) : undefined;
    const parsed = parse(cql);
    if (stray !== undefined)
      faults.push({ part, at, message: `“${stray}” is no symbol of a class, such as F17C 11/00.` });
    else if (!parsed.valid) faults.push({ part, at, message: parsed.message });
    return [cql];
  };
  const lines = (form.lines ?? []).flatMap((line, at) => clause('lines', at, line.index, line.relation, line.text));
  const keywords = clause('keywords', 0, 'txt', 'all', form.keywords ?? '');
  const applicants = (form.applicants ?? []).flatMap((name, at) => clause('applicants', at, 'pa', '=', name));
  const join = form.join ?? 'and';
  const grouped = join === 'or' ? [together(lines, 'or')] : lines;
  const parts = [...grouped, ...keywords, together(applicants, 'or')].filter((one) => one !== '');
  if (faults.length > 0) return { ok: false, faults };
  const cql = parts.length === 1 ? (parts[0] ?? '').replace(/^\((.*)\)$/s, '$1') : parts.join(' and ');
  const parsed = parse(cql);
  if (parsed.valid) return { ok: true, cql };
  const { message, repair } = parsed;
  return { ok: false, faults: [{ part: 'form', at: 0, message, ...(repair === undefined ? {} : { repair }) }] };
}

const together = (clauses: readonly string[], operator: 'and' | 'or'): string =>
  clauses.length > 1 ? `(${clauses.join(` ${operator} `)})` : (clauses[0] ?? '');
