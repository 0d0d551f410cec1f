import { defineEntity, p } from '@mikro-orm/core';
import type { TableOf } from '@dossier/sdk';

/** A word that is in use, by each form of it in which one letter is missing. */
export const SlipEntity = defineEntity({
  name: 'SearchSlip',
  tableName: 'search_slip',
  properties: {
    organizationId: p.uuid().primary(),
    slip: p.text().primary(),
    word: p.text().primary(),
    audience: p.text().primary().$type<'internal' | 'external'>(),
  },
});

export interface SearchTables {
  readonly search_slip: TableOf<typeof SlipEntity>;
}
