import { clockTime } from '@dossier/sdk/web/ui/format';
import { momentFormat } from '@dossier/sdk/web/ui/reader';
import type { AuditEntry } from './types.ts';

const whole = momentFormat({ dateStyle: 'full' });

export { clockTime as timeOfDay };
/** To the second, with the zone. */
export const exactTime = momentFormat({ dateStyle: 'full', timeStyle: 'long' });

/** Entries of one day where the reader is. */
export interface Day {
  readonly title: string;
  readonly entries: readonly AuditEntry[];
}

/** In the order of the entries. */
export const daysOf = (entries: readonly AuditEntry[]): readonly Day[] =>
  [...Map.groupBy(entries, ({ at }) => whole(at))].map(([title, of]) => ({ title, entries: of }));
