/**
 * Waiting in tests, by one pattern: a question that is asked again until its answer is the wanted one. The limit is the
 * same for all, and far beyond what anything takes, since it ends only a test that fails: a machine with much to do
 * must not look like a fault. What shall not take longer than a second is measured by `npm run bench`, or looked at in
 * a folder `exclusive`.
 */
import { loadavg } from 'node:os';
import { setTimeout as pause } from 'node:timers/promises';
import { inspect, isDeepStrictEqual } from 'node:util';

/** Milliseconds: two minutes, as work whose process was killed is taken up again only after one. */
const LIMIT = 120_000;
/** Milliseconds between two questions. */
const EVERY = 25;

type Awaitable<T> = T | Promise<T>;
type Nothing = null | undefined | false;

/** Page of a browser, as far as a failure tells of it. */
interface Shown {
  url(): string;
  locator(selector: 'body'): { ariaSnapshot(o: { timeout: number }): Promise<string> };
}

/**
 * Reads until the value is the wanted one, and gives it: equal in depth to `wanted`, or such that `wanted` says yes of
 * it; without `wanted` one that is neither null, undefined nor false. Throws at the end of the limit, with `what`, the
 * last value and the load of the machine, and at once when `read` does.
 */
export function eventually<T>(what: string, read: () => Awaitable<T | Nothing>): Promise<T>;
export function eventually<T>(what: string, read: () => Awaitable<T>, wanted: T | ((value: T) => boolean)): Promise<T>;
export async function eventually(
  what: string,
  read: () => Awaitable<unknown>,
  ...wanted: readonly unknown[]
): Promise<unknown> {
  return ask(what, read, judge(wanted));
}

/**
 * The same of a page that moves: a look during which it goes to another address is made again, and a failure tells
 * what the page shows.
 */
export function holds<T>(page: Shown, what: string, read: () => Awaitable<T | Nothing>): Promise<T>;
export function holds<T>(
  page: Shown,
  what: string,
  read: () => Awaitable<T>,
  wanted: T | ((value: T) => boolean),
): Promise<T>;
export async function holds(
  page: Shown,
  what: string,
  read: () => Awaitable<unknown>,
  ...wanted: readonly unknown[]
): Promise<unknown> {
  const isWanted = judge(wanted);
  const look = async (): Promise<unknown> => {
    try {
      return await read();
    } catch (error) {
      if (!/Execution context was destroyed|Cannot find context/.test(String(error))) throw error;
      return GOING;
    }
  };
  try {
    return await ask(what, look, (value) => value !== GOING && isWanted(value));
  } catch (error) {
    const shown = await page.locator('body').ariaSnapshot({ timeout: 5_000 }).catch(String);
    throw new Error(`${reasonOf(error)}\n${page.url()} shows:\n${shown.slice(0, 4_000)}`, { cause: error });
  }
}

/** Time since then, as text for a comment of a test: nothing to compare. */
export function stopwatch(): () => string {
  const begun = performance.now();
  return () => `${((performance.now() - begun) / 1000).toFixed(1)} s`;
}

const GOING = Symbol('the page goes to another address');
const reasonOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));

function judge(given: readonly unknown[]): (value: unknown) => boolean {
  const [wanted] = given;
  if (given.length === 0) return (value) => value !== null && value !== undefined && value !== false;
  return typeof wanted === 'function' ? (value) => wanted(value) === true : (value) => isDeepStrictEqual(value, wanted);
}

async function ask(
  what: string,
  read: () => Awaitable<unknown>,
  isWanted: (value: unknown) => boolean,
): Promise<unknown> {
  for (const end = performance.now() + LIMIT; ;) {
    const value = await read();
    if (isWanted(value)) return value;
    if (performance.now() > end)
      throw new Error(
        `Not within ${LIMIT / 1000} s, at a load of ${loadavg()[0]?.toFixed(1)}: ${what}. ` +
          `The last was ${inspect(value, { depth: 6, breakLength: 120 })}.`,
      );
    await pause(EVERY);
  }
}
