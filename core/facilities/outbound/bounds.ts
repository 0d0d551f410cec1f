/**
 * A failed outbound call: `reason` is `timeout`, `unreachable`, `blocked`, `too-large` or `aborted`. The text names no
 * address, so that it may be shown.
 */
export class HttpError extends Error {
  readonly reason: 'timeout' | 'unreachable' | 'blocked' | 'too-large' | 'aborted';
  constructor(reason: HttpError['reason'], text: string, cause?: unknown) {
    super(text, { cause });
    this.name = 'HttpError';
    this.reason = reason;
  }
}

/**
 * Whether the name is unknown, its address is closed or nobody listens there: an organization gets the same answer,
 * or it could draw a map of the network.
 */
const notThere = 'The service cannot be reached. It needs a public address that answers.';

/** What ends a call, and what its failure says. */
export interface Bounds {
  /** The time for it. */
  readonly limit: AbortSignal;
  /** The same, or the caller's. */
  readonly signal: AbortSignal;
  readonly isGuarded: boolean;
}

/** From the options of a call; its time begins now. */
export function bounds(o: {
  readonly timeout?: number;
  readonly signal?: AbortSignal;
  readonly guard?: 'public';
}): Bounds {
  const limit = AbortSignal.timeout(o.timeout ?? 10_000);
  return { limit, signal: o.signal ? AbortSignal.any([limit, o.signal]) : limit, isGuarded: o.guard === 'public' };
}

/** What is thrown for an error of a call. */
export function failure(error: unknown, { limit, signal, isGuarded }: Bounds): HttpError {
  if (error instanceof HttpError) return error;
  if (limit.aborted) return new HttpError('timeout', 'The service did not answer in time.', error);
  if (signal.aborted) return new HttpError('aborted', 'The call was given up.', error);
  if (!isGuarded) return new HttpError('unreachable', 'The service cannot be reached.', error);
  const isBlocked = error instanceof Error && error.name === 'NotPublic';
  return new HttpError(isBlocked ? 'blocked' : 'unreachable', notThere, error);
}

/** Throws for a call that would hold a transaction open. */
export function refuseInTransaction(inTransaction: () => boolean): void {
  if (inTransaction())
    throw new Error(
      'K_OUTSIDE_CALL_IN_TRANSACTION: call first, then write. A transaction that waits for another service stops everybody.',
    );
}

/** DNS cannot be stopped, only left alone. */
export async function whicheverFirst<T>(signal: AbortSignal, work: Promise<T>): Promise<T> {
  const { promise, reject } = Promise.withResolvers<never>();
  const stop = (): void => reject(signal.reason);
  signal.addEventListener('abort', stop, { once: true });
  return Promise.race([work, promise]).finally(() => signal.removeEventListener('abort', stop));
}
