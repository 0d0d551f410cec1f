/** Moments until which something is put off, on the clocks of the reader's time zone. */
import { asUtc, momentAt, wallAt } from '@dossier/sdk/web/ui/wall-clock';

export interface Offer {
  readonly title: string;
  readonly until: Date;
}

/** In the morning, when work begins. */
const morning = 8;
/** Something for later today is at the full hour three hours on, while there is some day left. */
const later = 3;
const evening = 20;

/** What is offered now. Days of a wall run over into the next month. */
export const offers = (now: Date, zone: string): readonly Offer[] => {
  const today = wallAt(now, zone);
  const on = (days: number, hour: number): Date =>
    momentAt({ ...wallAt(new Date(asUtc({ ...today, day: today.day + days })), 'UTC'), hour, minute: 0 }, zone);
  const weekday = new Date(asUtc(today)).getUTCDay();
  const monday = (8 - weekday) % 7 || 7;
  const hour = today.hour + later;
  return [
    ...(hour <= evening ? [{ title: 'Later today', until: on(0, hour) }] : []),
    { title: 'Tomorrow', until: on(1, morning) },
    // On a Sunday that is tomorrow.
    ...(monday === 1 ? [] : [{ title: 'Next week', until: on(monday, morning) }]),
  ];
};
