/** In which language the texts of the page are. */
const written = (typeof document === 'undefined' ? '' : document.documentElement.lang) || 'en';

/**
 * How numbers and dates are written: in the language of the page, in the variety that the reader prefers if they name
 * one (`en-US`), else in the one that most of its readers know. Where the system's language is `C` or `POSIX`, a
 * browser may name `en-US@posix`, which no format takes.
 */
export const language =
  navigator.languages.find((tag) => isLanguage(tag) && new Intl.Locale(tag).language === written) ??
  (written === 'en' ? 'en-GB' : written);

function isLanguage(tag: string): boolean {
  try {
    return Intl.getCanonicalLocales(tag).length > 0;
  } catch {
    return false;
  }
}

const dateTime = new Intl.DateTimeFormat(language, { dateStyle: 'medium', timeStyle: 'short' });
const dayMonth = new Intl.DateTimeFormat(language, { day: 'numeric', month: 'short' });
const dayMonthYear = new Intl.DateTimeFormat(language, { day: 'numeric', month: 'short', year: 'numeric' });
const longDay = new Intl.DateTimeFormat(language, { dateStyle: 'long' });
const clock = new Intl.DateTimeFormat(language, { hour: '2-digit', minute: '2-digit' });
const relative = new Intl.RelativeTimeFormat('en', { numeric: 'auto' });

/** Date and time in the reader's own way. */
export const fullTime = (iso: string): string => dateTime.format(new Date(iso));

/** The day, written out. */
export const fullDay = (iso: string): string => longDay.format(new Date(iso));

/** The day, short: "5 Nov", with the year where it is another one. */
export const shortDay = (iso: string, now = new Date()): string => {
  const at = new Date(iso);
  return (at.getFullYear() === now.getFullYear() ? dayMonth : dayMonthYear).format(at);
};

/** Short for lists: the time of day today, else the date. */
export const shortTime = (iso: string, now = new Date()): string => {
  const at = new Date(iso);
  return at.toDateString() === now.toDateString() ? clock.format(at) : shortDay(iso, now);
};

/** "3 minutes ago", up to a week; then the date. */
export const ago = (iso: string, now = new Date()): string => {
  const seconds = Math.round((now.getTime() - new Date(iso).getTime()) / 1000);
  if (seconds < 45) return 'just now';
  if (seconds < 3600) return relative.format(-Math.max(1, Math.round(seconds / 60)), 'minute');
  if (seconds < 86_400) return relative.format(-Math.round(seconds / 3600), 'hour');
  if (seconds < 7 * 86_400) return relative.format(-Math.round(seconds / 86_400), 'day');
  return shortTime(iso, now);
};

/** Bytes in decimal units, as file managers show them. */
export const fileSize = (bytes: number): string => {
  if (bytes < 1000) return `${bytes} B`;
  if (bytes < 1_000_000) return `${Math.round(bytes / 1000)} kB`;
  return `${(bytes / 1_000_000).toFixed(1)} MB`;
};

export const counted = (n: number, one: string, many: string): string =>
  `${n.toLocaleString(language)} ${n === 1 ? one : many}`;

/** Makes words of a key: see `sdk/src/words.ts`. */
export { words } from '@dossier/sdk/words';

/** An amount with its currency (ISO 4217) in the page's language, or as a plain number; nothing where there is none. */
export const amountText = ({ amount, currency }: { amount: number | null; currency: string | null }): string =>
  amount === null
    ? ''
    : new Intl.NumberFormat(language, currency === null ? {} : { style: 'currency', currency }).format(amount);
