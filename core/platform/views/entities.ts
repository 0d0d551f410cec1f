import { defineEntity, p } from '@mikro-orm/core';
import type { TableOf } from '@dossier/sdk';

/** What was kept may name what is no more: it is read as what it is, and `reading.ts` says what still holds. */
export const SavedViewEntity = defineEntity({
  name: 'SavedView',
  tableName: 'saved_view',
  properties: {
    organizationId: p.uuid().primary(),
    id: p.uuid().primary(),
    workspaceId: p.uuid(),
    /** Who made it; nobody else reads one that is not shared. */
    ownerId: p.uuid(),
    shared: p.boolean(),
    name: p.text(),
    query: p.json<Readonly<Record<string, unknown>>>(),
    columns: p.json<readonly string[]>(),
    grouping: p.text().nullable(),
    /** Names of the roles that begin with it. */
    roles: p.json<readonly string[]>(),
    /** What ids of it were called when it was saved, to name what is no more. */
    names: p.json<Readonly<Record<string, string>>>(),
    position: p.integer(),
    version: p.integer(),
  },
});

export interface ViewTables {
  readonly saved_view: TableOf<typeof SavedViewEntity>;
}
