import { Problem } from '@dossier/sdk';

/** A mistake in code or set-up, not in a request: it never reaches a client. `code` is stable. */
export class DatabaseError extends Error {
  readonly code: string;

  constructor(code: string, message: string, o: { cause?: unknown } = {}) {
    super(`${code} ${message}`, o);
    this.name = 'DatabaseError';
    this.code = code;
  }
}

/** The SQLSTATE (or the network error's code) of what the driver threw, wherever it is wrapped. */
function sqlState(error: unknown): string | undefined {
  for (let e = error, depth = 0; e instanceof Error && depth < 6; e = e.cause, depth++) {
    if (!(e instanceof DatabaseError) && 'code' in e && typeof e.code === 'string' && !Problem.is(e)) return e.code;
    if (e instanceof AggregateError && e.errors.length > 0) return sqlState(e.errors[0]);
  }
  return undefined;
}

/**
 * A prepared statement whose table was changed meanwhile, by a newer version that migrated: it works when it is sent
 * anew.
 */
export const isStalePlan = (error: unknown): boolean =>
  sqlState(error) === '0A000' && error instanceof Error && error.message.includes('cached plan');

/** A statement of a transaction in which another one failed before. */
export const isAborted = (error: unknown): boolean => sqlState(error) === '25P02';

/** The server has no connection to give: to anybody, to this login, or to this database. */
export const isScarce = (error: unknown): boolean => sqlState(error) === '53300';

/** A function that this server does not have, or does not let this login call. */
export const isWithheld = (error: unknown): boolean => ['42501', '42883'].includes(sqlState(error) ?? '');

/** Serialization failure, deadlock, stale plan: the same work can pass when it is run again. */
export const isRetryable = (error: unknown): boolean =>
  ['40001', '40P01'].includes(sqlState(error) ?? '') || isStalePlan(error);

const unreachable =
  /^(ECONNREFUSED|ECONNRESET|ENOTFOUND|EAI_AGAIN|EPIPE|ETIMEDOUT|EHOSTUNREACH|08...|57P0[1-3]|53[1-4]00)$/;
const impatient = /^(57014|55P03|25P03)$/;

/** The same work can pass later, whatever it was: nothing is wrong with who asked for it. */
export const isPassing = (error: unknown): boolean =>
  isRetryable(error) || isUnreachable(error) || impatient.test(sqlState(error) ?? '');

/** The database, or the way to it, is away: the same work can pass later. */
export function isUnreachable(error: unknown): boolean {
  const lost =
    error instanceof Error &&
    /Connection terminated|timeout exceeded when trying to connect|timeout expired|Query read timeout|Client has encountered a connection error/.test(
      error.message,
    );
  return lost || unreachable.test(sqlState(error) ?? '');
}

/**
 * Turns what the database says about its own condition into a problem for the client; everything else passes unchanged.
 * `reading`: nothing was to be changed.
 */
export function translate(error: unknown, reading = false): unknown {
  if (Problem.is(error) || (error instanceof DatabaseError && error.cause === undefined)) return error;
  const state = sqlState(error) ?? '';
  if (isRetryable(error) || impatient.test(state))
    return reading ? (state === '57014' ? tooSlow(error) : overtaken(error)) : busy(error, state);
  return isUnreachable(error) ? unavailable(error) : error;
}

const busy = (cause: unknown, state: string): Problem =>
  new Problem(503, 'busy', 'Busy', {
    detail: `${state === '57014' ? 'This took too long and was given up.' : 'Too many changes met at the same place.'} Nothing was changed; send the request again in a moment.`,
    headers: { 'retry-after': '2' },
    cause,
  });

const tooSlow = (cause: unknown): Problem =>
  new Problem(503, 'busy', 'Busy', {
    detail:
      'Reading this took too long and was given up. Ask for less, for example a shorter period or a narrower filter, or ask again in a moment.',
    headers: { 'retry-after': '2' },
    cause,
  });

/**
 * Others were changing what was to be read, however little was asked for: a lock that was not to be had, or a conflict.
 */
const overtaken = (cause: unknown): Problem =>
  new Problem(503, 'busy', 'Busy', {
    detail: 'What was asked for is being changed at the moment. Ask again in a few seconds.',
    headers: { 'retry-after': '2' },
    cause,
  });

/**
 * A balancer may ask another node at once (config/deploy/Caddyfile), unless the server has no room: then it is the same
 * for all.
 */
const unavailable = (cause: unknown): Problem =>
  new Problem(503, 'database-unavailable', 'The database cannot be reached', {
    detail: 'The database does not answer at the moment. Send the request again in a few seconds.',
    headers: { 'retry-after': '5', ...(/^53/.test(sqlState(cause) ?? '') ? {} : { 'dossier-retry': 'elsewhere' }) },
    cause,
  });
