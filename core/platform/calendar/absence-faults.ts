import { dayAfter, isId } from '@dossier/sdk';
import type { Fault, OrganizationId, Transaction, UserId, ValidPart } from '@dossier/sdk';
import { mayStandIn } from './colleagues.ts';
import type { NewAbsence } from './absences.ts';
import type { CalendarTables } from './entities.ts';
import { badDay, isCalendarDay } from './faults.ts';

interface Asked {
  readonly organization: OrganizationId;
  /** Who is to be away; null for somebody whose membership the actor does not manage. */
  readonly userId: UserId | null;
  /** The day that it is for the organization. */
  readonly today: string;
}

/** What is wrong with an absence, all at once; of what did not fit its form only the rest is looked at. */
export async function absenceFaults(
  tx: Transaction,
  { organization, userId, today }: Asked,
  { fromDay, toDay, standInId }: ValidPart<NewAbsence>,
): Promise<readonly Fault[]> {
  const wrong = dayFaults(fromDay, toDay, today);
  return [
    ...(userId === null
      ? [{ pointer: '/userId', code: 'unknown-person', detail: 'Choose somebody whose membership you manage.' }]
      : []),
    ...wrong,
    ...(userId !== null && wrong.length === 0 && fromDay !== undefined && toDay !== undefined
      ? await overlapFaults(tx, organization, userId, fromDay, toDay)
      : []),
    ...(standInId && !(userId !== null && isId(standInId) && (await mayStandIn(tx, organization, userId, standInId)))
      ? [
          {
            pointer: '/standInId',
            code: 'unknown-person',
            detail: 'Choose a colleague who works in the same workspace, or nobody.',
          },
        ]
      : []),
  ];
}

function dayFaults(fromDay: string | undefined, toDay: string | undefined, today: string): readonly Fault[] {
  const faults: Fault[] = [];
  const begins = fromDay !== undefined && isCalendarDay(fromDay);
  if (fromDay !== undefined && !begins) faults.push(badDay('/fromDay'));
  if (toDay === undefined) return faults;
  if (!isCalendarDay(toDay)) return [...faults, badDay('/toDay')];
  const last = (code: string, detail: string) => faults.push({ pointer: '/toDay', code, detail });
  if (begins && toDay < fromDay) last('before-start', 'The last day may not be before the first.');
  else if (toDay < today) last('past', 'This day has passed. Choose today or a later one.');
  else if (begins && toDay > dayAfter(fromDay, 3_660))
    last('too-long', 'This is longer than ten years. Choose an earlier day.');
  return faults;
}

async function overlapFaults(
  tx: Transaction,
  organization: OrganizationId,
  userId: UserId,
  fromDay: string,
  toDay: string,
): Promise<readonly Fault[]> {
  const other = await tx
    .sql<CalendarTables>()
    .selectFrom('absence')
    .select(['fromDay', 'toDay'])
    .where('organizationId', '=', organization)
    .where('userId', '=', userId)
    .where('fromDay', '<=', toDay)
    .where('toDay', '>=', fromDay)
    .executeTakeFirst();
  if (!other) return [];
  const detail = `There is an absence from ${other.fromDay} to ${other.toDay} already. Choose other days, or remove it.`;
  return [{ pointer: '/fromDay', code: 'overlap', detail }];
}
