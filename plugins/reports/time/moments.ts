/**
 * Days and wall times of a time zone, and the moments at which they begin: by Temporal, as all reckoning of reports.
 */
import { Temporal } from 'temporal-polyfill';

/** The day on which a moment falls. */
export const dayOf = (moment: Date, zone: string): Temporal.PlainDate => wallOf(moment, zone).toPlainDate();

/** What the clock on the wall shows at a moment. */
export const wallOf = (moment: Date, zone: string): Temporal.PlainDateTime =>
  Temporal.Instant.fromEpochMilliseconds(moment.getTime()).toZonedDateTimeISO(zone).toPlainDateTime();

/** The first moment of a day, which is not midnight everywhere and always. */
export const beginOf = (day: Temporal.PlainDate, zone: string): Date =>
  new Date(day.toZonedDateTime(zone).epochMilliseconds);

/**
 * The moment at which the clock on the wall shows this time. In the hour that comes twice in autumn the first; for a
 * time that is left out in spring the moment at which the clock goes on.
 */
export function momentOf(wall: Temporal.PlainDateTime, zone: string): Date {
  const first = wall.toZonedDateTime(zone, { disambiguation: 'earlier' });
  const there = first.toPlainDateTime().equals(wall) ? first : (first.getTimeZoneTransition('next') ?? first);
  return new Date(there.epochMilliseconds);
}
