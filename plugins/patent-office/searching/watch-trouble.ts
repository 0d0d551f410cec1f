/** Why a saved search could not look, or not at everything: as a code where it is kept, in words where it is shown. */
import { Problem } from '@dossier/sdk';
import { OfficeError } from '../service/errors.ts';
import type { OfficeReason } from '../service/errors.ts';

export type WatchTrouble =
  | 'no-credits'
  | 'not-set-up'
  | 'no-right'
  | 'beyond-reach'
  | 'incomplete'
  | 'office-key'
  | 'office-closed'
  | 'office-silent'
  | 'query';

const words: Readonly<Record<WatchTrouble, string>> = {
  'no-credits': 'Too few credits were left. It looks again the next time.',
  'not-set-up': 'Your organization has no account with the patent office any more.',
  'no-right': 'You may not search for patents here any more, so it has stopped.',
  'beyond-reach':
    'There were more new patents than the office shows at once (2,000), and older ones among them may be missing. Narrow the search.',
  incomplete: 'The office sent fewer patents than it said. It looks for the others the next time.',
  'office-key': 'The patent office does not accept the key of your organization. Ask who sets up integrations.',
  'office-closed': 'The patent office took no more questions from your organization. It looks again later.',
  'office-silent': 'The patent office did not answer. It looks again later.',
  query: 'The patent office does not take this search any more. Change it.',
};
const isTrouble = (code: string): code is WatchTrouble => Object.hasOwn(words, code);

/** For its author; null when the last look went well. */
export const inWords = (code: string | null): string | null =>
  code === null ? null : isTrouble(code) ? words[code] : words['office-silent'];

const ofOffice: Readonly<Record<OfficeReason, WatchTrouble>> = {
  'wrong-key': 'office-key',
  'quota-hour': 'office-closed',
  'quota-week': 'office-closed',
  robot: 'office-closed',
  suspended: 'office-closed',
  unavailable: 'office-silent',
  unreadable: 'office-silent',
  'not-found': 'query',
  ambiguous: 'query',
  'invalid-query': 'query',
  'no-text': 'query',
  'too-much': 'query',
};

/** Milliseconds after which what passes by itself is tried again. */
const HOUR = 3_600_000;

interface Interrupted {
  readonly trouble: WatchTrouble;
  /** When it is worth looking again; null where nothing changes before the next regular time. */
  readonly again: Date | null;
}

/** What an error says that ended a look. Other errors than those of the office and of credits are thrown on. */
export function interruptedBy(error: unknown, now: Date): Interrupted {
  if (Problem.is(error) && error.code === 'no-credits') return { trouble: 'no-credits', again: null };
  if (!(error instanceof OfficeError)) throw error;
  const trouble = ofOffice[error.reason];
  const passes = trouble === 'office-silent' || (trouble === 'office-closed' && error.reason !== 'quota-week');
  const later = Math.max(error.until?.getTime() ?? 0, now.getTime() + HOUR);
  return { trouble, again: passes ? new Date(later) : null };
}
