/** Moments as people read them, on the clock of the report's time zone. */
export interface Dates {
  /** `3 November 2026, 14:05`, in the language of the report. */
  inWords(moment: string): string;
  /** `2026-11-03 14:05`: the same width and order everywhere, for tables. A day alone stays as it is, and so does what is no moment. */
  inTable(moment: string): string;
}

export function dates(language: string, timeZone: string): Dates {
  const words = new Intl.DateTimeFormat(known(language), { timeZone, dateStyle: 'long', timeStyle: 'short', hourCycle: 'h23' });
  const table = new Intl.DateTimeFormat('en-GB', { timeZone, hourCycle: 'h23', year: 'numeric', month: '2-digit', day: '2-digit', hour: '2-digit', minute: '2-digit' });
  return {
    inWords: (moment) => words.format(new Date(moment)),
    inTable: (moment) => {
      const time = Date.parse(moment);
      if (!Number.isFinite(time) || moment.length === 10) return moment;
      const part = Object.fromEntries(table.formatToParts(time).map(({ type, value }) => [type, value]));
      return `${part.year}-${part.month}-${part.day} ${part.hour}:${part.minute}`;
    },
  };
}

/** `en` alone writes the month first, which most of the world does not read. */
function known(language: string): string {
  try {
    return language === 'en' ? 'en-GB' : Intl.getCanonicalLocales(language)[0] ?? 'en-GB';
  } catch {
    return 'en-GB';
  }
}
