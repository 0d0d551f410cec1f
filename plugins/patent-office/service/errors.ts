/** Why the office gave no answer, by what the caller can do about it. */
import type { Answer, ErrorAnswer } from '../answers/types.ts';

export type OfficeReason =
  /** Key or secret are refused: who set them up has to look. */
  | 'wrong-key'
  /** There is nothing under this number, or no hit. */
  | 'not-found'
  /** Several publications have this number: `candidates` names them. */
  | 'ambiguous'
  | 'invalid-query'
  /** The office does not give texts of this country. */
  | 'no-text'
  /** More than the office gives at once. */
  | 'too-much'
  /** The office's own limits, by the hour or the week of the account. */
  | 'quota-hour'
  | 'quota-week'
  /** The office takes the account for a program that reads everything, and has closed it for a while. */
  | 'robot'
  /** Not before `until`. */
  | 'suspended'
  /** Out of order, or out of reach. */
  | 'unavailable'
  /** It answered something that is no answer. */
  | 'unreadable';

export class OfficeError extends Error {
  override readonly name = 'OfficeError';
  readonly reason: OfficeReason;
  /** When to ask again; null where nobody knows. */
  readonly until: Date | null;
  readonly candidates: readonly string[];
  /** What the office called it. */
  readonly code: string | null;

  constructor(
    reason: OfficeReason,
    o: { readonly until?: Date; readonly candidates?: readonly string[]; readonly code?: string | null } = {},
  ) {
    super(`The patent office: ${reason}${o.code ? ` (${o.code})` : ''}`);
    this.reason = reason;
    this.until = o.until ?? null;
    this.candidates = o.candidates ?? [];
    this.code = o.code ?? null;
  }
}

/** The code of a fault, as far as it says more than its status. */
const byCode: readonly (readonly [pattern: RegExp, reason: OfficeReason])[] = [
  [/EntityNotFound|NotFound|InvalidReference|WrongReferenceFormatting/, 'not-found'],
  [/InvalidCountryCode/, 'no-text'],
  [/AmbiguousRequest/, 'ambiguous'],
  [/LimitedServerResources/, 'too-much'],
  [/RobotDetected/, 'robot'],
  [
    /InvalidQuery|InvalidIndex|CLIENT\.CQL|FuzzyDateRanges|NotOperatorMaxNumber|ScopeTermsMaximumNumber|MinimumCharsBeforeTruncation/,
    'invalid-query',
  ],
  [/DomainAccess|RequestTimeout/, 'unavailable'],
];

/** What the office says in the headers of a refusal. */
export interface Refusal {
  readonly status: number;
  /** `X-Rejection-Reason` */
  readonly rejection: string | null;
  /** `Retry-After`, which the office gives in milliseconds. */
  readonly retryAfter: number | null;
}

/** The error that an answer with a status of 400 or more is. */
export function errorOf(answer: Answer, refusal: Refusal, now: Date): OfficeError {
  const { rejection, retryAfter, status } = refusal;
  const fault: ErrorAnswer | null = answer.kind === 'error' ? answer : null;
  const code = fault?.code ?? null;
  const until = retryAfter === null ? {} : { until: new Date(now.getTime() + retryAfter) };
  if (rejection !== null) {
    if (/PerHour/i.test(rejection)) return new OfficeError('quota-hour', { ...until, code: rejection });
    if (/PerWeek/i.test(rejection)) return new OfficeError('quota-week', { ...until, code: rejection });
    if (/Blocked/i.test(rejection)) return new OfficeError('robot', { ...until, code: rejection });
  }
  const known = byCode.find(([pattern]) => code !== null && pattern.test(code))?.[1];
  if (known === 'ambiguous') return new OfficeError(known, { code, candidates: fault?.resolutions ?? [] });
  // A 413 for what is too large, and a 503 for an office that can do no more, have the same code.
  if (known === 'too-much' && status >= 500) return new OfficeError('unavailable', { ...until, code });
  if (known) return new OfficeError(known, { ...until, code });
  // A page of something in between, or half an answer, is no word of the office that it has nothing.
  if (status === 404) return new OfficeError(answer.kind === 'unreadable' ? 'unreadable' : 'not-found', { code });
  if (status === 401) return new OfficeError('wrong-key', { code });
  if (status === 403) return new OfficeError('suspended', { ...until, code: rejection ?? code });
  if (status === 413) return new OfficeError('too-much', { code });
  if (status >= 500) return new OfficeError('unavailable', { ...until, code });
  return new OfficeError('unreadable', { code: code ?? String(status) });
}
