import { setImmediate } from 'node:timers/promises';

/**
 * For work that takes long: `await pause()` between its steps lets everybody else have a turn when the last one is
 * `milliseconds` ago, and goes on at once otherwise. No step may take longer than that by itself.
 */
export function slices(milliseconds = 10): () => Promise<void> {
  let since = performance.now();
  return async () => {
    if (performance.now() - since < milliseconds) return;
    await setImmediate();
    since = performance.now();
  };
}
