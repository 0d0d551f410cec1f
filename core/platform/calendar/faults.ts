import { isName } from '@dossier/sdk';
import type { Fault, ValidPart } from '@dossier/sdk';
import type { CalendarContent } from './contract.ts';

const timeOfDay = /^([01]\d|2[0-3]):[0-5]\d$/;

/**
 * What is wrong with working hours and holidays beyond their form, all at once. Of what did not fit the form only the
 * rest is looked at.
 */
export const calendarFaults = ({ hours, holidays }: ValidPart<CalendarContent>): readonly Fault[] => [
  ...(hours ?? []).flatMap((parts, weekday) => partFaults(parts ?? [], `/hours/${weekday}`)),
  ...(hours?.length === 7 && hours.every((parts) => parts === null)
    ? [
        {
          pointer: '/hours',
          code: 'no-hours',
          detail: 'Give at least one day of the week working hours. Without any, nothing would ever be due.',
        },
      ]
    : []),
  ...holidayFaults(holidays ?? []),
];

type Parts = NonNullable<NonNullable<ValidPart<CalendarContent>['hours']>[number]>;

function partFaults(parts: Parts, pointer: string): readonly Fault[] {
  let last = '';
  return parts.flatMap((part, i) => {
    const at = `${pointer}/${i}`;
    const { from, to } = part ?? {};
    const faults: Fault[] = [];
    const wrong = (name: 'from' | 'to', code: string, detail: string) =>
      faults.push({ pointer: `${at}/${name}`, code, detail });
    const begins = from !== undefined && timeOfDay.test(from);
    const ends = to !== undefined && (timeOfDay.test(to) || to === '24:00');
    if (from !== undefined && !begins) wrong('from', 'bad-time', 'Write a time of day, for example 09:00.');
    if (to !== undefined && !ends) wrong('to', 'bad-time', 'Write a time of day, for example 17:00; 24:00 at most.');
    if (begins && ends && to <= from) wrong('to', 'not-later', 'The end has to be later than the beginning.');
    else if (begins && from < last)
      wrong('from', 'overlap', 'This begins before the part above has ended. Put the parts of a day in order.');
    if (ends && to > last) last = to;
    return faults;
  });
}

function holidayFaults(holidays: NonNullable<ValidPart<CalendarContent>['holidays']>): readonly Fault[] {
  const seen = new Set<string>();
  return holidays.flatMap((holiday, i) => {
    const { day, name } = holiday ?? {};
    const faults: Fault[] = [];
    if (day !== undefined && !isCalendarDay(day)) faults.push(badDay(`/holidays/${i}/day`));
    else if (day !== undefined && seen.has(day))
      faults.push({
        pointer: `/holidays/${i}/day`,
        code: 'twice',
        detail: 'This day stands in the list already. Remove one of the two.',
      });
    if (day !== undefined) seen.add(day);
    if (name !== undefined && !isName(name, 100))
      faults.push({ pointer: `/holidays/${i}/name`, code: 'bad-name', detail: 'Say in one line which holiday it is.' });
    return faults;
  });
}

/** Is this a day that exists, in the years 1900 to 2999? */
export const isCalendarDay = (text: string): boolean =>
  /^(19|2\d)\d\d-\d\d-\d\d$/.test(text) &&
  !Number.isNaN(Date.parse(text)) &&
  new Date(text).toISOString().startsWith(text);

export const badDay = (pointer: string): Fault => ({
  pointer,
  code: 'bad-day',
  detail: 'Choose a day that exists, for example 2026-12-25.',
});
