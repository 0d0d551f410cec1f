/**
 * Checks one answer against its field, without compiling code. JSON Schema's own keywords are those of
 * `@cfworker/json-schema`; those of which a template may make much (a thousand options, patterns, decimals) are checked
 * here, in time that grows with the answer only. Alike on the server and in browsers.
 */
import { Validator } from '@cfworker/json-schema';
import { isRecord } from '@dossier/sdk/record';
import { decimalOf, decimalsOf } from '@dossier/sdk/decimals';
import { isDay } from '@dossier/sdk/times';
import { webAddress } from '@dossier/sdk/web-address';
import { composed } from './same.ts';
import type { FieldSchema } from './form.ts';

/** Tells whether a text matches a pattern: RE2, whose time grows with the length of the text only. */
export type Patterns = (pattern: string) => { test(text: string): boolean };

/**
 * Tells whether a text is of a format by its name, beside those that are checked here (`date`, `uri`); every text is of
 * one that is not known.
 */
export type Formats = (name: unknown, text: string) => boolean;

/** What answers are checked with. */
export interface Checking {
  readonly patterns: Patterns;
  readonly formats: Formats;
  /** The day where the organization is, as `2026-11-26`. */
  readonly today: string;
}

/** What is wrong with an answer. */
export interface Misfit {
  /** JSON pointer into the answer. */
  readonly at: string;
  /** The keyword that it does not keep to, which is the code of the fault. */
  readonly keyword: string;
  /** What the keyword says in the field. */
  readonly limit: unknown;
}

interface Compiled {
  readonly validator: Validator;
  readonly options: Readonly<{ keyword: string; values: ReadonlySet<unknown> }> | null;
  readonly pattern: { test(text: string): boolean } | null;
  readonly items: Compiled | null;
}

/** The formats are read with ordinary patterns, so their text is bounded first. */
const longestOfFormat = 2000;

const own = ['enum', 'oneOf', 'pattern', 'format', 'multipleOf', 'uniqueItems', 'items', 'default', 'title'];

/** Fields are compiled once each, and kept for as long as their schema is. */
const compiled = new WeakMap<FieldSchema, Compiled>();

/** Prepares a field, which takes a millisecond where it has a pattern. */
export function prepare(field: FieldSchema, patterns: Patterns): Compiled {
  const known = compiled.get(field);
  if (known) return known;
  const made: Compiled = {
    validator: new Validator(
      Object.fromEntries(Object.entries(field).filter(([key]) => !own.includes(key) && !key.startsWith('x-'))),
      '2020-12',
      false,
    ),
    options: optionsOf(field),
    pattern: typeof field['pattern'] === 'string' ? patterns(field['pattern']) : null,
    items: isRecord(field['items']) ? prepare(field['items'], patterns) : null,
  };
  compiled.set(field, made);
  return made;
}

/** The values among which an answer is, by the keyword that lists them. */
function optionsOf(field: FieldSchema): Compiled['options'] {
  const { enum: values, oneOf } = field;
  if (Array.isArray(values)) return { keyword: 'enum', values: new Set(values.map(composed)) };
  return Array.isArray(oneOf)
    ? {
        keyword: 'oneOf',
        values: new Set(oneOf.map((one: unknown) => (isRecord(one) ? composed(one['const']) : undefined))),
      }
    : null;
}

/** An answer as it is judged: its texts as they look, an address of the web with its scheme. */
export function asJudged(field: FieldSchema, answer: unknown): unknown {
  const seen = allComposed(answer);
  return field['format'] === 'uri' && typeof seen === 'string' ? (webAddress(seen) ?? seen) : seen;
}

function allComposed(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(allComposed);
  return isRecord(value)
    ? Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, allComposed(inner)]))
    : composed(value);
}

/** Every keyword of the field that the answer does not keep to; `answer` is as it is judged. */
export function* misfits(field: FieldSchema, answer: unknown, checking: Checking, at = ''): Generator<Misfit> {
  const { validator, options, pattern, items } = prepare(field, checking.patterns);
  const misfit = (keyword: string): Misfit => ({ at, keyword, limit: field[keyword] });
  const { errors } = validator.validate(answer);
  for (const { keyword } of errors) yield misfit(keyword);
  // Of another type than asked for, nothing else is said of it.
  if (errors.some(({ keyword }) => keyword === 'type')) return;
  if (options && !options.values.has(answer)) yield misfit(options.keyword);
  if (typeof answer === 'number') yield* misfitsOfNumber(field, answer).map(misfit);
  if (typeof answer === 'string') {
    if (pattern && !pattern.test(answer)) yield misfit('pattern');
    if (!isOfFormat(field['format'], answer, checking.formats)) yield misfit('format');
    else yield* misfitsOfDay(field, answer, checking.today).map(misfit);
  }
  if (!Array.isArray(answer)) return;
  if (field['uniqueItems'] === true && new Set(answer).size < answer.length) yield misfit('uniqueItems');
  if (items)
    for (const [i, one] of answer.entries()) yield* misfits(field['items'] as FieldSchema, one, checking, `${at}/${i}`);
}

function isOfFormat(format: unknown, text: string, others: Formats): boolean {
  if (format === undefined) return true;
  if (text.length > longestOfFormat) return false;
  if (format === 'date') return isDay(text);
  return format === 'uri' ? webAddress(text) !== null : others(format, text);
}

/** Keywords that look at a number as it is written: by division, 1.1 is no multiple of 0.01. */
function misfitsOfNumber(field: FieldSchema, number: number): string[] {
  const { multipleOf, 'x-decimals': decimals } = field;
  return [
    ...(typeof multipleOf === 'number' && !isMultiple(number, multipleOf) ? ['multipleOf'] : []),
    ...(typeof decimals === 'number' && decimalsOf(number) > decimals ? ['x-decimals'] : []),
  ];
}

/** Days are ordered as their texts are; `today` stands for the day on which the answer is checked. */
function misfitsOfDay(field: FieldSchema, day: string, today: string): string[] {
  const limit = (name: string): unknown => (field[name] === 'today' ? today : field[name]);
  const [earliest, latest] = [limit('x-earliest'), limit('x-latest')];
  return [
    ...(typeof earliest === 'string' && day < earliest ? ['x-earliest'] : []),
    ...(typeof latest === 'string' && day > latest ? ['x-latest'] : []),
  ];
}

function isMultiple(number: number, of: number): boolean {
  const [a, b] = [decimalOf(number), decimalOf(of)];
  const least = Math.min(a.exponent, b.exponent);
  return (a.digits * 10n ** BigInt(a.exponent - least)) % (b.digits * 10n ** BigInt(b.exponent - least)) === 0n;
}
