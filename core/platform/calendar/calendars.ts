import { advisoryLock, asName, canonical, invalid, isTime, notFound, utc } from '@dossier/sdk';
import type { Clock, Database, Emits, OrganizationAccess, OrganizationId, Transaction } from '@dossier/sdk';
import type { Tenancy } from '../tenancy/contract.ts';
import { calendarChanged } from './contract.ts';
import type { Calendar, CalendarContent, WorkingCalendar } from './contract.ts';
import type { CalendarTables } from './entities.ts';
import { calendarFaults } from './faults.ts';
import { back, between, endOfWorkingDay, forward, HOUR } from './working-time.ts';
import type { WorkingTime } from './working-time.ts';

export interface Calendars extends Calendar {
  calendar(organization: OrganizationId): Promise<WorkingCalendar>;
  /** Sets hours and holidays as a whole. Throws 422 with all faults. */
  change(access: OrganizationAccess, content: CalendarContent): Promise<WorkingCalendar>;
}

interface Deps {
  readonly database: Database;
  readonly clock: Clock;
  readonly tenancy: Pick<Tenancy, 'organization'>;
  readonly log: Emits<typeof calendarChanged>;
}

const day = [{ from: '09:00', to: '17:00' }];
const usualWeek: CalendarContent['hours'] = [day, day, day, day, day, null, null];

/** Working hours and holidays of organizations, and what is reckoned by them. */
export function createCalendars({ database, clock, tenancy, log }: Deps): Calendars {
  const stored = async (tx: Transaction, organization: OrganizationId): Promise<WorkingCalendar> => {
    const db = tx.sql<CalendarTables>();
    const house = await tenancy.organization(organization, tx);
    if (!house) throw notFound();
    const row = await db
      .selectFrom('working_calendar')
      .select(['hours', 'version', 'updatedAt'])
      .where('organizationId', '=', organization)
      .executeTakeFirst();
    const holidays = await db
      .selectFrom('holiday')
      .select(['day', 'name'])
      .where('organizationId', '=', organization)
      .orderBy('day')
      .execute();
    return {
      hours: row?.hours ?? usualWeek,
      holidays,
      timeZone: house.timeZone,
      version: row?.version ?? 0,
      changedAt: row ? utc(row.updatedAt) : null,
    };
  };
  const calendar = (organization: OrganizationId) => database.read(organization, (tx) => stored(tx, organization));
  const workingTime = async (organization: OrganizationId): Promise<WorkingTime> => {
    const { hours, holidays, timeZone } = await calendar(organization);
    return { hours, holidays: new Set(holidays.map((holiday) => holiday.day)), timeZone };
  };

  return {
    calendar,

    async change(access, { hours, holidays: given }) {
      const faults = calendarFaults({ hours, holidays: given });
      if (faults.length > 0) throw invalid(faults);
      const { organization } = access;
      const holidays = given
        .map(({ day, name }) => ({ day, name: asName(name) }))
        .toSorted((a, b) => a.day.localeCompare(b.day));
      return database.write(access, async (tx) => {
        await advisoryLock(tx, `calendar/${organization}`);
        const now = await stored(tx, organization);
        const change = difference(now, { hours, holidays });
        if (change === null) return now;
        const db = tx.sql<CalendarTables>();
        const row = { hours, version: now.version + 1, updatedAt: clock.now().toISOString() };
        const asJson = { ...row, hours: JSON.stringify(hours) };
        await db
          .insertInto('working_calendar')
          .values({ organizationId: organization, ...asJson })
          .onConflict((at) => at.column('organizationId').doUpdateSet(asJson))
          .execute();
        await db.deleteFrom('holiday').where('organizationId', '=', organization).execute();
        if (holidays.length > 0)
          await db
            .insertInto('holiday')
            .values(holidays.map((holiday) => ({ organizationId: organization, ...holiday })))
            .execute();
        log.emit(
          calendarChanged,
          access,
          { subject: { type: 'organization', id: organization }, ...change },
          { version: row.version },
        );
        return { hours, holidays, timeZone: now.timeZone, version: row.version, changedAt: row.updatedAt };
      });
    },

    async due(organization, from, span) {
      const time = await workingTime(organization);
      const begin = moment(from);
      return text(
        'hours' in span
          ? forward(time, begin, length(span.hours))
          : endOfWorkingDay(time, begin, count(span.workingDays)),
      );
    },

    async postponed(organization, due, waited) {
      const time = await workingTime(organization);
      return text(forward(time, moment(due), between(time, moment(waited.from), moment(waited.to))));
    },

    async hours(organization, { from, to }) {
      return between(await workingTime(organization), moment(from), moment(to)) / HOUR;
    },

    async before(organization, due, workingHours) {
      return text(back(await workingTime(organization), moment(due), length(workingHours)));
    },
  };
}

/** What changes, for the log: the hours as a whole, and the holidays that go and come; null when nothing does. */
function difference(now: CalendarContent, next: CalendarContent) {
  const lines = (all: CalendarContent['holidays']) => new Set(all.map(({ day, name }) => `${day} ${name}`));
  const [were, are] = [lines(now.holidays), lines(next.holidays)];
  const gone = now.holidays.filter(({ day, name }) => !are.has(`${day} ${name}`));
  const came = next.holidays.filter(({ day, name }) => !were.has(`${day} ${name}`));
  const otherHours = canonical(now.hours) !== canonical(next.hours);
  if (!otherHours && gone.length === 0 && came.length === 0) return null;
  const side = (hours: CalendarContent['hours'], holidays: CalendarContent['holidays']) => ({
    ...(otherHours ? { hours } : {}),
    ...(gone.length + came.length > 0 ? { holidays } : {}),
  });
  return { before: side(now.hours, gone), after: side(next.hours, came) };
}

function moment(iso: string): number {
  if (!isTime(iso)) throw new RangeError(`"${iso}" is no moment.`);
  return Date.parse(iso);
}

function length(hours: number): number {
  if (!Number.isFinite(hours) || hours < 0) throw new RangeError(`${hours} is no number of working hours.`);
  return Math.round(hours * HOUR);
}

function count(days: number): number {
  if (!Number.isInteger(days) || days < 0) throw new RangeError(`${days} is no number of working days.`);
  return days;
}

const text = (at: number): string => new Date(at).toISOString();
