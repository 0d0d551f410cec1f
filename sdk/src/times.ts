import type { Fault } from './problem.ts';

/**
 * Is this a time with its zone (ISO 8601, much as RFC 3339 narrows it), of a day that exists in the years 1000 to 2999?
 * Ask before a text from outside becomes a time: of what is incomplete or no day the engine makes some other time, and
 * the database refuses what it does not know with an error.
 */
export const isTime = (text: string): boolean =>
  /^[12]\d{3}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d{1,6})?)?(Z|[+-](0\d|1[0-4]):[0-5]\d)$/.test(text) &&
  !Number.isNaN(Date.parse(text)) &&
  isDay(text.slice(0, 10));

/** Is this a day of the calendar, `2026-11-26`? Of 30 February the engine makes 2 March. */
export function isDay(text: string): boolean {
  const at = /^\d{4}-\d\d-\d\d$/.test(text) ? Date.parse(text) : Number.NaN;
  return !Number.isNaN(at) && new Date(at).toISOString().startsWith(text);
}

/**
 * What is wrong with the time at which a key or token is to end, for a 422: `bad-time` or `past`. Nothing for null,
 * which means never. `now` in epoch milliseconds.
 */
export function expiryFaults(pointer: string, text: string | null, now: number): readonly Fault[] {
  if (text === null) return [];
  if (!isTime(text))
    return [
      {
        pointer,
        code: 'bad-time',
        detail:
          'Write a day that exists, its time and the zone as ISO 8601, in a year up to 2999, for example 2030-01-31T12:00:00Z.',
      },
    ];
  return Date.parse(text) > now
    ? []
    : [{ pointer, code: 'past', detail: 'This time has passed. Choose a later one, or leave it out to set no end.' }];
}
