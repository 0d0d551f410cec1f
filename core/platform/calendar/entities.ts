import { defineEntity, p } from '@mikro-orm/core';
import type { TableOf, WorkspaceType } from '@dossier/sdk';
import type { CalendarContent } from './contract.ts';

/** Only where an organization has changed something: else it has the usual week. */
export const WorkingCalendarEntity = defineEntity({
  name: 'WorkingCalendar',
  tableName: 'working_calendar',
  properties: {
    organizationId: p.uuid().primary(),
    hours: p.json<CalendarContent['hours']>(),
    version: p.integer(),
    updatedAt: p.datetime(),
  },
});

export const HolidayEntity = defineEntity({
  name: 'Holiday',
  tableName: 'holiday',
  properties: { organizationId: p.uuid().primary(), day: p.date().primary(), name: p.text() },
});

export const AbsenceEntity = defineEntity({
  name: 'Absence',
  tableName: 'absence',
  properties: {
    organizationId: p.uuid().primary(),
    id: p.uuid().primary(),
    userId: p.uuid(),
    fromDay: p.date(),
    toDay: p.date(),
    standInId: p.uuid().nullable(),
    createdAt: p.datetime(),
  },
});

/**
 * The tables as the query builder sees them, with the columns of other modules' tables that say who works with whom and
 * who manages whom. Those are named again, because modules meet at their contracts.
 */
export interface CalendarTables {
  readonly working_calendar: TableOf<typeof WorkingCalendarEntity>;
  readonly holiday: TableOf<typeof HolidayEntity>;
  readonly absence: TableOf<typeof AbsenceEntity>;
  readonly user: { id: string; name: string; folded: string; disabledAt: string | null };
  readonly workspace: { organizationId: string; id: string; type: WorkspaceType; archivedAt: string | null };
  readonly team_role: { organizationId: string; id: string; permissions: readonly string[] };
  readonly team_workspace: { organizationId: string; teamId: string; workspaceId: string };
  readonly user_team: {
    organizationId: string;
    userId: string;
    teamId: string;
    teamRoleId: string | null;
    status: string;
  };
}
