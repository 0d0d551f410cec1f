import type { Clock } from '@dossier/sdk';

export interface Moment {
  readonly phase: 'setup' | 'start' | 'ready';
  readonly plugin: string;
  /** Milliseconds after the start of the process's kernel, and how long it took. */
  readonly from: number;
  readonly took: number;
}

/** Remembers how long each plugin took during the start. */
export interface Timeline {
  time<T>(phase: Moment['phase'], plugin: string, work: () => Promise<T>): Promise<T>;
  /** Ends the recording: what comes later (retries, restarts) is not part of the start. */
  close(): void;
  readonly moments: readonly Moment[];
  /** Milliseconds from the first moment to the close. */
  total(): number;
}

export function createTimeline(clock: Clock): Timeline {
  const begun = clock.time();
  const moments: Moment[] = [];
  let closed: number | undefined;
  return {
    moments,
    async time(phase, plugin, work) {
      const from = clock.time() - begun;
      try {
        return await work();
      } finally {
        if (closed === undefined) moments.push({ phase, plugin, from, took: clock.time() - begun - from });
      }
    },
    close() {
      closed ??= clock.time() - begun;
    },
    total: () => closed ?? clock.time() - begun,
  };
}
