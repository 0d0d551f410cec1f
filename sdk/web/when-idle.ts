/** Until a page that is never idle does it all the same, in milliseconds. */
const LATEST = 2_000;

/** Does something when the page has nothing else to do, or soon where the browser cannot tell, as Safari. */
export function whenIdle(run: () => unknown): void {
  if (typeof requestIdleCallback === 'function') requestIdleCallback(run, { timeout: LATEST });
  else setTimeout(run, LATEST / 10);
}
