import { fullDay } from '@dossier/sdk/web/ui/format';
import { dayOf } from '@dossier/sdk/web/ui/reader';
import { dayAfter } from '@dossier/sdk/web/ui/wall-clock';

/** The day above what was written on it: "Today", "Yesterday", "November 24, 2026". */
export const headingOf = (iso: string, now = new Date()): string => {
  const day = dayOf(new Date(iso));
  if (day === dayOf(now)) return 'Today';
  return day === dayAfter(dayOf(now), -1) ? 'Yesterday' : fullDay(iso);
};
