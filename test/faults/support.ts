/** What tests of faults share: chance that can be repeated, and patience that ends. */
import { setTimeout as pause } from 'node:timers/promises';
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

/**
 * Asks every 25 ms until the answer is neither null, undefined nor false, and returns it; throws with what was waited
 * for when `seconds` have passed.
 */
export async function until<T>(
  what: string,
  seconds: number,
  ask: () => Promise<T | null | undefined | false> | T | null | undefined | false,
): Promise<T> {
  const end = performance.now() + seconds * 1000;
  for (;;) {
    const answer = await ask();
    if (answer !== null && answer !== undefined && answer !== false) return answer;
    if (performance.now() > end) throw new Error(`Waited ${seconds} seconds, but not yet: ${what}.`);
    await pause(25);
  }
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
