/** Credits are for a week, which begins on a Monday in the time zone of the organization. */
import { dayAfter, dayIn, momentIn, storedTimeZone, weekdayOf } from '@dossier/sdk';
import type { OrganizationId, Transaction } from '@dossier/sdk';
import type { Tenancy } from '@dossier/core/platform/tenancy/contract';

export interface Period {
  /** YYYY-MM-DD */
  readonly begins: string;
  /** When the next one begins, and the quota is there again. */
  readonly ends: Date;
}

const periodAt = (now: Date, timeZone: string): Period => {
  const today = dayIn(now, timeZone);
  const begins = dayAfter(today, 1 - weekdayOf(today));
  return { begins, ends: momentIn(dayAfter(begins, 7), '00:00', timeZone) };
};

export type PeriodOf = (organization: OrganizationId, tx?: Transaction) => Promise<Period>;

export const periodsBy =
  (tenancy: Pick<Tenancy, 'organization'>, clock: { now(): Date }): PeriodOf =>
  async (organization, tx) => {
    const found = await tenancy.organization(organization, tx);
    return periodAt(clock.now(), storedTimeZone(found?.timeZone ?? 'UTC'));
  };
