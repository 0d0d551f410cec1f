import { fullDay, fullTime, language } from '@dossier/sdk/web/ui/format';
import { isDay, isTime } from '@dossier/sdk/web/ui/times';
import type { AuditEntry } from './types.ts';

const clock = new Intl.DateTimeFormat(language, { hour: '2-digit', minute: '2-digit' });
const exact = new Intl.DateTimeFormat(language, { dateStyle: 'full', timeStyle: 'long' });
const whole = new Intl.DateTimeFormat(language, { dateStyle: 'full' });

export const timeOfDay = (iso: string): string => clock.format(new Date(iso));
/** To the second, with the zone. */
export const exactTime = (iso: string): string => exact.format(new Date(iso));

/** A moment or a day as the reader writes it; any other text as it is. */
export const inWords = (text: string): string =>
  isTime(text) ? fullTime(text) : isDay(text) ? fullDay(`${text}T12:00:00`) : text;

/** Entries of one day where the reader is. */
export interface Day {
  readonly title: string;
  readonly entries: readonly AuditEntry[];
}

/** In the order of the entries. */
export const daysOf = (entries: readonly AuditEntry[]): readonly Day[] =>
  [...Map.groupBy(entries, ({ at }) => whole.format(new Date(at)))].map(([title, of]) => ({ title, entries: of }));
