/** Times of day (`08:30`) in a time zone, over changes of the clocks. */
import { dayAfter, dayIn, momentIn } from '@dossier/sdk';

export interface Quiet {
  /** Where `to` is not later it is on the next day. */
  readonly from: string;
  readonly to: string;
}

/** The first moment after another at which the clocks show a time; where they leave it out, at which they go on. */
export function nextTime(time: string, zone: string, after: Date): Date {
  for (let day = dayIn(after, zone); ; day = dayAfter(day, 1)) {
    const moment = momentIn(day, time, zone);
    if (moment > after) return moment;
  }
}

/** When the quiet hours end in which a moment lies; null outside of them. */
export function quietUntil({ from, to }: Quiet, zone: string, moment: Date): Date | null {
  const today = dayIn(moment, zone);
  for (const day of [dayAfter(today, -1), today]) {
    const end = momentIn(from < to ? day : dayAfter(day, 1), to, zone);
    if (momentIn(day, from, zone) <= moment && moment < end) return end;
  }
  return null;
}
