import { defineEntity, p } from '@mikro-orm/core';
import type { TableOf } from '@dossier/sdk';

export const DemoStepEntity = defineEntity({
  name: 'DemoStep',
  tableName: 'demo_step',
  properties: {
    organizationId: p.uuid().primary(),
    step: p.text().primary(),
    /** Holds identifiers, never a secret. */
    result: p.json<unknown>(),
    at: p.datetime(),
  },
});

/** The table as the query builder sees it. */
export interface DemoTables {
  readonly demo_step: TableOf<typeof DemoStepEntity>;
}
