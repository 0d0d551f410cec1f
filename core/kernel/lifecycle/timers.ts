/** Waiting, injected: tests move it. */
export interface Timers {
  /** Calls `run` after `ms` milliseconds, unless the returned function is called before. */
  after(ms: number, run: () => void): () => void;
}

export const systemTimers: Timers = {
  after(ms, run) {
    const timer = setTimeout(run, ms);
    return () => clearTimeout(timer);
  },
};
