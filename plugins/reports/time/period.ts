import { Temporal } from 'temporal-polyfill';
import { invalid } from '@dossier/sdk';
import type { TimeRange } from '../contract.ts';
import type { Period } from '../definition/contract.ts';
import { beginOf, dayOf } from './moments.ts';

/** Days: longer than any file is kept, and short enough for a chart by quarters. */
const LONGEST = 100 * 366;

/** The period as moments, the one before it, and what it is called. */
export interface Resolved {
  readonly now: TimeRange;
  readonly before: TimeRange;
  readonly label: string;
}

/** Whole days: `to` is the first after them. */
interface Days {
  readonly from: Temporal.PlainDate;
  readonly to: Temporal.PlainDate;
}

const units = { Month: 1, Quarter: 3, Year: 12 } as const;
export type Unit = 'Week' | keyof typeof units;

/** First day of the week (Monday, ISO 8601), month, quarter or year in which a day lies, moved by whole units. */
export function unitStart(day: Temporal.PlainDate, unit: Unit, moved = 0): Temporal.PlainDate {
  if (unit === 'Week') return day.subtract({ days: day.dayOfWeek - 1 }).add({ weeks: moved });
  const months = units[unit];
  return day.with({ day: 1, month: day.month - ((day.month - 1) % months) }).add({ months: months * moved });
}

/**
 * Throws `invalid` at `pointer` for a range that ends before it begins or is longer than a century, or a day that no
 * calendar has.
 */
export function resolvePeriod(period: Period, now: Date, zone: string, pointer = '/period'): Resolved {
  const { days, before } = daysOf(period, dayOf(now, zone), pointer);
  const span = ({ from, to }: Days): TimeRange => ({ from: beginOf(from, zone), to: beginOf(to, zone) });
  return { now: span(days), before: span(before), label: labelOf(days) };
}

function daysOf(period: Period, today: Temporal.PlainDate, pointer: string): { days: Days; before: Days } {
  if (period.kind === 'range') {
    const [from, last] = [calendarDay(period.from, `${pointer}/from`), calendarDay(period.to, `${pointer}/to`)];
    const long = from.until(last).days;
    if (long < 0)
      throw invalid([
        { pointer: `${pointer}/to`, code: 'ends-before-it-begins', detail: 'The period ends before it begins.' },
      ]);
    if (long > LONGEST)
      throw invalid([
        { pointer: `${pointer}/to`, code: 'too-long', detail: 'The period is longer than a hundred years.' },
      ]);
    return around({ from, to: last.add({ days: 1 }) });
  }
  if (period.kind === 'lastDays') return around({ from: today.subtract({ days: period.days }), to: today });
  const unit = (['Week', 'Month', 'Quarter', 'Year'] as const).find((one) => period.kind.endsWith(one))!;
  const moved = period.kind.startsWith('last') ? -1 : 0;
  const at = (more: number): Temporal.PlainDate => unitStart(today, unit, moved + more);
  return { days: { from: at(0), to: at(1) }, before: { from: at(-1), to: at(0) } };
}

/** As many days before as the period has. */
const around = (days: Days): { days: Days; before: Days } => ({
  days,
  before: { from: days.from.subtract(days.from.until(days.to)), to: days.from },
});

function calendarDay(text: string, pointer: string): Temporal.PlainDate {
  try {
    return Temporal.PlainDate.from(text);
  } catch {
    throw invalid([{ pointer, code: 'no-such-day', detail: `${text} is not a day of the calendar.` }]);
  }
}

export const monthNames = [
  'January',
  'February',
  'March',
  'April',
  'May',
  'June',
  'July',
  'August',
  'September',
  'October',
  'November',
  'December',
];

/** `March 2026`, `Q1 2026`, `2026`, or the first and last day. */
function labelOf({ from, to }: Days): string {
  const is = (unit: Unit): boolean => unitStart(from, unit).equals(from) && unitStart(from, unit, 1).equals(to);
  if (is('Year')) return String(from.year);
  if (is('Quarter')) return `Q${(from.month + 2) / 3} ${from.year}`;
  if (is('Month')) return `${monthNames[from.month - 1]} ${from.year}`;
  const last = to.subtract({ days: 1 });
  return from.equals(last) ? from.toString() : `${from.toString()} – ${last.toString()}`;
}
