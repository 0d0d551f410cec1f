import { asWritten } from '../../web/units.ts';

/** `3 November 2026 at 14:05`, in the language of the report, on the clock of its time zone. */
export const dateInWords = (moment: string, language: string, timeZone: string): string =>
  new Intl.DateTimeFormat(known(language), {
    timeZone,
    dateStyle: 'long',
    timeStyle: 'short',
    hourCycle: 'h23',
  }).format(new Date(moment));

/** `en` alone writes the month first, which most of the world does not read. */
function known(language: string): string {
  try {
    return language === 'en' ? 'en-GB' : asWritten(language);
  } catch {
    return 'en-GB';
  }
}
