import { defineEntity, p } from '@mikro-orm/core';
import { tenantTable } from '@dossier/sdk';
import type { TableOf, UserId } from '@dossier/sdk';
import type { ModelFault, RecordNamed, Selection, Sent, TurnState } from './contract.ts';

/** A question with its answer, for its asker alone: the database shows it to nobody else. */
const TurnEntity = defineEntity({
  name: 'AssistantTurn',
  tableName: 'assistant_turn',
  properties: {
    organizationId: p.uuid().primary(),
    id: p.uuid().primary(),
    workspaceId: p.uuid(),
    askerId: p.uuid().$type<UserId>(),
    at: p.datetime(),
    question: p.text(),
    about: p.json<readonly (RecordNamed & { readonly title: string })[]>(),
    selection: p.json<Selection>().nullable(),
    /** Keys of the passages that were sent, each with type and id of its record in front. */
    passages: p.json<readonly string[]>(),
    model: p.text(),
    sent: p.json<Sent['messages']>(),
    digest: p.text(),
    state: p.text().$type<TurnState>(),
    answer: p.text(),
    fault: p.json<ModelFault>().nullable(),
  },
});

export interface AssistantTables {
  readonly assistant_turn: TableOf<typeof TurnEntity>;
}

export const tables = [tenantTable(TurnEntity, { person: 'askerId' })];
