import { forReader, reader } from '@dossier/sdk/web/ui/reader';
import type { Recurrence } from './types.ts';

const HOUR = 3_600_000;

/** Ways of writing moments on the wall of a time zone, in the reader's own way, each made once for a zone. */
const onWall = (options: Intl.DateTimeFormatOptions): ((iso: string, timeZone: string) => string) => {
  const formats = forReader(() => new Map<string, Intl.DateTimeFormat>());
  return (iso, timeZone) => {
    const known = formats().get(timeZone);
    const format = known ?? new Intl.DateTimeFormat(reader().language, { ...options, timeZone });
    if (!known) formats().set(timeZone, format);
    return format.format(new Date(iso));
  };
};

const day = { weekday: 'short', day: 'numeric', month: 'short', year: 'numeric' } as const;
const time = { hour: '2-digit', minute: '2-digit' } as const;

/** Date and time, with the day of the week. */
export const momentIn = onWall({ ...day, ...time });
/** The day alone, with the day of the week. */
export const dayIn = onWall(day);
/** The time alone, with the name of the zone. */
export const timeIn = onWall({ ...time, timeZoneName: 'short' });

const walls = new Map<string, Intl.DateTimeFormat>();
/** HH:MM on the wall of a time zone. */
export const wallTime = (at: Date, timeZone: string): string => {
  const format = walls.get(timeZone) ?? new Intl.DateTimeFormat('en-GB', { ...time, hourCycle: 'h23', timeZone });
  walls.set(timeZone, format);
  return format.format(at);
};

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
