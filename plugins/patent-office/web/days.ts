import { momentFormat } from '@dossier/sdk/web/ui/reader';

// Days of publications have no time zone.
const medium = momentFormat({ dateStyle: 'medium', timeZone: 'UTC' });
const weekday = momentFormat({ weekday: 'long' });
const dayMonth = momentFormat({ day: 'numeric', month: 'long' });

/** "29 May 2024" of `2024-05-29`. */
export const dayOf = medium;

/** "Monday" within a week, else "1 December". */
export const untilDay = (iso: string, now = new Date()): string =>
  (Date.parse(iso) - now.getTime() <= 7 * 86_400_000 ? weekday : dayMonth)(iso);
