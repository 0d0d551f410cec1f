import type { FormLine } from '../cql/build.ts';
import type { Query } from './asking.ts';
import { mayBeNumber, newLine } from './fields.ts';

export type Mode = 'lines' | 'applicant' | 'cql';
export const modes: readonly (readonly [Mode, string])[] = [
  ['lines', 'Words and fields'],
  ['applicant', 'Applicant'],
  ['cql', 'CQL'],
];

/** Everything that is in the three forms: who goes from one to another loses nothing. */
export interface Content {
  readonly lines: readonly FormLine[];
  readonly join: 'and' | 'or';
  /** The name, and behind it other spellings. */
  readonly applicants: readonly string[];
  readonly cql: string;
}
export const emptyContent: Content = { lines: [newLine()], join: 'and', applicants: [''], cql: '' };

const isFilled = (text: string): boolean => text.trim() !== '';

/** What the form of a mode asks for; null while nothing is in it. */
export function queryOf(mode: Mode, { lines, join, applicants, cql }: Content): Query | null {
  if (mode === 'cql') return isFilled(cql) ? { by: 'cql', q: cql } : null;
  if (mode === 'lines') return lines.some(({ text }) => isFilled(text)) ? { by: 'form', form: { lines, join } } : null;
  const [q = '', ...others] = applicants;
  if (others.some(isFilled)) return { by: 'form', form: { applicants } };
  return isFilled(q) ? { by: 'applicant', q } : null;
}

/** The one text that may be a number; empty where there are several, or where another field is asked for. */
export function onlyText(mode: Mode, { lines, applicants, cql }: Content): string {
  if (mode === 'cql') return cql;
  const filled = mode === 'applicant' ? applicants.filter(isFilled) : lines.filter(({ text }) => isFilled(text));
  const [only, more] = filled;
  if (only === undefined || more !== undefined) return '';
  return typeof only === 'string' ? only : mayBeNumber(only.index) ? only.text : '';
}

/** The search in a few words, for the line that stands for the form on a phone. */
export const inShort = (mode: Mode, { lines, applicants, cql }: Content): string =>
  (mode === 'cql' ? [cql] : mode === 'applicant' ? applicants : lines.map(({ text }) => text))
    .filter(isFilled)
    .join(' · ');

const member = (value: unknown, key: string): unknown =>
  typeof value === 'object' && value !== null ? Object.entries(value).find(([name]) => name === key)?.[1] : undefined;
const texts = (value: unknown): readonly string[] =>
  Array.isArray(value) ? value.filter((one): one is string => typeof one === 'string') : [];
const relations: readonly FormLine['relation'][] = ['=', '<', '>', '<=', '>=', 'any', 'all', 'within'];

/** A search that was made before: as it was sent, and the form that it came from, if one is kept. */
export interface Reopened {
  readonly cql: string;
  readonly form: unknown;
}

/** Puts a search of earlier back into its form; one whose form is not known any more comes as CQL. */
export function reopened(search: Reopened): {
  readonly mode: Mode;
  readonly content: Content;
} {
  const content: Content = { ...emptyContent, cql: search.cql };
  const { form } = search;
  const applicants = texts(member(form, 'applicants'));
  if (applicants.length > 0) return { mode: 'applicant', content: { ...content, applicants } };
  const given = member(form, 'lines');
  const lines = (Array.isArray(given) ? given : []).flatMap((line): readonly FormLine[] => {
    const [index, text] = [member(line, 'index'), member(line, 'text')];
    const relation = relations.find((one) => one === member(line, 'relation'));
    return typeof index === 'string' && typeof text === 'string' && relation ? [{ index, text, relation }] : [];
  });
  if (lines.length === 0) return { mode: 'cql', content };
  return { mode: 'lines', content: { ...content, lines, join: member(form, 'join') === 'or' ? 'or' : 'and' } };
}
