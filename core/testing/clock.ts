import type { Clock } from '@dossier/sdk';

/**
 * A clock that tests move. It starts now, because databases and certificates have clocks of their own, and stands
 * still.
 */
export interface TestClock extends Clock {
  advance(milliseconds: number): void;
}

export function testClock(start: Date = new Date()): TestClock {
  let time = start.getTime();
  return {
    now: () => new Date(time),
    time: () => time,
    advance(milliseconds) {
      time += milliseconds;
    },
  };
}
