import { advisoryLock, conflict, dayIn, forbidden, invalid, isId, isTime, newId, notFound, utc } from '@dossier/sdk';
import type {
  Clock,
  Database,
  Emits,
  Fault,
  OrganizationAccess,
  OrganizationId,
  Page,
  Transaction,
  UserId,
  ValidPart,
} from '@dossier/sdk';
import type { Tenancy } from '../tenancy/contract.ts';
import { absenceFaults } from './absence-faults.ts';
import { awayOn } from './away.ts';
import { managesMember, standInsFor } from './colleagues.ts';
import { absenceChanged } from './contract.ts';
import type { Absence, Absences, StandIn } from './contract.ts';
import type { CalendarTables } from './entities.ts';

export interface NewAbsence {
  /** Oneself unless given. */
  readonly userId?: UserId;
  readonly fromDay: string;
  readonly toDay: string;
  readonly standInId?: UserId | null;
}

/**
 * Everybody of the staff notes their own; those of others who manages them as members. Clients are answered 403.
 */
export interface AbsenceService extends Absences {
  /** Those that are not over, the next first. Throws 404 for somebody whom the actor may not manage. */
  list(access: OrganizationAccess, userId?: UserId): Promise<readonly Absence[]>;
  /** Throws 422 with all faults, 409 `too-many-absences`. */
  add(access: OrganizationAccess, absence: NewAbsence): Promise<Absence>;
  faults(access: OrganizationAccess, absence: ValidPart<NewAbsence>): Promise<readonly Fault[]>;
  /** Throws 404 for one that the actor may not manage. */
  remove(access: OrganizationAccess, id: string): Promise<void>;
  /** Who may stand in for somebody. Throws as `list`. */
  standIns(
    access: OrganizationAccess,
    o: { readonly userId?: UserId | undefined; readonly q?: string | undefined; readonly page: Page },
  ): Promise<readonly StandIn[]>;
}

interface Deps {
  readonly database: Database;
  readonly clock: Clock;
  readonly tenancy: Pick<Tenancy, 'organization'>;
  readonly log: Emits<typeof absenceChanged>;
}

/** Absences of one person that are not over, at most. */
const MOST = 50;

export function createAbsences({ database, clock, tenancy, log }: Deps): AbsenceService {
  const dayOf = async (tx: Transaction, organization: OrganizationId, at: Date): Promise<string> => {
    const house = await tenancy.organization(organization, tx);
    if (!house) throw notFound();
    return dayIn(at, house.timeZone);
  };
  /** May the actor see and note the absences of this person? */
  const reaches = async (tx: Transaction, access: OrganizationAccess, userId: UserId): Promise<boolean> =>
    userId === access.actor.id || (isId(userId) && (await managesMember(tx, access, userId)));

  const faultsOf = async (
    tx: Transaction,
    access: OrganizationAccess,
    absence: ValidPart<NewAbsence>,
  ): Promise<readonly Fault[]> => {
    const { organization, actor } = access;
    const { userId = actor.id } = absence;
    const today = await dayOf(tx, organization, clock.now());
    return absenceFaults(
      tx,
      { organization, userId: (await reaches(tx, access, userId)) ? userId : null, today },
      absence,
    );
  };

  const rows = (tx: Transaction, organization: OrganizationId) =>
    tx
      .sql<CalendarTables>()
      .selectFrom('absence as a')
      .leftJoin('user as s', 's.id', 'a.standInId')
      .select(['a.id', 'a.userId', 'a.fromDay', 'a.toDay', 'a.standInId', 's.name as standInName', 'a.createdAt'])
      .where('a.organizationId', '=', organization);

  const upcoming = async (tx: Transaction, organization: OrganizationId, userId: UserId): Promise<readonly Absence[]> =>
    (
      await rows(tx, organization)
        .where('a.userId', '=', userId)
        .where('a.toDay', '>=', await dayOf(tx, organization, clock.now()))
        .orderBy('a.fromDay')
        .orderBy('a.id')
        .execute()
    ).map((row) => ({ ...row, createdAt: utc(row.createdAt) }));

  const told = (
    access: OrganizationAccess,
    { id, userId, ...days }: Pick<Absence, 'id' | 'userId' | 'fromDay' | 'toDay' | 'standInId'>,
    side: 'before' | 'after',
  ): void =>
    log.emit(absenceChanged, access, { subject: { type: 'absence', id }, [side]: { userId, ...days } }, { userId });

  return {
    list: (access, userId = access.actor.id) =>
      database.read(access, async (tx) => {
        demandStaff(access);
        if (!(await reaches(tx, access, userId))) throw notFound();
        return upcoming(tx, access.organization, userId);
      }),

    async faults(access, absence) {
      demandStaff(access);
      return database.read(access, (tx) => faultsOf(tx, access, absence));
    },

    async add(access, absence) {
      demandStaff(access);
      const { organization } = access;
      const { userId = access.actor.id, fromDay, toDay, standInId = null } = absence;
      return database.write(access, async (tx) => {
        await advisoryLock(tx, `calendar/${organization}/${userId}`);
        const faults = await faultsOf(tx, access, absence);
        if (faults.length > 0) throw invalid(faults);
        if ((await upcoming(tx, organization, userId)).length >= MOST)
          throw conflict('too-many-absences', `There are ${MOST} absences already. Remove some that are not needed.`);
        const row = { id: newId(), userId, fromDay, toDay, standInId, createdAt: clock.now().toISOString() };
        await tx
          .sql<CalendarTables>()
          .insertInto('absence')
          .values({ organizationId: organization, ...row })
          .execute();
        told(access, { id: row.id, userId, fromDay, toDay, standInId }, 'after');
        const made = await rows(tx, organization).where('a.id', '=', row.id).executeTakeFirstOrThrow();
        return { ...made, createdAt: utc(made.createdAt) };
      });
    },

    async remove(access, id) {
      demandStaff(access);
      if (!isId(id)) throw notFound();
      await database.write(access, async (tx) => {
        const row = await tx
          .sql<CalendarTables>()
          .selectFrom('absence')
          .select(['id', 'userId', 'fromDay', 'toDay', 'standInId'])
          .where('organizationId', '=', access.organization)
          .where('id', '=', id)
          .forUpdate()
          .executeTakeFirst();
        if (!row || !(await reaches(tx, access, row.userId))) throw notFound();
        await tx
          .sql<CalendarTables>()
          .deleteFrom('absence')
          .where('organizationId', '=', access.organization)
          .where('id', '=', id)
          .execute();
        told(access, row, 'before');
      });
    },

    standIns: (access, { userId = access.actor.id, q, page }) =>
      database.read(access, async (tx) => {
        demandStaff(access);
        if (!(await reaches(tx, access, userId))) throw notFound();
        return standInsFor(tx, access.organization, userId, { q, page });
      }),

    away: (organization, users, at) => {
      if (!isTime(at)) throw new RangeError(`"${at}" is no moment.`);
      return database.read(organization, async (tx) => {
        const known = users.filter(isId);
        if (known.length === 0) return new Map();
        const day = await dayOf(tx, organization, new Date(at));
        return awayOn(tx, organization, known, day);
      });
    },
  };
}

/** Who is away matters where work is given out: to the staff. */
function demandStaff(access: OrganizationAccess): void {
  if (access.audience !== 'staff' || access.actor.kind !== 'user')
    throw forbidden('Absences are noted by those who work on applications.');
}
