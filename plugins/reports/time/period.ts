import { invalid } from '@dossier/sdk';
import type { Span } from '../contract.ts';
import type { Period } from '../definition/contract.ts';
import { momentOf, wallOf } from './zone.ts';

const DAY = 86_400_000;
/** Longer than any file is kept, and short enough for a chart by quarters. */
const LONGEST = 100 * 366;

/** The period as moments, the one before it, and what it is called. */
export interface Resolved {
  readonly now: Span;
  readonly before: Span;
  readonly label: string;
}

/** Walls of a span, whole days. */
interface Days {
  readonly from: Date;
  readonly to: Date;
}

const units = { Week: 0, Month: 1, Quarter: 3, Year: 12 } as const;

/** First day of the week (Monday, ISO 8601), month, quarter or year of a wall time, moved by whole units. */
export function unitStart(wall: Date, unit: keyof typeof units, moved = 0): Date {
  const [year, month, day] = [wall.getUTCFullYear(), wall.getUTCMonth(), wall.getUTCDate()];
  if (unit === 'Week') return new Date(Date.UTC(year, month, day - ((wall.getUTCDay() + 6) % 7) + 7 * moved));
  const months = units[unit];
  return new Date(Date.UTC(year, Math.floor(month / months) * months + months * moved, 1));
}

/** Throws `invalid` at `pointer` for a range that ends before it begins or is longer than a century, or a day that no calendar has. */
export function resolvePeriod(period: Period, now: Date, zone: string, pointer = '/period'): Resolved {
  const { days, before } = daysOf(period, wallOf(now, zone), pointer);
  const span = ({ from, to }: Days): Span => ({ from: momentOf(from, zone), to: momentOf(to, zone) });
  return { now: span(days), before: span(before), label: labelOf(days) };
}

function daysOf(period: Period, today: Date, pointer: string): { days: Days; before: Days } {
  if (period.kind === 'range') {
    const [from, last] = [dayOf(period.from, `${pointer}/from`), dayOf(period.to, `${pointer}/to`)];
    if (last < from) throw invalid([{ pointer: `${pointer}/to`, code: 'ends-before-it-begins', detail: 'The period ends before it begins.' }]);
    if ((last.getTime() - from.getTime()) / DAY > LONGEST) throw invalid([{ pointer: `${pointer}/to`, code: 'too-long', detail: 'The period is longer than a hundred years.' }]);
    return around(from, new Date(last.getTime() + DAY));
  }
  if (period.kind === 'lastDays') {
    const to = new Date(Date.UTC(today.getUTCFullYear(), today.getUTCMonth(), today.getUTCDate()));
    return around(new Date(to.getTime() - period.days * DAY), to);
  }
  const unit = (['Week', 'Month', 'Quarter', 'Year'] as const).find((one) => period.kind.endsWith(one))!;
  const moved = period.kind.startsWith('last') ? -1 : 0;
  const at = (units: number): Date => unitStart(today, unit, moved + units);
  return { days: { from: at(0), to: at(1) }, before: { from: at(-1), to: at(0) } };
}

/** As many days before as the period has. */
const around = (from: Date, to: Date): { days: Days; before: Days } => ({ days: { from, to }, before: { from: new Date(2 * from.getTime() - to.getTime()), to: from } });

function dayOf(text: string, pointer: string): Date {
  const day = new Date(`${text}T00:00:00Z`);
  if (Number.isNaN(day.getTime()) || !day.toISOString().startsWith(text)) throw invalid([{ pointer, code: 'no-such-day', detail: `${text} is not a day of the calendar.` }]);
  return day;
}

export const monthNames = ['January', 'February', 'March', 'April', 'May', 'June', 'July', 'August', 'September', 'October', 'November', 'December'];
const iso = (day: Date): string => day.toISOString().slice(0, 10);

/** `March 2026`, `Q1 2026`, `2026`, or the first and last day. */
function labelOf({ from, to }: Days): string {
  const year = from.getUTCFullYear();
  const is = (unit: keyof typeof units): boolean => unitStart(from, unit).getTime() === from.getTime() && unitStart(from, unit, 1).getTime() === to.getTime();
  if (is('Year')) return String(year);
  if (is('Quarter')) return `Q${from.getUTCMonth() / 3 + 1} ${year}`;
  if (is('Month')) return `${monthNames[from.getUTCMonth()]} ${year}`;
  const last = new Date(to.getTime() - DAY);
  return iso(from) === iso(last) ? iso(from) : `${iso(from)} – ${iso(last)}`;
}
