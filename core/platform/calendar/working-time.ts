/**
 * Working time as arithmetic: no clock, no database. Moments are milliseconds since 1970 (UTC), and lengths are real
 * ones: where the clocks are changed within working hours, that day has an hour more or less of it.
 */
import { conflict, dayAfter, dayIn, momentIn, weekdayOf } from '@dossier/sdk';
import type { DayHours } from './contract.ts';

/** When somebody works: their week from Monday, the days on which they do not, and where their clocks hang. */
export interface WorkingTime {
  readonly hours: readonly (DayHours | null)[];
  /** `2026-12-25` */
  readonly holidays: ReadonlySet<string>;
  readonly timeZone: string;
}

/** A stretch of working time without a break; what it ends with is no more part of it. */
interface Stretch {
  readonly from: number;
  readonly to: number;
}

/** So many days are looked at before it is said that there is not so much working time: ten years. */
const MOST_DAYS = 3_660;

export const HOUR = 3_600_000;

/**
 * The first moment by which so much of working time has passed since `from`.
 * Throws `no-working-time` (409) when ten years have less.
 */
export function forward(time: WorkingTime, from: number, length: number): number {
  if (length === 0) return from;
  let left = length;
  for (const day of days(dayOf(time, from), 1))
    for (const stretch of stretchesOf(time, day)) {
      const begin = Math.max(stretch.from, from);
      if (stretch.to - begin >= left) return begin + left;
      left -= Math.max(0, stretch.to - begin);
    }
  throw notEnough();
}

/**
 * The last moment from which so much of working time passes until `until`.
 * Throws `no-working-time` (409) when ten years have less.
 */
export function back(time: WorkingTime, until: number, length: number): number {
  if (length === 0) return until;
  let left = length;
  for (const day of days(dayOf(time, until), -1))
    for (const stretch of stretchesOf(time, day).toReversed()) {
      const end = Math.min(stretch.to, until);
      if (end - stretch.from >= left) return end - left;
      left -= Math.max(0, end - stretch.from);
    }
  throw notEnough();
}

/** How much of working time there is from one moment to another; none when the other is earlier. */
export function between(time: WorkingTime, from: number, to: number): number {
  if (to <= from) return 0;
  const last = dayOf(time, to);
  let sum = 0;
  for (let day = dayOf(time, from); day <= last; day = dayAfter(day, 1))
    for (const stretch of stretchesOf(time, day))
      sum += Math.max(0, Math.min(stretch.to, to) - Math.max(stretch.from, from));
  return sum;
}

/**
 * The end of the `count`th working day after the day of `from`; outside working time, after that of the next working
 * moment. None is the end of that day itself.
 * Throws `no-working-time` (409) when ten years have fewer.
 */
export function endOfWorkingDay(time: WorkingTime, from: number, count: number): number {
  let left = count;
  for (const day of days(dayOf(time, from), 1)) {
    const end = stretchesOf(time, day).at(-1)?.to;
    // A day of which nothing is left counts as little as one on which nobody works.
    if (end === undefined || end <= from) continue;
    if (left === 0) return end;
    left -= 1;
  }
  throw notEnough();
}

const dayOf = (time: WorkingTime, moment: number): string => dayIn(new Date(moment), time.timeZone);

function* days(first: string, step: 1 | -1): Generator<string> {
  for (let i = 0; i < MOST_DAYS; i++) yield dayAfter(first, i * step);
}

/** The working time of a day, in order and without overlaps. What the clocks leave out is not there. */
function stretchesOf({ hours, holidays, timeZone }: WorkingTime, day: string): readonly Stretch[] {
  if (holidays.has(day)) return [];
  return (hours[weekdayOf(day) - 1] ?? [])
    .map(({ from, to }) => ({
      from: momentIn(day, from, timeZone).getTime(),
      to: momentIn(day, to, timeZone).getTime(),
    }))
    .filter(({ from, to }) => from < to);
}

const notEnough = () =>
  conflict(
    'no-working-time',
    'The working hours and holidays of the organization leave too little time within ten years. Ask an administrator to look at them, or allow fewer hours.',
  );
