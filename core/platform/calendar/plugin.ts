import { Clock, Database, definePlugin, tenantTable } from '@dossier/sdk';
import { Tenancy } from '../tenancy/contract.ts';
import { createAbsences } from './absences.ts';
import { createCalendars } from './calendars.ts';
import { absenceChanged, Absences, Calendar, calendarChanged, manageCalendar } from './contract.ts';
import { AbsenceEntity, HolidayEntity, WorkingCalendarEntity } from './entities.ts';
import { graphql, resolvers } from './graphql.ts';
import { migrations } from './migrations/index.ts';
import { web } from './pages.ts';
import { checks, handlers, routes } from './routes.ts';

export default definePlugin({
  id: 'calendar',
  version: '1.0.0',
  kernel: '^1.0.0',
  needs: { database: Database, clock: Clock, tenancy: Tenancy },
  provides: [Calendar, Absences],
  permissions: [manageCalendar],
  events: [calendarChanged, absenceChanged],
  tables: [tenantTable(WorkingCalendarEntity), tenantTable(HolidayEntity), tenantTable(AbsenceEntity)],
  migrations,
  routes,
  graphql,
  web,
  setup({ database, clock, tenancy }, plugin) {
    const calendars = createCalendars({ database, clock, tenancy, log: plugin });
    const absences = createAbsences({ database, clock, tenancy, log: plugin });
    const { due, postponed, hours, before } = calendars;
    plugin.provide(Calendar, { due, postponed, hours, before });
    plugin.provide(Absences, { away: absences.away });
    plugin.routes(handlers({ calendars, absences }), checks({ calendars, absences }));
    plugin.resolve(resolvers({ calendars, absences }));
  },
});
