import { language } from '@dossier/sdk/web/ui/format';

// Days of publications have no time zone.
const medium = new Intl.DateTimeFormat(language, { dateStyle: 'medium', timeZone: 'UTC' });
const weekday = new Intl.DateTimeFormat(language, { weekday: 'long' });
const dayMonth = new Intl.DateTimeFormat(language, { day: 'numeric', month: 'long' });

/** "29 May 2024" of `2024-05-29`. */
export const dayOf = (iso: string): string => medium.format(new Date(`${iso}T00:00:00Z`));

/** "Monday" within a week, else "7 December". */
export const untilDay = (iso: string, now = new Date()): string => {
  const at = new Date(iso);
  return (at.getTime() - now.getTime() <= 7 * 86_400_000 ? weekday : dayMonth).format(at);
};
