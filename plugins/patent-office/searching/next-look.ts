import { dayAfter, dayIn, momentIn } from '@dossier/sdk';
import type { WatchEvery } from '../entities.ts';

/** When saved searches look by themselves, in the time zone of the organization: before people come to work. */
const TIME = '06:00';

/** When a saved search looks next: in the morning of the next day, or of the day a week after this one. */
export const nextLook = (every: WatchEvery, now: Date, timeZone: string): Date =>
  momentIn(dayAfter(dayIn(now, timeZone), every === 'day' ? 1 : 7), TIME, timeZone);
