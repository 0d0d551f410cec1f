import type { OrganizationId, Transaction, UserId } from '@dossier/sdk';
import type { CalendarTables } from './entities.ts';

/** Of these people those who are away on a day, each with their stand-in if that one is there. */
export async function awayOn(
  tx: Transaction,
  organization: OrganizationId,
  users: readonly UserId[],
  day: string,
): Promise<ReadonlyMap<UserId, UserId | null>> {
  const db = tx.sql<CalendarTables>();
  const absent = db
    .selectFrom('absence as a')
    .where('a.organizationId', '=', organization)
    .where('a.fromDay', '<=', day)
    .where('a.toDay', '>=', day);
  const away = await absent
    .where('a.userId', 'in', [...users])
    .select(['a.userId', 'a.standInId'])
    .execute();
  const named = away.flatMap(({ standInId }) => standInId ?? []);
  if (named.length === 0) return new Map(away.map(({ userId }) => [userId, null]));
  const there = await db
    .selectFrom('user_team as m')
    .innerJoin('user as u', 'u.id', 'm.userId')
    .select('m.userId')
    .distinct()
    .where('m.organizationId', '=', organization)
    .where('m.status', '=', 'active')
    .where('m.userId', 'in', named)
    .where('u.disabledAt', 'is', null)
    .where('m.userId', 'not in', absent.select('a.userId'))
    .execute();
  const present = new Set(there.map(({ userId }) => userId));
  return new Map(
    away.map(({ userId, standInId }) => [userId, standInId !== null && present.has(standInId) ? standInId : null]),
  );
}
