import type { Limits } from './service/settings.ts';

export { startOps } from './running.ts';
export type { RunningOps } from './running.ts';
export type { Control } from './service/control.ts';
export type { LoggedCall } from './service/log.ts';
export type { FaultyPage, Limits, NextFault, PageFault } from './service/settings.ts';

/**
 * Limits for tests whose clock stands still: there all calls are of one minute, and a client that keeps to what the
 * service allows would wait for ever.
 */
export const unhurried: Partial<Limits> = {
  perMinute: { search: 100_000, retrieval: 100_000, images: 100_000, inpadoc: 100_000, other: 100_000 },
};
