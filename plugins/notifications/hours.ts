/** When people are written to: their quiet hours, the time of the daily mail, and the time zone that both are in. */
import { sql } from 'kysely';
import { idArray, storedTimeZone } from '@dossier/sdk';
import type { OrganizationId, Transaction, UserId } from '@dossier/sdk';
import type { People } from '@dossier/core/platform/people/contract';
import type { Tenancy } from '@dossier/core/platform/tenancy/contract';
import type { NoticeTables } from './entities.ts';
import type { Quiet } from './time.ts';

/** For who has chosen nothing. */
export const usualHours = { quiet: null, dailyAt: '08:00' } as const;

export interface Hours {
  readonly quiet: Quiet | null;
  readonly dailyAt: string;
  readonly timeZone: string;
}

interface Deps {
  readonly people: Pick<People, 'chosen'>;
  readonly tenancy: Pick<Tenancy, 'organization'>;
}

/** Of each of these people. */
export type HoursOf = (
  tx: Transaction,
  organization: OrganizationId,
  users: readonly UserId[],
) => Promise<(user: UserId) => Hours>;

export const hoursOf =
  ({ people, tenancy }: Deps): HoursOf =>
  async (tx, organization, users) => {
    const regions = await people.chosen(users, tx);
    const usual = storedTimeZone((await tenancy.organization(organization, tx))?.timeZone ?? 'UTC');
    const rows = await tx
      .sql<NoticeTables>()
      .selectFrom('notice_hours')
      .select(['userId', 'quietFrom', 'quietTo', 'dailyAt'])
      .where('organizationId', '=', organization)
      .where('userId', '=', sql<UserId>`any(${idArray(users)}::uuid[])`)
      .execute();
    const chosen = new Map(rows.map((row) => [row.userId, row]));
    return (user) => {
      const own = chosen.get(user);
      const from = own?.quietFrom ?? null;
      const to = own?.quietTo ?? null;
      return {
        quiet: from === null || to === null ? usualHours.quiet : { from, to },
        dailyAt: own?.dailyAt ?? usualHours.dailyAt,
        timeZone: regions.get(user)?.timeZone ?? usual,
      };
    };
  };
