/**
 * Thrown by work that is tried again when another service said when to come back: the next try is no earlier, and an
 * hour later at most. Two copies of the SDK agree on what it is by its name, not by `instanceof`.
 */
export class TryLater extends Error {
  override readonly name = 'TryLater';
  /** Seconds from now. */
  readonly seconds: number;
  constructor(message: string, seconds: number, o: { cause?: unknown } = {}) {
    super(message, o);
    this.seconds = seconds;
  }

  static is(error: unknown): error is TryLater {
    return (
      error instanceof Error && error.name === 'TryLater' && 'seconds' in error && typeof error.seconds === 'number'
    );
  }
}

/**
 * Seconds that a field `Retry-After` asks for: a whole number of them, or a date (RFC 9110, 10.2.3), reckoned from
 * `now` in milliseconds since 1970. Undefined for none, and for what is neither.
 */
export function retryAfter(field: string | undefined, now: number): number | undefined {
  if (field === undefined) return undefined;
  if (/^\d{1,9}$/.test(field.trim())) return Number(field);
  const date = /[A-Za-z]/.test(field) ? Date.parse(field) : NaN;
  return Number.isNaN(date) ? undefined : Math.max(0, Math.ceil((date - now) / 1000));
}
