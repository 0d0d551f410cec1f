/** Milliseconds for which a check that did not answer in time is not waited for again. */
const PAUSE = 5_000;

/**
 * Which checks have just not answered. A check inside the transaction is waited for by everybody who wants the same
 * connection, which on the embedded database is everybody: of many submissions at once only the first waits for a check
 * that is dead, and one of those after a pause. The others count it as a try and go on by job.
 */
export interface Silence {
  /** Was the check, of one organization, waited for in vain a moment ago? */
  of(check: string): boolean;
  note(check: string): void;
}

export function silence(now: () => number): Silence {
  const since = new Map<string, number>();
  return {
    of: (check) => now() - (since.get(check) ?? -Infinity) < PAUSE,
    note: (check) => void since.set(check, now()),
  };
}
