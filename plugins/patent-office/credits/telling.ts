/** Who hears what of the credits: pages that they were used, the log that few are left. */
import type { Database, OrganizationAccess, SystemAccess } from '@dossier/sdk';

/** Credits of a period, when some of them were used just now. */
export interface Spent {
  readonly quota: number;
  readonly reserved: number;
  readonly used: number;
  /** How many of the used ones are of just now. */
  readonly added: number;
}

/** Few are left when at most this share of the quota is. */
const FEW = 0.1;

export const isLow = (left: number, quota: number): boolean => left <= quota * FEW;

/** Once in a period: those who use credits at the same time wait for each other, so one of them passes the mark. */
const becameLow = ({ quota, used, added }: Spent): boolean =>
  added > 0 && isLow(quota - used, quota) && !isLow(quota - used + added, quota);

export interface Telling {
  /** In the transaction in which they were used. */
  spent(access: Pick<OrganizationAccess, 'organization'>, spent: Spent): Promise<void>;
}

export const createTelling = (o: {
  readonly database: Pick<Database, 'afterCommit'>;
  readonly system: SystemAccess;
  readonly low: (access: OrganizationAccess, about: { readonly left: number; readonly quota: number }) => void;
  readonly changed: (access: OrganizationAccess, left: number) => void;
}): Telling => ({
  spent: async ({ organization }, spent) => {
    const left = Math.max(0, spent.quota - spent.used - spent.reserved);
    const asSystem = await o.system(organization);
    if (becameLow(spent)) o.low(asSystem, { left, quota: spent.quota });
    o.database.afterCommit(() => o.changed(asSystem, left));
  },
});
