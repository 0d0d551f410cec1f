/** Wall time and moments. A wall time is what the clock on the wall of a time zone shows, kept as the `Date` that would show it in UTC. */

const formats = new Map<string, Intl.DateTimeFormat>();
const parts = ['year', 'month', 'day', 'hour', 'minute', 'second'] as const;

function formatOf(zone: string): Intl.DateTimeFormat {
  const found = formats.get(zone);
  if (found) return found;
  const made = new Intl.DateTimeFormat('en-US', { timeZone: zone, hourCycle: 'h23', year: 'numeric', month: 'numeric', day: 'numeric', hour: 'numeric', minute: 'numeric', second: 'numeric' });
  formats.set(zone, made);
  return made;
}

/** Is it a name of the IANA time zone database? Offsets such as `+02:00` are none: they know no summer time. */
export function isZone(zone: string): boolean {
  if (!/^[A-Za-z]/.test(zone)) return false;
  try {
    formatOf(zone);
    return true;
  } catch {
    return false;
  }
}

/** What the clock on the wall shows at a moment. */
export function wallOf(moment: Date, zone: string): Date {
  const shown = new Map(formatOf(zone).formatToParts(moment).map(({ type, value }) => [type, Number(value)]));
  const [year = 0, month = 1, day = 1, hour = 0, minute = 0, second = 0] = parts.map((part) => shown.get(part));
  return new Date(Date.UTC(year, month - 1, day, hour, minute, second));
}

const HOURS_24 = 86_400_000;

/**
 * The moment at which the clock on the wall shows this time. In the hour that comes twice in autumn the first; for a time that is left
 * out in spring the moment at which the clock goes on.
 */
export function momentOf(wall: Date, zone: string): Date {
  const offsets = [-HOURS_24, HOURS_24].map((away) => offsetAt(new Date(wall.getTime() + away), zone));
  const candidates = offsets.map((offset) => new Date(wall.getTime() - offset)).filter((moment) => wallOf(moment, zone).getTime() === wall.getTime());
  const first = candidates.sort((a, b) => a.getTime() - b.getTime())[0];
  return first ?? gapEnd(wall, zone, offsets);
}

const offsetAt = (moment: Date, zone: string): number => wallOf(moment, zone).getTime() - Math.floor(moment.getTime() / 1000) * 1000;

/** No moment shows the time: between the two that would with the offsets of before and after, the clock was put forward. */
function gapEnd(wall: Date, zone: string, offsets: readonly number[]): Date {
  let before = wall.getTime() - Math.max(...offsets) - 1000;
  let after = wall.getTime() - Math.min(...offsets);
  while (after - before > 1000) {
    const middle = Math.floor((before + after) / 2000) * 1000;
    if (wallOf(new Date(middle), zone) > wall) after = middle;
    else before = middle;
  }
  return new Date(after);
}
