import { Problem } from './problem.ts';

/**
 * Milliseconds for which a request that came with an `Idempotency-Key` (draft-ietf-httpapi-idempotency-key-header-07)
 * is remembered.
 */
export const IDEMPOTENCY_KEPT = 24 * 3_600_000;

/**
 * The key as the header gives it; undefined when there is none. Throws 400 `bad-idempotency-key`. For handlers of
 * routes that are `idempotent: 'by the handler'`; of others the kernel asks.
 */
export function idempotencyKey(header: string | readonly string[] | undefined): string | undefined {
  if (header === undefined || (typeof header === 'string' && header.length > 0 && header.length <= 255)) return header;
  throw new Problem(400, 'bad-idempotency-key', 'The Idempotency-Key cannot be used', {
    detail: 'Send one Idempotency-Key of 1 to 255 characters, for example a UUID.',
  });
}

/** 422 for a key that came before with another request; `detail` says what differed, and of what a new key is for. */
export const keyReused = (detail: string): Problem =>
  new Problem(422, 'idempotency-key-reused', 'The Idempotency-Key was used for another request', { detail });
