import { dayOf } from '@dossier/sdk/web/ui/reader';
import { dayAfter } from '@dossier/sdk/web/ui/wall-clock';

/** Under which day something stands in a list: what is older than yesterday stands together. */
export const headingOf = (iso: string, now: Date): string => {
  const day = dayOf(new Date(iso));
  if (day === dayOf(now)) return 'Today';
  return day === dayAfter(dayOf(now), -1) ? 'Yesterday' : 'Earlier';
};
