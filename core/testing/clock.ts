import type { Clock } from '@dossier/sdk';

/**
 * A clock that tests move. It starts now, because databases and certificates have clocks of their own, and stands
 * still.
 */
export interface TestClock extends Clock {
  /** Time passes, and who waits for the end of that goes on. */
  advance(milliseconds: number): void;
}

export function testClock(start: Date = new Date()): TestClock {
  let time = start.getTime();
  const waiting = new Set<{ readonly at: number; readonly end: () => void }>();
  return {
    now: () => new Date(time),
    time: () => time,
    wait: (milliseconds, signal) =>
      new Promise((resolve) => {
        if (signal?.aborted) return resolve();
        const one = {
          at: time + milliseconds,
          end() {
            waiting.delete(one);
            signal?.removeEventListener('abort', one.end);
            resolve();
          },
        };
        waiting.add(one);
        signal?.addEventListener('abort', one.end, { once: true });
      }),
    advance(milliseconds) {
      time += milliseconds;
      for (const { at, end } of [...waiting]) if (at <= time) end();
    },
  };
}
