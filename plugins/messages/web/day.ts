import { fullDay } from '@dossier/sdk/web/ui/format';

/** The day above what was written on it: "Today", "Yesterday", "November 24, 2026". */
export const dayOf = (iso: string, now = new Date()): string => {
  const at = new Date(iso);
  if (at.toDateString() === now.toDateString()) return 'Today';
  const yesterday = new Date(now);
  yesterday.setDate(now.getDate() - 1);
  return at.toDateString() === yesterday.toDateString() ? 'Yesterday' : fullDay(iso);
};
