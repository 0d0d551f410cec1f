import type { Clock } from './kernel-services.ts';

/** The machine's time. Plugins take the service `Clock`, which tests can move; this is for what stands alone. */
export const systemClock: Clock = { now: () => new Date(), time: () => Date.now() };
