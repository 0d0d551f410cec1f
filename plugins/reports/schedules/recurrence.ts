import { CronExpressionParser } from 'cron-parser';
import { canonicalTimeZone, invalid, NO_TIME_ZONE, Type } from '@dossier/sdk';
import type { Fault, Static } from '@dossier/sdk';
import { momentOf, wallOf } from '../time/moments.ts';

const exactly = { additionalProperties: false };
const At = Type.String({
  maxLength: 5,
  pattern: '^([01]\\d|2[0-3]):[0-5]\\d$',
  description: 'HH:MM on the wall of the time zone.',
  examples: ['08:00'],
});
const Day = Type.Integer({ minimum: 1, maximum: 31, description: 'In months without it, their last day.' });

/** When a report is run. Days of the week are those of ISO 8601: 1 is Monday. `month` is the month of the quarter. */
export const Recurrence = Type.Union([
  Type.Object({ every: Type.Literal('day'), at: At }, exactly),
  Type.Object(
    {
      every: Type.Literal('week'),
      days: Type.Array(Type.Integer({ minimum: 1, maximum: 7 }), { minItems: 1, maxItems: 7, uniqueItems: true }),
      at: At,
    },
    exactly,
  ),
  Type.Object({ every: Type.Literal('month'), day: Day, at: At }, exactly),
  Type.Object(
    { every: Type.Literal('quarter'), month: Type.Integer({ minimum: 1, maximum: 3 }), day: Day, at: At },
    exactly,
  ),
  Type.Object(
    {
      every: Type.Literal('cron'),
      cron: Type.String({
        minLength: 9,
        maxLength: 100,
        description: 'Five fields: minute, hour, day of the month, month, day of the week.',
      }),
    },
    exactly,
  ),
]);
export type Recurrence = Static<typeof Recurrence>;

const HOUR = 3_600_000;
const YEARS_25 = 25 * 366 * 24 * HOUR;

/**
 * The next occurrences after a moment. The arithmetic is done on the wall: an hour that comes twice counts the first
 * time, and what falls into an hour that is left out happens when the clock goes on. Fewer than asked for when there
 * are none within 25 years.
 */
export function occurrences(recurrence: Recurrence, zone: string, after: Date, count: number): readonly Date[] {
  const found: Date[] = [];
  // The parser goes by walls, which it takes for UTC: there no hour is left out.
  const begin = momentOf(wallOf(after, zone), 'UTC');
  // The hour that comes twice shows walls that lie before those already passed.
  const walls = CronExpressionParser.parse(cronOf(recurrence), {
    tz: 'UTC',
    currentDate: new Date(begin.getTime() - 26 * HOUR),
    endDate: new Date(begin.getTime() + YEARS_25),
  });
  while (found.length < count && walls.hasNext()) {
    const wall = walls.next().toDate();
    if (!isWanted(recurrence, wall)) continue;
    const moment = momentOf(wallOf(wall, 'UTC'), zone);
    if (moment > (found.at(-1) ?? after)) found.push(moment);
  }
  return found;
}

/** The same as a cron expression; days that not every month has are narrowed by {@link isWanted}. */
function cronOf(recurrence: Recurrence): string {
  if (recurrence.every === 'cron') return recurrence.cron.trim();
  const [hour, minute] = recurrence.at.split(':').map(Number);
  const time = `${minute} ${hour}`;
  switch (recurrence.every) {
    case 'day':
      return `${time} * * *`;
    case 'week':
      return `${time} * * ${recurrence.days
        .map((day) => day % 7)
        .sort()
        .join(',')}`;
    case 'month':
      return `${time} ${daysOf(recurrence.day)} * *`;
    case 'quarter':
      return `${time} ${daysOf(recurrence.day)} ${[0, 3, 6, 9].map((before) => before + recurrence.month).join(',')} *`;
  }
}

const daysOf = (day: number): string => (day <= 28 ? String(day) : `28-${day}`);

/** In a month that has the day, the day; in a shorter one its last. */
function isWanted(recurrence: Recurrence, wall: Date): boolean {
  if (recurrence.every !== 'month' && recurrence.every !== 'quarter') return true;
  const { day, daysInMonth } = wallOf(wall, 'UTC');
  return day === Math.min(recurrence.day, daysInMonth);
}

/** Throws `invalid` (422) for a zone that is none and a cron expression that cannot be used. */
export function demandRecurrence(recurrence: Recurrence, zone: string): void {
  const faults: Fault[] =
    canonicalTimeZone(zone) === undefined
      ? [{ pointer: '/timeZone', code: 'unknown-time-zone', detail: NO_TIME_ZONE }]
      : [];
  if (recurrence.every === 'cron') {
    const wrong = cronFault(recurrence.cron);
    if (wrong !== null) faults.push({ pointer: '/recurrence/cron', code: 'bad-cron', detail: wrong });
  }
  if (faults.length > 0) throw invalid(faults);
}

function cronFault(cron: string): string | null {
  // H is a random value, which would be another one at each look.
  if (cron.trim().split(/\s+/).length !== 5 || !/^[\dA-Za-z*,/#?LW \t-]+$/.test(cron) || /(^|[\s,])H/i.test(cron))
    return 'Give five fields: minute, hour, day of the month, month, day of the week. For example 0 8 * * 1 for Mondays at eight.';
  try {
    // In UTC no hour is left out or comes twice.
    const next = occurrences({ every: 'cron', cron }, 'UTC', new Date(Date.UTC(2024, 0, 1)), 50);
    if (next.length === 0) return 'This never happens. Correct the day and the month.';
    return next.some((moment, i) => i > 0 && moment.getTime() - next[i - 1]!.getTime() < HOUR)
      ? 'A report is run at most once an hour. Give one minute, not several.'
      : null;
  } catch (error) {
    return `This cannot be read as a cron expression: ${error instanceof Error ? error.message : 'it is not one'}.`;
  }
}
