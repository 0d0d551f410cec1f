import { defineEntity, p } from '@mikro-orm/core';
import type { TableOf } from '@dossier/sdk';
import type { DeliveryState } from './contract.ts';

export const MailMessageEntity = defineEntity({
  name: 'MailMessage',
  tableName: 'mail_message',
  properties: {
    organizationId: p.uuid().primary(),
    id: p.uuid().primary(),
    kind: p.text(),
    sealed: p.text().nullable(),
    state: p.text().$type<DeliveryState>(),
    reason: p.text().nullable(),
    createdAt: p.datetime(),
    settledAt: p.datetime().nullable(),
  },
});

/**
 * The table as the query builder sees it. `sealed` holds recipient and content, and is null once the message was sent.
 */
export interface MailTables {
  readonly mail_message: TableOf<typeof MailMessageEntity>;
}
