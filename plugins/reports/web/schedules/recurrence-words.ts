import type { Recurrence } from './types.ts';

/** Days of the week by ISO 8601: the first is Monday. */
export const weekdays = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'] as const;
export const monthsOfQuarter = ['first', 'second', 'third'] as const;

const listed = new Intl.ListFormat('en', { type: 'conjunction' });
const ordinals = new Intl.PluralRules('en', { type: 'ordinal' });
const suffixes: Readonly<Record<string, string>> = { one: 'st', two: 'nd', few: 'rd' };
const ordinal = (n: number): string => `${n}${suffixes[ordinals.select(n)] ?? 'th'}`;
const dayOf = (day: number, whole: string): string =>
  day === 31 ? `the last day of ${whole}` : `the ${ordinal(day)} of ${whole}`;

const daysOf = (days: readonly number[]): string => {
  const sorted = days.toSorted((a, b) => a - b);
  if (sorted.join() === '1,2,3,4,5') return 'Every working day';
  return sorted.length === 7
    ? 'Every day'
    : `Every ${listed.format(sorted.map((day) => weekdays[day - 1] ?? String(day)))}`;
};

/** `Every Monday and Thursday at 08:00`; the time is that of the schedule's own time zone. */
export const recurrenceInWords = (recurrence: Recurrence): string => {
  switch (recurrence.every) {
    case 'day':
      return `Every day at ${recurrence.at}`;
    case 'week':
      return `${daysOf(recurrence.days)} at ${recurrence.at}`;
    case 'month':
      return `On ${dayOf(recurrence.day, 'each month')} at ${recurrence.at}`;
    case 'quarter':
      return `On ${dayOf(recurrence.day, `the ${monthsOfQuarter[recurrence.month - 1] ?? 'first'} month of each quarter`)} at ${recurrence.at}`;
    case 'cron':
      return `By the cron expression ${recurrence.cron}`;
  }
};

/** What becomes of a day that not every month has. */
export const dayHint = (day: number): string =>
  day <= 28
    ? ''
    : day === 31
      ? 'In shorter months it runs on their last day, too.'
      : `In months without a ${ordinal(day)} it runs on their last day.`;
