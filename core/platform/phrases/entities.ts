import { defineEntity, p } from '@mikro-orm/core';
import type { TableOf } from '@dossier/sdk';
import type { PhraseUse } from './contract.ts';

export const PhraseEntity = defineEntity({
  name: 'Phrase',
  tableName: 'phrase',
  properties: {
    organizationId: p.uuid().primary(),
    id: p.uuid().primary(),
    use: p.text().$type<PhraseUse>(),
    title: p.text(),
    text: p.text(),
    position: p.integer(),
    version: p.integer(),
  },
});

export interface PhraseTables {
  readonly phrase: TableOf<typeof PhraseEntity>;
}
