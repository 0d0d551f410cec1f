import { defineEntity, p } from '@mikro-orm/core';
import { tenantTable } from '@dossier/sdk';
import type { TableOf } from '@dossier/sdk';

/** Health of the directory of an organization. The row comes and goes with its settings. */
const Directory = defineEntity({
  name: 'LdapDirectory',
  tableName: 'ldap_directory',
  properties: {
    organizationId: p.uuid().primary(),
    /** The `keycloakComponentId` of the settings; it stays through changes of them. */
    componentId: p.uuid(),
    /** New with every change of the settings: a look with those from before says nothing of these. */
    stamp: p.uuid(),
    /** The title of the step that failed at the last look; null when all went well. */
    trouble: p.text().nullable(),
    nextAt: p.datetime(),
  },
});

export interface LdapTables {
  readonly ldap_directory: TableOf<typeof Directory>;
}

// Directories whose time has come are looked for in all organizations at once.
export const tables = [tenantTable(Directory, { audience: 'staff', jobsMay: ['select'] })];
