/** Times of a queue in few words; the whole of them is for the tooltip. */
import { clockTime } from '@dossier/sdk/web/ui/format';
import { dayOf, daysBetween, momentFormat } from '@dossier/sdk/web/ui/reader';
import type { ApplicationRow } from './types.ts';

const weekday = momentFormat({ weekday: 'short', day: 'numeric', month: 'short' });

/** When it is to be decided: "3 days late", "Today, 17:00", "Tomorrow", "Mon 30 Nov". */
export function dueText(dueAt: string, now = new Date()): { text: string; tone: 'late' | 'soon' | 'later' } {
  const at = new Date(dueAt);
  const days = daysBetween(dayOf(now), dayOf(at));
  if (at < now) return { text: days === 0 ? `Late, ${clockTime(at)}` : lateBy(-days), tone: 'late' };
  if (days === 0) return { text: `Today, ${clockTime(at)}`, tone: 'soon' };
  return { text: days === 1 ? 'Tomorrow' : weekday(at), tone: 'later' };
}

const lateBy = (days: number): string => `${days} ${days === 1 ? 'day' : 'days'} late`;

/** How long it has been there: "42 min", "20 h", "9 d". */
export const ageText = (since: string, now = new Date()): string => {
  const minutes = Math.max(0, Math.floor((now.getTime() - Date.parse(since)) / 60_000));
  if (minutes < 60) return `${minutes} min`;
  return minutes < 24 * 60 ? `${Math.floor(minutes / 60)} h` : `${Math.floor(minutes / (24 * 60))} d`;
};

/** Whom it waits for, or when it is to be decided; null where nothing is. */
export function dueOf(row: ApplicationRow, now = new Date()): ReturnType<typeof dueText> | null {
  if (row.decidedAt !== null) return null;
  if (row.waitingSince !== null)
    return row.waitingUntil === null ? null : { text: `Client, ${weekday(row.waitingUntil)}`, tone: 'later' };
  return row.dueAt === null ? null : dueText(row.dueAt, now);
}
