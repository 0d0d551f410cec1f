/** Milliseconds for which a check that did not answer in time is not waited for again. */
const PAUSE = 5_000;

/**
 * Which checks have just not answered. A check inside the transaction is waited for by everybody who wants the same
 * connection, which on the embedded database is everybody: of many submissions at once only the first waits for a check
 * that is dead, and one of those after a pause. The others count it as a try and go on by job.
 */
export interface CircuitBreaker {
  /** Did the check, of one organization, time out a moment ago? */
  isOpen(check: string): boolean;
  trip(check: string): void;
}

export function circuitBreaker(now: () => number): CircuitBreaker {
  const since = new Map<string, number>();
  return {
    isOpen: (check) => now() - (since.get(check) ?? -Infinity) < PAUSE,
    trip: (check) => void since.set(check, now()),
  };
}
