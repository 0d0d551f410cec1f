import { clockTime, fullTime } from '@dossier/sdk/web/ui/format';
import { momentFormat } from '@dossier/sdk/web/ui/reader';
import { isDay, isTime } from '@dossier/sdk/web/ui/times';
import type { AuditEntry } from './types.ts';

const whole = momentFormat({ dateStyle: 'full' });
const day = momentFormat({ dateStyle: 'long', timeZone: 'UTC' });

export { clockTime as timeOfDay };
/** To the second, with the zone. */
export const exactTime = momentFormat({ dateStyle: 'full', timeStyle: 'long' });

/** A moment or a day as the reader writes it; any other text as it is. */
export const inWords = (text: string): string => (isTime(text) ? fullTime(text) : isDay(text) ? day(text) : text);

/** Entries of one day where the reader is. */
export interface Day {
  readonly title: string;
  readonly entries: readonly AuditEntry[];
}

/** In the order of the entries. */
export const daysOf = (entries: readonly AuditEntry[]): readonly Day[] =>
  [...Map.groupBy(entries, ({ at }) => whole(at))].map(([title, of]) => ({ title, entries: of }));
