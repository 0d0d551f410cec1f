import { defineEntity, p } from '@mikro-orm/core';
import type { Selectable } from 'kysely';
import type { TableOf } from '@dossier/sdk';
import type { CorrectionState } from './contract.ts';

export const CorrectionRoundEntity = defineEntity({
  name: 'CorrectionRound',
  tableName: 'correction_round',
  properties: {
    organizationId: p.uuid().primary(),
    id: p.uuid().primary(),
    applicationId: p.uuid(),
    /** Where the application is handled. */
    workspaceId: p.uuid(),
    /** From 1 in each application. */
    number: p.integer(),
    state: p.text().$type<CorrectionState>(),
    message: p.text(),
    dueAt: p.datetime(),
    /** When the client is to be reminded; null when the time is too short for it. */
    remindAt: p.datetime().nullable(),
    remindedAt: p.datetime().nullable(),
    askedById: p.uuid(),
    askedByName: p.text(),
    askedAt: p.datetime(),
    endedAt: p.datetime().nullable(),
    /** Of the answers, when it was asked and when it was answered; the same where no answer is another one. */
    revisionBefore: p.integer(),
    revisionAfter: p.integer().nullable(),
    /** Has anybody of the staff looked at the answer? */
    seenAt: p.datetime().nullable(),
    /** Kept and not sent yet: answers by field key, null for none; texts that cannot be read, by pointer. */
    answers: p.json<Readonly<Record<string, unknown>>>(),
    typed: p.json<Readonly<Record<string, string>>>(),
    version: p.integer(),
  },
});

export const CorrectionItemEntity = defineEntity({
  name: 'CorrectionItem',
  tableName: 'correction_item',
  properties: {
    organizationId: p.uuid().primary(),
    roundId: p.uuid().primary(),
    position: p.smallint().primary(),
    kind: p.text().$type<'field' | 'document'>(),
    /** Of the field in the answers, or of the required document. */
    key: p.text(),
    /** As the template said when it was asked. */
    title: p.text(),
    reason: p.text(),
  },
});

/** The tables as the query builder sees them. */
export interface CorrectionTables {
  readonly correction_round: TableOf<typeof CorrectionRoundEntity>;
  readonly correction_item: TableOf<typeof CorrectionItemEntity>;
}
export type StoredRound = Selectable<CorrectionTables['correction_round']>;
export type StoredItem = Selectable<CorrectionTables['correction_item']>;
