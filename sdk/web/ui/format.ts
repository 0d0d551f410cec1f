import { dayOf, figure, momentFormat, reader } from './reader.ts';

const dayMonth = momentFormat({ day: 'numeric', month: 'short' });
const dayMonthYear = momentFormat({ day: 'numeric', month: 'short', year: 'numeric' });
/** In the language of the pages, in which the sentences around it are. */
const relative = new Intl.RelativeTimeFormat('en', { numeric: 'auto' });

/** The time of day, to the minute. */
export const clockTime = momentFormat({ hour: '2-digit', minute: '2-digit' });

/** Date and time in the reader's own way. */
export const fullTime = momentFormat({ dateStyle: 'medium', timeStyle: 'short' });

/** The day, written out. */
export const fullDay = momentFormat({ dateStyle: 'long' });

/** The day, short: "5 Nov", with the year where it is another one. */
export const shortDay = (iso: string, now = new Date()): string => {
  const [day, today] = [dayOf(new Date(iso)), dayOf(now)];
  return (day.slice(0, 4) === today.slice(0, 4) ? dayMonth : dayMonthYear)(iso);
};

/** Short for lists: the time of day today, else the date. */
export const shortTime = (iso: string, now = new Date()): string =>
  dayOf(new Date(iso)) === dayOf(now) ? clockTime(iso) : shortDay(iso, now);

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

export const counted = (n: number, one: string, many: string): string => `${figure(n)} ${n === 1 ? one : many}`;

/** Makes words of a key: see `sdk/src/words.ts`. */
export { words } from '@dossier/sdk/words';

/** An amount with its currency (ISO 4217), or as a plain number; nothing where there is none. */
export const amountText = ({ amount, currency }: { amount: number | null; currency: string | null }): string =>
  amount === null
    ? ''
    : new Intl.NumberFormat(reader().language, currency === null ? {} : { style: 'currency', currency }).format(amount);
