import { defineEntity, p } from '@mikro-orm/core';
import type { Selectable } from 'kysely';
import type { TableOf } from '@dossier/sdk';
import type { PaymentState } from './contract.ts';

export const PaymentEntity = defineEntity({
  name: 'Payment',
  tableName: 'payment',
  properties: {
    organizationId: p.uuid().primary(),
    applicationId: p.uuid().primary(),
    state: p.text().$type<PaymentState>(),
    /** Amount in the smallest units of the currency, which is written with so many decimals. */
    minor: p.text().columnType('bigint'),
    decimals: p.smallint(),
    currency: p.text(),
    purpose: p.text(),
    dueSince: p.datetime(),
    settledAt: p.datetime().nullable(),
    settledById: p.uuid().nullable(),
    settledByName: p.text().nullable(),
    /** Reference of the books and day of the payment, as they were recorded. */
    reference: p.text().nullable(),
    paidOn: p.date().nullable(),
    reason: p.text().nullable(),
  },
});

/** The table as the query builder sees it. */
export interface PaymentTables {
  readonly payment: TableOf<typeof PaymentEntity>;
}
export type StoredPayment = Selectable<PaymentTables['payment']>;
