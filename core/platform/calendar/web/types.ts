import type { Absence, CalendarContent, StandIn, WorkingCalendar } from '../contract.ts';

export type { Absence, StandIn, WorkingCalendar };
export type Hours = CalendarContent['hours'];
export type Part = NonNullable<Hours[number]>[number];
export type Holiday = CalendarContent['holidays'][number];
