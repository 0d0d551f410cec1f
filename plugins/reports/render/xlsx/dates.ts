/**
 * Days since 1899-12-30 as a spreadsheet counts them, on the clock of a time zone, because a cell knows no zone. Takes ISO 8601 UTC, or a day alone, which is the same
 * day everywhere. Null for what is no time. The offset is asked for once a quarter of an hour: a hundred thousand questions would take longer than the sheet.
 */
export function localSerial(timeZone: string): (time: string) => number | null {
  const clock = new Intl.DateTimeFormat('en-GB', { timeZone, hourCycle: 'h23', year: 'numeric', month: 'numeric', day: 'numeric', hour: 'numeric', minute: 'numeric' });
  const offsets = new Map<number, number>();
  const offsetAt = (quarter: number): number => {
    const parts = Object.fromEntries(clock.formatToParts(quarter).map(({ type, value }) => [type, Number(value)]));
    return Date.UTC(parts.year ?? 0, (parts.month ?? 1) - 1, parts.day, parts.hour, parts.minute) - quarter;
  };
  return (time) => {
    const moment = Date.parse(time);
    if (!Number.isFinite(moment)) return null;
    if (/^\d{4}-\d{2}-\d{2}$/.test(time)) return days(moment);
    const quarter = Math.floor(moment / 900_000) * 900_000;
    const offset = offsets.get(quarter) ?? offsetAt(quarter);
    offsets.set(quarter, offset);
    return Math.round(days(moment + offset) * 86_400) / 86_400;
  };
}

const days = (moment: number): number => (moment - Date.UTC(1899, 11, 30)) / 86_400_000;
