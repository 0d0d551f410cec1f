import { checkedBelow, dayText, event, idText, momentText, orNull, permission, service, Type } from '@dossier/sdk';
import type { OrganizationId, Reply, UserId } from '@dossier/sdk';

/** Parts into which a day may be divided, and holidays that an organization may keep. */
const MOST_PARTS = 6;
const MOST_HOLIDAYS = 400;

const clock = (pattern: string, example: string, description: string) =>
  Type.String({ maxLength: 10, description, examples: [example], ...checkedBelow({ pattern }) });
const Part = Type.Object(
  {
    from: clock('^([01][0-9]|2[0-3]):[0-5][0-9]$', '09:00', 'A time of day.'),
    to: clock('^(([01][0-9]|2[0-3]):[0-5][0-9]|24:00)$', '17:00', 'A later one; `24:00` is the end of the day.'),
  },
  { additionalProperties: false },
);
const Day = orNull(Type.Array(Part, { minItems: 1, maxItems: MOST_PARTS }));
const Hours = Type.Array(Day, {
  minItems: 7,
  maxItems: 7,
  description: 'The days of a week from Monday: null, or the parts of the day in which work is done.',
});
const Holiday = Type.Object(
  {
    day: Type.String({ maxLength: 20, description: '`2026-12-25`', ...checkedBelow({ format: 'date' }) }),
    name: Type.String({ maxLength: 100 }),
  },
  { additionalProperties: false },
);
const Holidays = Type.Array(Holiday, { maxItems: MOST_HOLIDAYS, description: 'Days on which nobody works.' });

const day = [{ from: '09:00', to: '17:00' }];
const week = [day, day, day, day, day, null, null];
const christmas = { day: '2026-12-25', name: 'Christmas Day' };

/** What an administrator sets. */
export const CalendarContent = Type.Object(
  { hours: Hours, holidays: Holidays },
  { additionalProperties: false, examples: [{ hours: week, holidays: [christmas] }] },
);
export type CalendarContent = Reply<typeof CalendarContent>;
/** The parts of one day. */
export type DayHours = NonNullable<CalendarContent['hours'][number]>;

/** When an organization works, by the clocks of its own time zone. */
export const WorkingCalendar = Type.Object(
  {
    ...CalendarContent.properties,
    timeZone: Type.String(),
    version: Type.Integer({ description: 'Counts the changes; 0 while it is the usual week without holidays.' }),
    changedAt: orNull(momentText()),
  },
  {
    title: 'WorkingCalendar',
    examples: [
      {
        hours: week,
        holidays: [christmas],
        timeZone: 'Europe/London',
        version: 1,
        changedAt: '2026-03-02T09:30:00.000Z',
      },
    ],
  },
);
export type WorkingCalendar = Reply<typeof WorkingCalendar>;

/** Somebody is away from the first day to the last, both included. */
export const Absence = Type.Object(
  {
    id: idText(),
    userId: idText(),
    fromDay: dayText(),
    toDay: dayText(),
    standInId: orNull(idText('Of the person who does their work meanwhile.')),
    standInName: orNull(Type.String()),
    createdAt: momentText(),
  },
  {
    title: 'Absence',
    examples: [
      {
        id: '0190c0de-0000-7000-8000-000000000081',
        userId: '0190c0de-0000-7000-8000-000000000001',
        fromDay: '2026-07-06',
        toDay: '2026-07-17',
        standInId: '0190c0de-0000-7000-8000-000000000091',
        standInName: 'Otto Berg',
        createdAt: '2026-03-02T09:30:00.000Z',
      },
    ],
  },
);
export type Absence = Reply<typeof Absence>;

/** Somebody who may be named as a stand-in. */
export const StandIn = Type.Object(
  { id: idText(), name: Type.String() },
  { title: 'StandIn', examples: [{ id: '0190c0de-0000-7000-8000-000000000091', name: 'Otto Berg' }] },
);
export type StandIn = Reply<typeof StandIn>;

/**
 * Working time of organizations, by their working hours, holidays and time zone as these are now: what was reckoned
 * before stays with who asked. Moments are ISO 8601. Each throws `no-working-time` (409) when ten years have less of it
 * than is asked for, and `RangeError` for what is no moment or no length.
 */
export interface Calendar {
  /**
   * When something is due that begins at `from`: so many working hours on, or at the end of the nth working day after
   * the day of `from` (outside working time, after that of the next working moment).
   */
  due(
    organization: OrganizationId,
    from: string,
    span: { readonly hours: number } | { readonly workingDays: number },
  ): Promise<string>;
  /** A due time moved by the working time between two moments: what was waited for somebody else. */
  postponed(
    organization: OrganizationId,
    due: string,
    waited: { readonly from: string; readonly to: string },
  ): Promise<string>;
  /** Working hours between two moments; none when the other is earlier. */
  hours(organization: OrganizationId, o: { readonly from: string; readonly to: string }): Promise<number>;
  /** So many working hours before a due time: when to remind. */
  before(organization: OrganizationId, due: string, workingHours: number): Promise<string>;
}
export const Calendar = service<Calendar>('calendar/calendar@1');

/** Who is away, and who stands in. */
export interface Absences {
  /**
   * Of these people those who are away at a moment (ISO 8601), by the day that it is for the organization, each with
   * their stand-in; null without one, and where that one is away too or is no active member any more.
   */
  away(organization: OrganizationId, users: readonly UserId[], at: string): Promise<ReadonlyMap<UserId, UserId | null>>;
}
export const Absences = service<Absences>('calendar/absences@1');

export const manageCalendar = permission('calendar.manage', {
  title: 'Set working hours and holidays',
  scope: 'organization',
  staff: true,
});

/** `before` and `after` have the hours if they changed, and the holidays that went or came. */
export const calendarChanged = event('calendar/changed@1', {
  says: '{actor} changed working hours or holidays.',
  title: 'Working hours or holidays were changed',
  schema: Type.Object({ version: Type.Integer() }),
});
export const absenceChanged = event('calendar/absence-changed@1', {
  concerns: { away: '/payload/userId' },
  says: {
    by: 'after.userId',
    is: { undefined: '{actor} removed an absence of {payload.userId: user}.' },
    otherwise: '{actor} noted an absence of {payload.userId: user}[ from {after.fromDay}][ to {after.toDay}].',
  },
  title: 'An absence was noted or removed',
  schema: Type.Object({ userId: Type.String() }),
});
