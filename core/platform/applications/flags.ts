/** What is remarkable about applications: rows that are there or not, for staff alone. */
import type { Database, OrganizationId, Transaction } from '@dossier/sdk';
import type { CaseFlag, CaseFlags } from './contract.ts';
import type { ApplicationTables } from './entities.ts';

/** Sets it, in the open transaction; one that is set stays. */
export async function setFlag(
  tx: Transaction,
  organizationId: OrganizationId,
  applicationId: string,
  flag: CaseFlag,
): Promise<void> {
  await tx
    .sql<ApplicationTables>()
    .insertInto('application_flag')
    .values({ organizationId, applicationId, flag })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

/** Takes it away, in the open transaction; none is no fault. */
export async function clearFlag(
  tx: Transaction,
  organizationId: OrganizationId,
  applicationId: string,
  flag: CaseFlag,
): Promise<void> {
  await tx
    .sql<ApplicationTables>()
    .deleteFrom('application_flag')
    .where('organizationId', '=', organizationId)
    .where('applicationId', '=', applicationId)
    .where('flag', '=', flag)
    .execute();
}

/** For other modules. */
export const flagging = (database: Database): CaseFlags => ({
  set: ({ organization }, id, flag) => database.write(organization, (tx) => setFlag(tx, organization, id, flag)),
  clear: ({ organization }, id, flag) => database.write(organization, (tx) => clearFlag(tx, organization, id, flag)),
});
