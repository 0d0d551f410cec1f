import type { Clock } from './kernel-services.ts';

/** The machine's time. Plugins take the service `Clock`, which tests can move; this is for what stands alone. */
export const systemClock: Clock = {
  now: () => new Date(),
  time: () => Date.now(),
  wait: (milliseconds, signal) =>
    new Promise((resolve) => {
      if (signal?.aborted) return resolve();
      const done = (): void => {
        clearTimeout(timer);
        signal?.removeEventListener('abort', done);
        resolve();
      };
      const timer = setTimeout(done, milliseconds);
      timer.unref();
      signal?.addEventListener('abort', done, { once: true });
    }),
};
