import { language } from '@dossier/sdk/web/ui/format';
import type { Recurrence } from './types.ts';

const HOUR = 3_600_000;

const formats = new Map<string, Intl.DateTimeFormat>();
const format = (key: string, make: () => Intl.DateTimeFormat): Intl.DateTimeFormat => {
  const known = formats.get(key);
  if (known) return known;
  const made = make();
  formats.set(key, made);
  return made;
};

/** Date and time on the wall of a time zone, with the day of the week, in the reader's own way. */
export const momentIn = (iso: string, zone: string): string =>
  format(
    `full ${zone}`,
    () =>
      new Intl.DateTimeFormat(language, {
        weekday: 'short',
        day: 'numeric',
        month: 'short',
        year: 'numeric',
        hour: '2-digit',
        minute: '2-digit',
        timeZone: zone,
      }),
  ).format(new Date(iso));

/** The day alone, with the day of the week, in the reader's own way. */
export const dayIn = (iso: string, zone: string): string =>
  format(
    `day ${zone}`,
    () =>
      new Intl.DateTimeFormat(language, {
        weekday: 'short',
        day: 'numeric',
        month: 'short',
        year: 'numeric',
        timeZone: zone,
      }),
  ).format(new Date(iso));

/** The time alone, with the name of the zone, in the reader's own way. */
export const timeIn = (iso: string, zone: string): string =>
  format(
    `time ${zone}`,
    () =>
      new Intl.DateTimeFormat(language, { hour: '2-digit', minute: '2-digit', timeZone: zone, timeZoneName: 'short' }),
  ).format(new Date(iso));

/** HH:MM on the wall of a time zone. */
export const wallTime = (at: Date, zone: string): string =>
  format(
    `wall ${zone}`,
    () => new Intl.DateTimeFormat('en-GB', { hour: '2-digit', minute: '2-digit', hourCycle: 'h23', timeZone: zone }),
  ).format(at);

/** What summer time does to an occurrence, in words; undefined on all other days. */
export const clockChange = (iso: string, recurrence: Recurrence, zone: string): string | undefined => {
  const at = new Date(iso);
  const wall = wallTime(at, zone);
  if (recurrence.every !== 'cron' && wall !== recurrence.at)
    return `The clock goes forward that day and leaves ${recurrence.at} out: it runs at ${wall}.`;
  return wallTime(new Date(at.getTime() + HOUR), zone) === wall
    ? `The clock goes back that day and shows ${wall} twice: it runs the first time only.`
    : undefined;
};

const relative = new Intl.RelativeTimeFormat('en', { numeric: 'auto' });
/** `in 3 days`, `tomorrow`, `in 2 hours`. */
export const fromNow = (iso: string, now = new Date()): string => {
  const hours = (new Date(iso).getTime() - now.getTime()) / HOUR;
  if (hours < 1) return relative.format(Math.max(1, Math.round(hours * 60)), 'minute');
  if (hours < 24) return relative.format(Math.round(hours), 'hour');
  return hours < 24 * 45
    ? relative.format(Math.round(hours / 24), 'day')
    : relative.format(Math.round(hours / 24 / 30.4), 'month');
};
