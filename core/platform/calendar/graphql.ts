import { inOrganization, isInOrganization } from '@dossier/sdk';
import type { FieldResolver, FieldResolvers, GraphqlSpec } from '@dossier/sdk';
import type { AbsenceService } from './absences.ts';
import type { Calendars } from './calendars.ts';

/** What is read by REST, by the same names. */
export const graphql = {
  sdl: `
    "When an organization works, by the clocks of its own time zone."
    type WorkingCalendar {
      "The days of a week from Monday: null, or the parts of the day in which work is done."
      hours: [[WorkingPart!]]!
      holidays: [Holiday!]! timeZone: String! version: Int! changedAt: String
    }
    "Times of day, 09:00; 24:00 is the end of the day."
    type WorkingPart { from: String! to: String! }
    type Holiday { day: String! name: String! }
    "Somebody is away from the first day to the last, both included."
    type Absence { id: ID! userId: ID! fromDay: String! toDay: String! standInId: ID standInName: String createdAt: String! }
    extend type Query {
      workingCalendar: WorkingCalendar!
      "Absences that are not over, the next first: the viewer's own, or those of a person whose membership they manage."
      absences(userId: ID): [Absence!]!
    }`,
  fields: { 'Query.workingCalendar': inOrganization(), 'Query.absences': inOrganization() },
} satisfies GraphqlSpec;

export function resolvers({
  calendars,
  absences,
}: {
  readonly calendars: Calendars;
  readonly absences: AbsenceService;
}): FieldResolvers {
  const workingCalendar: FieldResolver = (_parent, _args, access) =>
    isInOrganization(access) ? calendars.calendar(access.organization) : null;
  const list: FieldResolver<{ userId?: string | null }> = (_parent, { userId }, access) =>
    isInOrganization(access) ? absences.list(access, userId ?? undefined) : [];
  return { 'Query.workingCalendar': workingCalendar, 'Query.absences': list };
}
