import type { PasswordVerifier } from './contract.ts';

const DEFAULT_LIMIT = 5_000;
const LARGEST_LIMIT = 10_000;

/** An answer of a verifier within its limit. Rejects with what it throws, and when it is late; then `signal` aborts. */
export async function verifierAnswer<T>(
  { limit: wanted = DEFAULT_LIMIT }: PasswordVerifier,
  ask: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const limit = Math.min(wanted, LARGEST_LIMIT);
  const gone = new AbortController();
  const late = Promise.withResolvers<never>();
  const timer = setTimeout(() => {
    gone.abort();
    late.reject(new Error(`There was no answer within ${limit / 1000} seconds.`));
  }, limit);
  try {
    return await Promise.race([(async () => ask(gone.signal))(), late.promise]);
  } finally {
    clearTimeout(timer);
  }
}
