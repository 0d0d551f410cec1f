import { Clock, Database, definePlugin, tenantTable } from '@dossier/sdk';
import { manageOrganization, organizationCreated, teamCreated, Tenancy, workspaceCreated } from './contract.ts';
import { OrganizationEntity, TeamEntity, WorkspaceEntity } from './entities.ts';
import { migrations } from './migrations/index.ts';
import { handlers, routes } from './routes.ts';
import { createTenancy } from './tenancy.ts';

export default definePlugin({
  id: 'tenancy', version: '1.0.0', kernel: '^1.0.0', critical: true,
  needs: { database: Database, clock: Clock },
  provides: [Tenancy],
  permissions: [manageOrganization],
  events: [organizationCreated, workspaceCreated, teamCreated],
  tables: [
    // A slug leads to its organization before anybody is known to belong there.
    tenantTable(OrganizationEntity, { column: 'id', jobsMay: ['select'] }),
    tenantTable(WorkspaceEntity),
    tenantTable(TeamEntity),
  ],
  migrations,
  routes,
  setup({ database, clock }, plugin) {
    const tenancy = createTenancy({ database, clock, log: plugin });
    plugin.provide(Tenancy, tenancy);
    plugin.routes(handlers(tenancy));
  },
});
