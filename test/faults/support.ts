/** Chance that can be repeated, and work of which so much goes on at a time. */
import { seed as given } from '../../core/testing/seed.ts';

/** Numbers from 0 up to 1, the same for the same seed (xorshift). */
export interface Chance {
  readonly seed: number;
  next(): number;
  /** A whole number from `from` up to and with `to`. */
  between(from: number, to: number): number;
  pick<T>(from: readonly [T, ...T[]]): T;
}

/** `DOSSIER_SEED` repeats an earlier run; print the seed with every run. */
export function chance(seed: number = given): Chance {
  // Small seeds would give small first numbers.
  let state = (seed * 2_654_435_761 + 1) >>> 0 || 1;
  const next = (): number => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    return (state >>> 0) / 2 ** 32;
  };
  const between = (from: number, to: number): number => from + Math.floor(next() * (to - from + 1));
  return { seed, next, between, pick: (from) => from[between(0, from.length - 1)] ?? from[0] };
}

/** Does something for each, so many at a time. */
export async function each<T>(all: Iterable<T>, atOnce: number, work: (one: T) => Promise<void>): Promise<void> {
  const rest = all[Symbol.iterator]();
  await Promise.all(
    Array.from({ length: atOnce }, async () => {
      for (let next = rest.next(); !next.done; next = rest.next()) await work(next.value);
    }),
  );
}
