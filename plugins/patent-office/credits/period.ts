/** Credits are for a calendar month in the time zone of the organization. */
import { dayAfter, dayIn, momentIn, storedTimeZone } from '@dossier/sdk';
import type { OrganizationId, Transaction } from '@dossier/sdk';
import type { Tenancy } from '@dossier/core/platform/tenancy/contract';

export interface Period {
  /** The first day of the month: YYYY-MM-DD */
  readonly begins: string;
  /** The first day of the next one, on which the quota is there again, and when that begins. */
  readonly next: string;
  readonly ends: Date;
}

const firstOf = (day: string): string => `${day.slice(0, 8)}01`;

const periodAt = (now: Date, timeZone: string): Period => {
  const begins = firstOf(dayIn(now, timeZone));
  const next = firstOf(dayAfter(begins, 31));
  return { begins, next, ends: momentIn(next, '00:00', timeZone) };
};

export type PeriodOf = (organization: OrganizationId, tx?: Transaction) => Promise<Period>;

export const periodsBy =
  (tenancy: Pick<Tenancy, 'organization'>, clock: { now(): Date }): PeriodOf =>
  async (organization, tx) => {
    const found = await tenancy.organization(organization, tx);
    return periodAt(clock.now(), storedTimeZone(found?.timeZone ?? 'UTC'));
  };
