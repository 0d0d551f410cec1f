/** What is wrong with an answer, in the words of those who fill in the form. Alike on the server and in browsers. */
import type { AnswerField } from '@dossier/sdk/answer-text';
import { isRecord } from '@dossier/sdk/record';
import type { FieldSchema } from './form.ts';

export const nameOf = (key: string, field: FieldSchema): string =>
  typeof field['title'] === 'string' ? field['title'] : key;

/** A title that is a question is one sentence, and what is wrong with its answer the next. */
export const said = (title: string, what: string): string =>
  /[?!.]$/.test(title) ? `${title} ${what.charAt(0).toUpperCase()}${what.slice(1)}` : `${title}: ${what}`;

/** A limit as the reader writes it: a number, an amount with its currency, a day. */
export type Written = (limit: unknown, field: FieldSchema) => string;

/** A field as far as a limit of it is read by it: an amount of whole euros has no cents. */
export const limitField = (limit: unknown, { 'x-kind': kind, format = kind, ...field }: FieldSchema): AnswerField => {
  const { 'x-currency': currency, 'x-decimals': decimals } = field;
  return {
    ...(typeof currency === 'string' ? { 'x-currency': currency } : {}),
    ...(typeof decimals === 'number' && !Number.isInteger(limit) ? { 'x-decimals': decimals } : {}),
    ...(format === 'date' ? { format } : {}),
  };
};

const types: Readonly<Record<string, string>> = {
  string: 'answer with a text.',
  number: 'enter a number.',
  integer: 'enter a whole number.',
  boolean: 'answer with yes or no.',
  array: 'answer with a list.',
};

/**
 * The sentence, as it goes on behind a colon. `limit`: what the keyword says in the field; `message`: a clause of which
 * the answer is the subject, where it is the kind of the field that does not take it.
 */
export function sentence(
  keyword: string,
  limit: unknown,
  o: { readonly field: FieldSchema; readonly written: Written; readonly message?: string | undefined },
): string {
  const { field } = o;
  const text = (of = limit): string => o.written(of, field);
  switch (keyword) {
    case 'missing':
      return 'this answer is missing.';
    case 'type':
      return types[String(limit)] ?? 'answer each of its parts, in an object.';
    case 'enum':
    case 'oneOf':
    case 'const':
      return 'choose one of the options.';
    case 'minimum':
    case 'maximum': {
      const { minimum, maximum } = field;
      if (minimum === undefined) return `enter ${text()} or less.`;
      if (maximum === undefined) return `enter ${text()} or more.`;
      const what = field['x-currency'] === undefined ? 'a number' : 'an amount';
      return `enter ${what} between ${text(minimum)} and ${text(maximum)}.`;
    }
    case 'exclusiveMinimum':
      return `enter more than ${text()}.`;
    case 'exclusiveMaximum':
      return `enter less than ${text()}.`;
    case 'multipleOf':
      return limit === 1 ? 'enter a whole number.' : `enter a multiple of ${text()}.`;
    case 'x-decimals':
      return limit === 0 ? 'enter it without decimals.' : `enter at most ${counted(String(limit), 'decimal')}.`;
    case 'minLength':
      return `write at least ${counted(text(), 'character')}.`;
    case 'maxLength':
      return `write at most ${counted(text(), 'character')}.`;
    case 'minItems':
      return `${hasRows(field) ? 'add' : 'choose'} at least ${text()}.`;
    case 'maxItems':
      return `${hasRows(field) ? 'add' : 'choose'} at most ${text()}.`;
    case 'x-earliest':
      return `choose ${limit === 'today' ? limit : text()} or a later day.`;
    case 'x-latest':
      return `choose ${limit === 'today' ? limit : text()} or an earlier day.`;
    case 'uniqueItems':
      return 'choose each only once.';
    case 'pattern':
      return 'this is not written as expected here.';
    case 'format':
      return formats[String(limit)] ?? 'this is not written as expected here.';
    default:
      return `this answer ${o.message ?? 'is not valid'}.`;
  }
}

const formats: Readonly<Record<string, string>> = {
  date: 'give a day that the calendar has.',
  email: 'give an e-mail address, for example ada@example.org.',
  uri: 'give a web address, for example https://www.example.org.',
  'date-time': 'give the day, the time and its zone, for example 2026-11-26T09:00:00Z.',
  time: 'give the time and its zone, for example 09:00:00Z.',
};

const counted = (number: string, what: string): string => `${number} ${number === '1' ? what : `${what}s`}`;

const hasRows = ({ items }: FieldSchema): boolean => isRecord(items) && items['type'] === 'object';
