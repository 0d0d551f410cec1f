import { Temporal } from 'temporal-polyfill';

/** Times on the clock of a time zone, for tables of many rows. */
export interface Clock {
  /**
   * `2026-11-03 14:05`: the same width and order everywhere. Takes ISO 8601 UTC; a day alone stays as it is, and so
   * does what is no time.
   */
  shown(time: string): string;
  /** Days since 1899-12-30 as a spreadsheet counts them, because its cells know no zone; null for what is no time. */
  serial(time: string): number | null;
}

const iso = /^\d{4}-\d{2}-\d{2}(T\d{2}:\d{2}(:\d{2}(\.\d+)?)?Z)?$/;
const quarter = 900_000;
const day = 86_400_000;

/**
 * Asking for the offset of a hundred thousand times takes longer than the report. A day that begins and ends with the
 * same offset has it throughout; on the few others it is asked for once a quarter of an hour, because no zone changes
 * within one.
 */
export function clockIn(timeZone: string): Clock {
  const offsets = new Map<number, number>();
  const askedAt = (moment: number): number => {
    const known = offsets.get(moment);
    if (known !== undefined) return known;
    const offset =
      Temporal.Instant.fromEpochMilliseconds(moment).toZonedDateTimeISO(timeZone).offsetNanoseconds / 1_000_000;
    offsets.set(moment, offset);
    return offset;
  };
  const offsetAt = (moment: number): number => {
    const begin = Math.floor(moment / day) * day;
    const offset = askedAt(begin);
    return offset === askedAt(begin + day) ? offset : askedAt(Math.floor(moment / quarter) * quarter);
  };
  const local = (time: string): number | null => {
    // Date.parse alone takes almost anything for a date.
    const moment = iso.test(time) ? Date.parse(time) : Number.NaN;
    if (!Number.isFinite(moment)) return null;
    return time.length === 10 ? moment : moment + offsetAt(moment);
  };
  return {
    shown(time) {
      const moment = local(time);
      return moment === null
        ? time
        : new Date(moment)
            .toISOString()
            .slice(0, time.length === 10 ? 10 : 16)
            .replace('T', ' ');
    },
    serial(time) {
      const moment = local(time);
      return moment === null ? null : Math.round((moment - Date.UTC(1899, 11, 30)) / 1_000) / (day / 1_000);
    },
  };
}
