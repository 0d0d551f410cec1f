import type { Holiday } from './types.ts';

/** What was read of a text, and the lines in which there was no day. */
export interface Read {
  readonly holidays: readonly Holiday[];
  readonly unread: readonly string[];
}

const two = (part: string): string => part.padStart(2, '0');

/**
 * Holidays as they are pasted, one a line: a day as `2026-12-25` or `25.12.2026` at the beginning or the end, and its
 * name. What stands in a calendar file (`.ics`) is read too.
 */
export function holidaysIn(text: string): Read {
  if (text.includes('BEGIN:VEVENT')) return { holidays: ofCalendarFile(text), unread: [] };
  const lines = text
    .split(/\r?\n/)
    .map((line) => line.trim())
    .filter((line) => line !== '');
  const read = lines.map((line) => ofLine(line));
  return {
    holidays: read.filter((one) => one !== null),
    unread: lines.filter((_line, i) => read[i] === null),
  };
}

function ofLine(line: string): Holiday | null {
  const iso = /(?<![\d-])(\d{4})-(\d{1,2})-(\d{1,2})(?!\d)/.exec(line);
  const local = iso ? null : /(?<![\d.])(\d{1,2})[./]\s?(\d{1,2})[./]\s?(\d{4})(?!\d)/.exec(line);
  const found = iso ?? local;
  if (!found) return null;
  const [whole, a, b, c] = found;
  const day = iso ? `${a}-${two(b!)}-${two(c!)}` : `${c}-${two(b!)}-${two(a!)}`;
  const name = line
    .replace(whole, ' ')
    .replaceAll(/["\t]/g, ' ')
    .replaceAll(/^[\s,;:–-]+|[\s,;:–-]+$/g, '')
    .slice(0, 100);
  return { day, name };
}

/** Entries of whole days (RFC 5545), by their first day. */
function ofCalendarFile(text: string): readonly Holiday[] {
  const whole = text.replaceAll(/\r?\n[ \t]/g, '');
  return whole
    .split('BEGIN:VEVENT')
    .slice(1)
    .flatMap((entry) => {
      const day = /^DTSTART[^:\r\n]*:(\d{4})(\d\d)(\d\d)/m.exec(entry);
      const name = /^SUMMARY[^:\r\n]*:(.*?)\r?$/m.exec(entry)?.[1] ?? '';
      if (!day) return [];
      return [{ day: `${day[1]}-${day[2]}-${day[3]}`, name: name.replaceAll(/\\(.)/g, '$1').trim().slice(0, 100) }];
    });
}

/** Those of both lists, by day; of two of one day the first stays. */
export const together = (there: readonly Holiday[], more: readonly Holiday[]): readonly Holiday[] => {
  const days = new Map(more.toReversed().map((one) => [one.day, one] as const));
  for (const { day } of there) days.delete(day);
  return [...there, ...[...days.values()].toSorted((a, b) => a.day.localeCompare(b.day))];
};
