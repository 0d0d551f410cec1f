import type { Temporal } from 'temporal-polyfill';
import type { TimeRange } from '../contract.ts';
import { beginOf, dayOf } from './moments.ts';
import { monthNames, unitStart } from './period.ts';

export type Bucket = 'day' | 'week' | 'month' | 'quarter';

/** One step of what is shown over time; its span lies within the period. */
export interface Step {
  readonly label: string;
  readonly span: TimeRange;
}

const DAY = 86_400_000;

/** Days up to a month, weeks up to half a year, then months, and quarters from three years on. */
export function fitting({ from, to }: TimeRange): Bucket {
  const days = (to.getTime() - from.getTime()) / DAY;
  return days <= 32 ? 'day' : days <= 186 ? 'week' : days <= 1100 ? 'month' : 'quarter';
}

/** More steps than a chart can show are drawn in the next larger unit, as long as there is one. */
const MOST = 400;

/**
 * The steps of a period in a time zone, each from the moment at which the one before it ends; the first and last may be
 * cut by its ends.
 */
export function stepsOf(
  span: TimeRange,
  bucket: Bucket,
  zone: string,
): { readonly bucket: Bucket; readonly steps: readonly Step[] } {
  const steps: Step[] = [];
  for (let day = startOf(dayOf(span.from, zone), bucket), from = span.from; from < span.to;) {
    if (steps.length >= MOST && bucket !== 'quarter')
      return stepsOf(span, bucket === 'day' ? 'week' : bucket === 'week' ? 'month' : 'quarter', zone);
    const next = startOf(day, bucket, 1);
    const end = beginOf(next, zone);
    const to = end < span.to ? end : span.to;
    // A day that a place has left out to change sides of the date line has no moments.
    if (from < to) steps.push({ label: labelOf(day, bucket), span: { from, to } });
    [day, from] = [next, to];
  }
  return { bucket, steps };
}

function startOf(day: Temporal.PlainDate, bucket: Bucket, moved = 0): Temporal.PlainDate {
  if (bucket === 'day') return day.add({ days: moved });
  return unitStart(day, bucket === 'week' ? 'Week' : bucket === 'month' ? 'Month' : 'Quarter', moved);
}

function labelOf(day: Temporal.PlainDate, bucket: Bucket): string {
  if (bucket === 'quarter') return `Q${(day.month + 2) / 3} ${day.year}`;
  return bucket === 'month' ? `${monthNames[day.month - 1]?.slice(0, 3)} ${day.year}` : day.toString();
}
