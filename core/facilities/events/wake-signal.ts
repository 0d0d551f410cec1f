import type { Timing } from './port.ts';

/** Lets a loop sleep until it is woken or time is up. A call of `wake` while it does not sleep ends its next sleep. */
export interface WakeSignal {
  wake(): void;
  wait(milliseconds: number, signal: AbortSignal): Promise<void>;
}

export function createWakeSignal(timing: Timing): WakeSignal {
  let isWoken = false;
  let sleeper: AbortController | null = null;
  return {
    wake() {
      isWoken = true;
      sleeper?.abort();
    },
    async wait(milliseconds, signal) {
      if (!isWoken && !signal.aborted) {
        sleeper = new AbortController();
        await timing.wait(milliseconds, AbortSignal.any([sleeper.signal, signal]));
        sleeper = null;
      }
      isWoken = false;
    },
  };
}

/** A task that repeats until it is stopped. `stop` resolves when the running round has ended. */
export interface Loop {
  start(): void;
  stop(): Promise<void>;
}

export function createLoop(round: (signal: AbortSignal) => Promise<void>): Loop {
  let running: { readonly stop: AbortController; readonly ended: Promise<void> } | null = null;
  return {
    start() {
      if (running) return;
      const stop = new AbortController();
      const go = async (): Promise<void> => {
        while (!stop.signal.aborted) await round(stop.signal);
      };
      running = { stop, ended: go() };
    },
    async stop() {
      const was = running;
      running = null;
      was?.stop.abort();
      await was?.ended;
    },
  };
}
