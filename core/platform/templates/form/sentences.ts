/** What is wrong with an answer, in the words of those who fill in the form. Alike on the server and in browsers. */
import type { FieldSchema } from './form.ts';

export const nameOf = (key: string, field: FieldSchema): string =>
  typeof field['title'] === 'string' ? field['title'] : key;

/** A title that is a question is one sentence, and what is wrong with its answer the next. */
export const said = (title: string, what: string): string =>
  /[?!.]$/.test(title) ? `${title} ${what.charAt(0).toUpperCase()}${what.slice(1)}` : `${title}: ${what}`;

/** `limit`: what the keyword says in the field. */
export function sentence(keyword: string, limit: unknown, message?: string): string {
  const most = String(limit);
  switch (keyword) {
    case 'missing':
      return 'this answer is missing.';
    case 'type':
      return `this answer must be of type ${most}.`;
    case 'enum':
    case 'oneOf':
    case 'const':
      return 'this answer is none of the options.';
    case 'minimum':
      return `this number must be >= ${most}.`;
    case 'exclusiveMinimum':
      return `this number must be > ${most}.`;
    case 'maximum':
      return `this number must be <= ${most}.`;
    case 'exclusiveMaximum':
      return `this number must be < ${most}.`;
    case 'multipleOf':
      return `this answer must be a multiple of ${most}.`;
    case 'x-decimals':
      return `this answer must have at most ${most} ${limit === 1 ? 'decimal' : 'decimals'}.`;
    case 'minLength':
      return `this answer needs at least ${most} characters.`;
    case 'maxLength':
      return `this answer has more than ${most} characters.`;
    case 'minItems':
      return `choose at least ${most}.`;
    case 'maxItems':
      return `choose at most ${most}.`;
    case 'x-earliest':
      return limit === 'today' ? 'this day cannot be before today.' : `this day cannot be before ${most}.`;
    case 'x-latest':
      return limit === 'today' ? 'this day cannot be after today.' : `this day cannot be after ${most}.`;
    case 'uniqueItems':
      return 'choose each only once.';
    case 'pattern':
      return 'this answer does not have the expected form.';
    case 'format':
      return `this answer is not a valid ${most}.`;
    default:
      return `this answer ${message ?? 'is not valid'}.`;
  }
}
