import type { Span } from '../contract.ts';
import { monthNames, unitStart } from './period.ts';
import { momentOf, wallOf } from './zone.ts';

export type Bucket = 'day' | 'week' | 'month' | 'quarter';

/** One step of what is shown over time. `key` is its first day, as the database writes it; `span` lies within the period. */
export interface Step {
  readonly key: string;
  readonly label: string;
  readonly span: Span;
}

const DAY = 86_400_000;

/** Days up to a month, weeks up to half a year, then months, and quarters from three years on. */
export function fitting({ from, to }: Span): Bucket {
  const days = (to.getTime() - from.getTime()) / DAY;
  return days <= 32 ? 'day' : days <= 186 ? 'week' : days <= 1100 ? 'month' : 'quarter';
}

/** More steps than a chart can show are drawn in the next larger unit, as long as there is one. */
const MOST = 400;

/** The steps of a period in a time zone; the first and last may be cut by its ends. */
export function stepsOf(span: Span, bucket: Bucket, zone: string): { readonly bucket: Bucket; readonly steps: readonly Step[] } {
  const [first, end] = [wallOf(span.from, zone), wallOf(span.to, zone)];
  const steps: Step[] = [];
  for (let at = startOf(first, bucket); at < end; at = startOf(at, bucket, 1)) {
    if (steps.length >= MOST && bucket !== 'quarter') return stepsOf(span, bucket === 'day' ? 'week' : bucket === 'week' ? 'month' : 'quarter', zone);
    const next = startOf(at, bucket, 1);
    steps.push({ key: at.toISOString().slice(0, 10), label: labelOf(at, bucket), span: { from: at <= first ? span.from : momentOf(at, zone), to: next >= end ? span.to : momentOf(next, zone) } });
  }
  return { bucket, steps };
}

function startOf(wall: Date, bucket: Bucket, moved = 0): Date {
  if (bucket === 'day') return new Date(Date.UTC(wall.getUTCFullYear(), wall.getUTCMonth(), wall.getUTCDate() + moved));
  return unitStart(wall, bucket === 'week' ? 'Week' : bucket === 'month' ? 'Month' : 'Quarter', moved);
}

function labelOf(day: Date, bucket: Bucket): string {
  const text = day.toISOString();
  if (bucket === 'quarter') return `Q${day.getUTCMonth() / 3 + 1} ${text.slice(0, 4)}`;
  return bucket === 'month' ? `${monthNames[day.getUTCMonth()]?.slice(0, 3)} ${text.slice(0, 4)}` : text.slice(0, 10);
}
