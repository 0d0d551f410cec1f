import { dayOf } from '@dossier/sdk/web/ui/reader';
import { dayAfter } from '@dossier/sdk/web/ui/wall-clock';
import type { Definition } from '../types.ts';

/** Periods that depend on the day on which they are requested. */
export const relative = [
  { kind: 'thisWeek', title: 'This week' },
  { kind: 'lastWeek', title: 'Last week' },
  { kind: 'thisMonth', title: 'This month' },
  { kind: 'lastMonth', title: 'Last month' },
  { kind: 'thisQuarter', title: 'This quarter' },
  { kind: 'lastQuarter', title: 'Last quarter' },
  { kind: 'thisYear', title: 'This year' },
  { kind: 'lastYear', title: 'Last year' },
] as const;

/** Periods as people choose them. */
export const periods = [
  ...relative,
  { kind: 'lastDays', title: 'The last days' },
  { kind: 'range', title: 'From … to …' },
] as const;

export const steps: readonly { readonly id: Definition['grouping']; readonly title: string }[] = [
  { id: 'auto', title: 'As it fits' },
  { id: 'day', title: 'Days' },
  { id: 'week', title: 'Weeks' },
  { id: 'month', title: 'Months' },
  { id: 'quarter', title: 'Quarters' },
];

/** A day of the reader's calendar, YYYY-MM-DD. */
export { dayOf as day };
export const daysBefore = (at: Date, days: number): string => dayAfter(dayOf(at), -days);
