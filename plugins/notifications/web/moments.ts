/** Moments until which something is put off, on the clocks of the reader's time zone. */

/** What a clock on the wall shows, and the day. Months count from 1. */
export interface Wall {
  readonly year: number;
  readonly month: number;
  readonly day: number;
  readonly hour: number;
  readonly minute: number;
}

export interface Offer {
  readonly title: string;
  readonly until: Date;
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

/** What the clocks of a zone show at a moment. */
const wallAt = (at: Date, zone: string): Wall => {
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

const asUtc = ({ year, month, day, hour, minute }: Wall): number => Date.UTC(year, month - 1, day, hour, minute);

/** When the clocks of a zone show this. What they skip is as long after; of what they show twice the first. */
export const momentAt = (wall: Wall, zone: string): Date => {
  const shown = asUtc(wall);
  const offsetAt = (at: number): number => asUtc(wallAt(new Date(at), zone)) - Math.floor(at / 60_000) * 60_000;
  const tried = [-86_400_000, 86_400_000].map((around) => shown - offsetAt(shown + around)).toSorted((a, b) => a - b);
  const found = tried.find((at) => asUtc(wallAt(new Date(at), zone)) === shown);
  return new Date(found ?? tried[1] ?? shown);
};

/** In the morning, when work begins. */
const morning = 8;
/** Something for later today is at the full hour three hours on, while there is some day left. */
const later = 3;
const evening = 20;

/** What is offered now. Days of a wall run over into the next month. */
export const offers = (now: Date, zone: string): readonly Offer[] => {
  const today = wallAt(now, zone);
  const on = (days: number, hour: number): Date =>
    momentAt({ ...wallAt(new Date(asUtc({ ...today, day: today.day + days })), 'UTC'), hour, minute: 0 }, zone);
  const weekday = new Date(asUtc(today)).getUTCDay();
  const monday = (8 - weekday) % 7 || 7;
  const hour = today.hour + later;
  return [
    ...(hour <= evening ? [{ title: 'Later today', until: on(0, hour) }] : []),
    { title: 'Tomorrow', until: on(1, morning) },
    // On a Sunday that is tomorrow.
    ...(monday === 1 ? [] : [{ title: 'Next week', until: on(monday, morning) }]),
  ];
};

/** Of a field of date and time (`2026-11-30T08:00`); null where there is none. */
export const typedMoment = (value: string, zone: string): Date | null => {
  const match = /^(\d{4})-(\d\d)-(\d\d)T(\d\d):(\d\d)/.exec(value);
  if (!match) return null;
  const [year = 0, month = 0, day = 0, hour = 0, minute = 0] = match.slice(1).map(Number);
  return momentAt({ year, month, day, hour, minute }, zone);
};
