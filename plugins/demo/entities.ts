import { defineEntity, p } from '@mikro-orm/core';

export const DemoStepEntity = defineEntity({
  name: 'DemoStep',
  tableName: 'demo_step',
  properties: {
    organizationId: p.uuid().primary(),
    step: p.text().primary(),
    result: p.json<unknown>(),
    at: p.datetime(),
  },
});

/** The table as the query builder sees it. `result` is written as JSON text, read as a value, and holds identifiers, never a secret. */
export interface DemoTables {
  readonly demo_step: { organizationId: string; step: string; result: unknown; at: string };
}
