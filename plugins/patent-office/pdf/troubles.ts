/** Why a page is not there, as a code in its row and in words for people. Nothing of this costs a credit. */
import { Problem } from '@dossier/sdk';
import { OfficeError } from '../service/errors.ts';
import type { OfficeReason } from '../service/errors.ts';

export type PageTrouble =
  /** It is no PDF: a web page, or nothing. */
  | 'no-pdf'
  /** Cut off, or it cannot be read. */
  | 'broken'
  /** More than one page, or none. */
  | 'not-one-page'
  /** Neither a picture nor text is on it. */
  | 'empty'
  /** It shows what another page shows: nobody can say which of them is right. */
  | 'same-page'
  | 'not-asked'
  | 'no-credits'
  | 'not-set-up'
  | 'failed'
  | OfficeReason;

/** Thrown where a page has come and is none: so its reservation is released. */
export class BadPage extends Error {
  override readonly name = 'BadPage';
  readonly trouble: PageTrouble;
  constructor(trouble: PageTrouble) {
    super(`The patent office sent no page: ${trouble}.`);
    this.trouble = trouble;
  }
}

const words: Readonly<Record<PageTrouble, string>> = {
  'no-pdf': 'The patent office sent something that is no page.',
  broken: 'The page came cut off or damaged.',
  'not-one-page': 'The patent office did not send exactly one page.',
  empty: 'The page came without anything on it.',
  'same-page': 'Another page shows the same, so one of them is wrong. Ask for both again; it costs nothing.',
  'not-asked': 'Nobody has asked for this page yet.',
  'no-credits': 'No credit was left for this page.',
  'not-set-up': 'Your organization has set up no account with the patent office.',
  failed: 'Something went wrong here. Ask for the page again.',
  'wrong-key': 'The patent office does not accept the key and secret of your organization.',
  'not-found': 'The patent office does not find this page.',
  ambiguous: 'The patent office does not find this page.',
  'invalid-query': 'The patent office does not find this page.',
  'no-text': 'The patent office does not give this page.',
  'too-much': 'This page is too large.',
  'quota-hour': 'The account of your organization may ask no more in this hour.',
  'quota-week': 'The account of your organization may ask no more in this week.',
  robot: 'The patent office has closed the account of your organization for a while.',
  suspended: 'The patent office takes no more questions for the moment.',
  unavailable: 'The patent office did not answer.',
  unreadable: 'The patent office sent something that cannot be read.',
};

const isTrouble = (code: string): code is PageTrouble => Object.hasOwn(words, code);

/** Of the code in a row, the words of this or an earlier version. */
export const wordsFor = (code: string): string => words[isTrouble(code) ? code : 'failed'];

/** After these it makes no sense to ask for the next page. */
const forAll: ReadonlySet<PageTrouble> = new Set<PageTrouble>([
  'no-credits',
  'not-set-up',
  'wrong-key',
  'quota-hour',
  'quota-week',
  'robot',
  'suspended',
]);
export const holdsForAll = (trouble: PageTrouble): boolean => forAll.has(trouble);

/** What an error means for a page; null where it is about none, and has to be thrown on. */
export function troubleOf(error: unknown): PageTrouble | null {
  if (error instanceof BadPage) return error.trouble;
  if (error instanceof OfficeError) return error.reason;
  if (!Problem.is(error)) return null;
  if (error.code === 'no-credits') return 'no-credits';
  return error.code === 'too-large' ? 'too-much' : null;
}
