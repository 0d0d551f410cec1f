import { Temporal } from 'temporal-polyfill';
import { Type } from 'typebox';

/**
 * Places by which time zones are named. Other parts of the database name countries and offsets, or are kept for what
 * was once written with them.
 */
const place = /^(Africa|America|Antarctica|Arctic|Asia|Atlantic|Australia|Europe|Indian|Pacific)\//;

/**
 * The name under which a time zone is kept, or undefined for what is none: `Europe/Berlin` of `europe/berlin`,
 * `America/New_York` of `US/Eastern`, `UTC` of `Etc/UTC`. Abbreviations are none, because one may stand for several
 * (`CST`) or has lost its summer time (`EST`), and so are offsets (`+02:00`), which know no summer time.
 * The names, the rules behind them and all reckoning come from the time zone database that this Node carries (ICU, by
 * Intl and Temporal).
 */
export function canonicalTimeZone(name: string): string | undefined {
  if (!/^utc$/i.test(name) && !name.includes('/')) return undefined;
  try {
    const { timeZoneId } = new Temporal.ZonedDateTime(0n, name);
    if (place.test(timeZoneId)) return timeZoneId;
    const { timeZone } = new Intl.DateTimeFormat('en', { timeZone: timeZoneId }).resolvedOptions();
    return timeZone === 'UTC' || place.test(timeZone) || /^Etc\/GMT[+-]\d+$/.test(timeZone) ? timeZone : undefined;
  } catch {
    return undefined;
  }
}

/**
 * The zone by which something reckons that was stored when more was taken for one: an abbreviation as Intl reads it,
 * UTC for what nothing knows any more.
 */
export function storedTimeZone(name: string): string {
  const known = canonicalTimeZone(name);
  if (known !== undefined) return known;
  try {
    return canonicalTimeZone(new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone) ?? 'UTC';
  } catch {
    return 'UTC';
  }
}

/** The day that a moment falls on in a time zone, as `2026-11-26`. */
export const dayIn = (moment: Date, timeZone: string): string =>
  Temporal.Instant.fromEpochMilliseconds(moment.getTime()).toZonedDateTimeISO(timeZone).toPlainDate().toString();

/**
 * The moment at which the clocks of a time zone show `time` (`09:30`; `24:00` is the end of the day) on a day
 * (`2026-11-26`). Of an hour that comes twice it is the first; of a time that is left out, or a whole day, the moment
 * at which the clocks go on. So it never goes back where day and time go on.
 */
export function momentIn(day: string, time: string, timeZone: string): Date {
  const date = Temporal.PlainDate.from(day);
  const wall =
    time === '24:00' ? date.add({ days: 1 }).toPlainDateTime() : date.toPlainDateTime(Temporal.PlainTime.from(time));
  const first = wall.toZonedDateTime(timeZone, { disambiguation: 'earlier' });
  const there = first.toPlainDateTime().equals(wall) ? first : (first.getTimeZoneTransition('next') ?? first);
  return new Date(there.epochMilliseconds);
}

/** The day so many days after another; before it where they are negative. */
export const dayAfter = (day: string, days: number): string => Temporal.PlainDate.from(day).add({ days }).toString();

/** Which day of the week a day is: 1 for Monday to 7 for Sunday (ISO 8601). */
export const weekdayOf = (day: string): number => Temporal.PlainDate.from(day).dayOfWeek;

/** What to write in the place of what is no time zone. */
export const NO_TIME_ZONE =
  'Name a time zone by a place, for example Europe/Berlin, or UTC. Abbreviations and offsets are not taken: they may stand for several zones, or know no summer time.';

/**
 * A setting that names a time zone. Whatever spelling is sent, the plugin is handed the {@link canonicalTimeZone};
 * pages offer those that the browser knows.
 */
export const timeZoneSetting = (o: { readonly title: string; readonly description: string }) =>
  Type.String({ format: 'time-zone', maxLength: 64, ...o });
