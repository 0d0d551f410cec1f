import { defineEntity, p } from '@mikro-orm/core';
import type { SealVerdict, TableOf } from '@dossier/sdk';

/** The check of an organization's trail that runs, and what the last one found. */
export const TrailCheckEntity = defineEntity({
  name: 'AuditCheck',
  tableName: 'audit_check',
  properties: {
    organizationId: p.uuid().primary(),
    /** `failed`: it was interrupted, which says nothing of the trail. */
    state: p.text().$type<'waiting' | 'running' | 'done' | 'failed'>(),
    /** Which run it is: an older one writes nothing any more. */
    run: p.uuid(),
    /** Entries looked at, and how many there are. */
    checked: p.integer(),
    total: p.integer(),
    startedAt: p.datetime(),
    movedAt: p.datetime(),
    verdict: p.json<SealVerdict>().nullable(),
    verdictAt: p.datetime().nullable(),
    verdictBy: p.text().nullable(),
    requestedByName: p.text(),
  },
});

export interface AuditTables {
  readonly audit_check: TableOf<typeof TrailCheckEntity>;
}
