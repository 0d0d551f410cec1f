/** Platform and floor in turns, and what is said of them. */
import { drive, median } from './load.ts';
import type { Target } from './load.ts';

/** One line of the report. `ratio` is platform by floor. */
export interface Result {
  readonly name: string;
  readonly shown: string;
  readonly platform: number;
  readonly floor: number | null;
  readonly ratio: number | null;
  readonly goal: string;
  readonly met: boolean;
}

export interface Pair {
  readonly platform: number;
  readonly floor: number;
}

/**
 * The median of rounds in which both sides take turns, so that a noisy neighbour disturbs both. One round of each
 * before is not counted: its code is still being compiled.
 */
export async function takeTurns(
  rounds: number,
  platform: () => Promise<number>,
  floor: () => Promise<number>,
): Promise<Pair> {
  await floor();
  await platform();
  const found: { platform: number[]; floor: number[] } = { platform: [], floor: [] };
  const turns = {
    platform: async () => found.platform.push(await platform()),
    floor: async () => found.floor.push(await floor()),
  };
  // Each comes first as often as the other: the second finds a warmer machine and a heap with more to clean up.
  for (let round = 0; round < rounds; round++)
    for (const side of round % 2 === 0 ? (['floor', 'platform'] as const) : (['platform', 'floor'] as const))
      await turns[side]();
  return { platform: median(found.platform), floor: median(found.floor) };
}

/** Requests a second; throws when one of them fails. Several targets are asked together, and count as one request. */
export async function rateOf(
  target: Target | readonly Target[],
  o: { readonly connections: number; readonly seconds: number },
): Promise<number> {
  const { perSecond, failed, requests } = await drive(target, o);
  if (failed > 0)
    throw new Error(`${failed} of ${requests} requests to ${[target].flat().map(({ url }) => url)} failed.`);
  return perSecond;
}

export function atLeast(name: string, pair: Pair, goal: number): Result {
  const ratio = pair.platform / pair.floor;
  return {
    name,
    ...pair,
    ratio,
    shown: `${ratio.toFixed(2)} of the floor (${pair.platform.toFixed(0)} against ${pair.floor.toFixed(0)} a second)`,
    goal: `≥ ${goal}`,
    met: ratio >= goal,
  };
}

/** What takes at most so many milliseconds or megabytes, without a floor. */
export const atMost = (name: string, value: number, o: { most: number; unit: string; shown: string }): Result => ({
  name,
  shown: o.shown,
  platform: value,
  floor: null,
  ratio: null,
  goal: `≤ ${o.most} ${o.unit}`,
  met: value <= o.most,
});
