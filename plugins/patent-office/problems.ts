/** What people hear when the office gave no answer. Nothing was used then, and each says so. */
import { conflict, invalid, notFound, Problem } from '@dossier/sdk';
import { OfficeError } from './service/errors.ts';
import type { OfficeReason } from './service/errors.ts';

const nothingUsed = 'No credit was used.';

const unavailable = (detail: string): Problem =>
  new Problem(503, 'office-unavailable', 'The patent office does not answer', { detail: `${detail} ${nothingUsed}` });

const texts: Readonly<Record<Exclude<OfficeReason, 'not-found' | 'invalid-query' | 'ambiguous'>, string>> = {
  'wrong-key':
    'The patent office does not accept the key and secret of your organization. Ask who sets up integrations to enter them again.',
  'no-text': 'The patent office gives no texts of this country.',
  'too-much': 'This is more than the patent office gives at once. Narrow it and try again.',
  'quota-hour': 'The account of your organization may ask the patent office no more in this hour.',
  'quota-week': 'The account of your organization may ask the patent office no more in this week.',
  robot: 'The patent office has closed the account of your organization for a while, because it asked for much.',
  suspended: 'The patent office takes no more questions for the moment. Try again in a few minutes.',
  unavailable: 'The patent office does not answer. Try again in a few minutes.',
  unreadable: 'The patent office answered something that cannot be read. Try again in a few minutes.',
};

/** The problem that an error of the office is to who asked; other errors are thrown on. */
export function problemOf(error: unknown): Problem {
  if (!(error instanceof OfficeError)) throw error;
  switch (error.reason) {
    case 'not-found':
      return notFound();
    case 'invalid-query':
      return invalid([
        { pointer: '/q', code: 'cql', detail: `The patent office does not take this query. ${nothingUsed}` },
      ]);
    case 'ambiguous':
      return conflict('several-publications', `Several publications have this number: ${error.candidates.join(', ')}.`);
    case 'wrong-key':
      return conflict('office-key', `${texts[error.reason]} ${nothingUsed}`);
    case 'no-text':
    case 'too-much':
      return conflict(error.reason === 'no-text' ? 'no-text' : 'too-much', `${texts[error.reason]} ${nothingUsed}`);
    default:
      return unavailable(texts[error.reason]);
  }
}

/** For an organization that has set up no account. */
export const notSetUp = (): Problem =>
  conflict(
    'office-not-set-up',
    'Your organization has not set up its account with the patent office. Ask who sets up integrations.',
  );
