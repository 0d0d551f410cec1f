/** Payments as they are stored. */
import { isId } from '@dossier/sdk';
import type { OrganizationId, Transaction } from '@dossier/sdk';
import type { PaymentTables, StoredPayment } from './entities.ts';
import { decimalsOfCurrency } from './web/money.ts';
import type { Amount } from './web/money.ts';

const payments = (tx: Transaction, organization: OrganizationId) =>
  tx.sql<PaymentTables>().selectFrom('payment').selectAll().where('organizationId', '=', organization);

/** The payment of an application; undefined where none was ever due. */
export const paymentOf = async (
  tx: Transaction,
  organization: OrganizationId,
  applicationId: string,
): Promise<StoredPayment | undefined> =>
  isId(applicationId)
    ? payments(tx, organization).where('applicationId', '=', applicationId).executeTakeFirst()
    : undefined;

/** Payments of these applications, by the application. */
export async function paymentsOf(
  tx: Transaction,
  organization: OrganizationId,
  applicationIds: readonly string[],
): Promise<ReadonlyMap<string, StoredPayment>> {
  const ids = applicationIds.filter(isId);
  const rows = ids.length === 0 ? [] : await payments(tx, organization).where('applicationId', 'in', ids).execute();
  return new Map(rows.map((row) => [row.applicationId, row]));
}

/** The amount of a row. */
export const amountOf = ({ minor, currency }: Pick<StoredPayment, 'minor' | 'currency'>): Amount => ({
  minor: BigInt(minor),
  currency,
});

/** An amount as columns have it. */
export const asColumns = ({ minor, currency }: Amount) => ({
  minor: minor.toString(),
  decimals: decimalsOfCurrency(currency),
  currency,
});

/** Changes a payment. The caller holds its application. */
export async function updatePayment(
  tx: Transaction,
  { organizationId, applicationId }: StoredPayment,
  set: Partial<StoredPayment>,
): Promise<void> {
  await tx
    .sql<PaymentTables>()
    .updateTable('payment')
    .set(set)
    .where('organizationId', '=', organizationId)
    .where('applicationId', '=', applicationId)
    .execute();
}

/** Asks for a payment no more, if it is due: what somebody records at this moment stays recorded. */
export async function dropPayment(tx: Transaction, organization: OrganizationId, applicationId: string): Promise<void> {
  await tx
    .sql<PaymentTables>()
    .updateTable('payment')
    .set({ state: 'dropped' })
    .where('organizationId', '=', organization)
    .where('applicationId', '=', applicationId)
    .where('state', '=', 'due')
    .execute();
}
