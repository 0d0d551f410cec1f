import type { Clock } from '@dossier/sdk';

/** The machine's time. */
export const systemClock: Clock = { now: () => new Date(), time: () => Date.now() };
