import { reader } from './reader.ts';

/** A day and a time as the clocks of a place show them. Months count from 1. */
export interface Wall {
  readonly year: number;
  readonly month: number;
  readonly day: number;
  readonly hour: number;
  readonly minute: number;
}

const clocks = new Map<string, Intl.DateTimeFormat>();
const clockOf = (zone: string): Intl.DateTimeFormat => {
  const there = clocks.get(zone);
  if (there) return there;
  const made = new Intl.DateTimeFormat('en-GB', {
    timeZone: zone,
    hourCycle: 'h23',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
  });
  clocks.set(zone, made);
  return made;
};

/** The time that the clocks of a zone show at a moment. */
export const wallAt = (at: Date, zone: string): Wall => {
  const parts = new Map(
    clockOf(zone)
      .formatToParts(at)
      .map(({ type, value }) => [type, Number(value)]),
  );
  const part = (type: Intl.DateTimeFormatPartTypes): number => parts.get(type) ?? 0;
  return {
    year: part('year'),
    month: part('month'),
    day: part('day'),
    hour: part('hour'),
    minute: part('minute'),
  };
};

/** The moment at which clocks without a summer time would show this, in milliseconds. */
export const asUtc = ({ year, month, day, hour, minute }: Wall): number => Date.UTC(year, month - 1, day, hour, minute);

/** When the clocks of a zone show this. What they skip is as long after; of what they show twice the first. */
export const momentAt = (wall: Wall, zone: string): Date => {
  const shown = asUtc(wall);
  const offsetAt = (at: number): number => asUtc(wallAt(new Date(at), zone)) - Math.floor(at / 60_000) * 60_000;
  const tried = [-86_400_000, 86_400_000].map((around) => shown - offsetAt(shown + around)).toSorted((a, b) => a - b);
  const found = tried.find((at) => asUtc(wallAt(new Date(at), zone)) === shown);
  return new Date(found ?? tried[1] ?? shown);
};

/**
 * A time (`2026-11-30T08:00`, as a field of date and time has it) in a zone, that of the reader unless another is
 * given; null for what is no such time.
 */
export const typedMoment = (value: string, zone = reader().timeZone): Date | null => {
  const match = /^(\d{4})-(\d\d)-(\d\d)T(\d\d):(\d\d)/.exec(value);
  if (!match) return null;
  const [year = 0, month = 0, day = 0, hour = 0, minute = 0] = match.slice(1).map(Number);
  return momentAt({ year, month, day, hour, minute }, zone);
};

/** So many days after a day (`2026-11-26`), or before it. */
export const dayAfter = (day: string, days: number): string =>
  new Date(Date.parse(day) + days * 86_400_000).toISOString().slice(0, 10);

/** The moment (ISO 8601) at which a day, or the one so many days later, begins where the reader is. */
export const startOf = (day: string, later = 0): string =>
  typedMoment(`${dayAfter(day, later)}T00:00`)?.toISOString() ?? '';
