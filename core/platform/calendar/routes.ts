import { checkedBelow, idText, inOrganization, orNull, paged, pageOf, pageQuery, Type } from '@dossier/sdk';
import type { RouteChecks, RouteHandlers, RouteSpec } from '@dossier/sdk';
import type { AbsenceService } from './absences.ts';
import type { Calendars } from './calendars.ts';
import { Absence, CalendarContent, manageCalendar, StandIn, WorkingCalendar } from './contract.ts';
import { calendarFaults } from './faults.ts';

const Day = Type.String({ maxLength: 20, ...checkedBelow({ format: 'date' }) });
const Person = Type.Optional(idText('Of a person whose membership you manage; your own unless given.'));
const days = { fromDay: '2026-07-06', toDay: '2026-07-17' };

export const routes = {
  calendar: {
    method: 'GET',
    etag: { of: ['hours', 'holidays'] },
    url: '/api/v1/organization/calendar',
    gate: inOrganization(),
    summary: 'Working hours and holidays of the active organization',
    reply: WorkingCalendar,
  },
  changeCalendar: {
    method: 'PUT',
    url: '/api/v1/organization/calendar',
    gate: inOrganization({ permission: manageCalendar }),
    summary: 'Set working hours and holidays, as a whole',
    description:
      'What was due before stays as it was reckoned. A day may have up to 6 parts, in order; at least one day of the week has working hours.',
    body: CalendarContent,
    reply: WorkingCalendar,
  },
  absences: {
    method: 'GET',
    url: '/api/v1/organization/absences',
    gate: inOrganization(),
    summary: 'Absences that are not over, the next first: your own, or those of a person whose membership you manage',
    query: Type.Object({ userId: Person }),
    reply: Type.Array(Absence),
    problems: { 404: 'There is no such person, or you do not manage their membership' },
  },
  addAbsence: {
    method: 'POST',
    resource: null,
    url: '/api/v1/organization/absences',
    gate: inOrganization(),
    summary: 'Note that you are away, or a person whose membership you manage, and who stands in',
    body: Type.Object(
      { userId: Person, fromDay: Day, toDay: Day, standInId: Type.Optional(orNull(idText('Of a colleague.'))) },
      { additionalProperties: false, examples: [days] },
    ),
    reply: Absence,
    problems: { 409: 'There are 50 absences already (`too-many-absences`)' },
  },
  removeAbsence: {
    method: 'DELETE',
    resource: null,
    url: '/api/v1/organization/absences/:id',
    gate: inOrganization(),
    summary: 'Remove an absence: you are back, or do not go',
    params: Type.Object({ id: idText() }),
  },
  standIns: {
    method: 'GET',
    url: '/api/v1/organization/stand-ins',
    gate: inOrganization(),
    summary: 'Who may stand in for you, or for a person whose membership you manage, by name',
    query: Type.Object({
      userId: Person,
      q: Type.Optional(Type.String({ maxLength: 200, description: 'Parts of the name or the e-mail address.' })),
      ...pageQuery({ most: 100, usual: 50 }),
    }),
    reply: Type.Array(StandIn),
    problems: { 404: 'There is no such person, or you do not manage their membership' },
  },
} as const satisfies Readonly<Record<string, RouteSpec>>;

interface Deps {
  readonly calendars: Calendars;
  readonly absences: AbsenceService;
}

export const handlers = ({ calendars, absences }: Deps): RouteHandlers<typeof routes> => ({
  calendar: ({ access }) => calendars.calendar(access.organization),
  changeCalendar: ({ access, body }) => calendars.change(access, body),
  absences: ({ access, query }) => absences.list(access, query.userId),
  addAbsence: ({ access, body }) => absences.add(access, body),
  removeAbsence: ({ access, params }) => absences.remove(access, params.id),
  async standIns({ access, query, url }) {
    const page = pageOf(url, query);
    return paged(
      url,
      await absences.standIns(access, { userId: query.userId, q: query.q, page }),
      page,
      (row) => row.name,
    );
  },
});

export const checks = ({ absences }: Deps): RouteChecks<typeof routes> => ({
  changeCalendar: async ({ body }) => calendarFaults(body),
  addAbsence: ({ access, body }) => absences.faults(access, body),
});
