import { AccessControl, Clock, Database, definePlugin, GrantSource, Registry, tenantTable } from '@dossier/sdk';
import { Tenancy } from '../tenancy/contract.ts';
import {
  AccessAdministration, admissions, editTeam, featureSwitched, grantChanged, inviteUsers, manageAccess, manageMembers, memberAdded, roleCreated, teamAssigned, viewReports,
} from './contract.ts';
import { RoleGrantEntity, TeamRoleEntity, TeamWorkspaceEntity, UserTeamEntity, WorkspaceFeatureEntity } from './entities.ts';
import { createGrantSource } from './grant-source.ts';
import { createGrants } from './grants.ts';
import { createMemberships } from './memberships.ts';
import { migrations } from './migrations/index.ts';
import { handlers, routes } from './routes.ts';

export default definePlugin({
  id: 'access', version: '1.0.0', kernel: '^1.0.0', critical: true,
  needs: { database: Database, clock: Clock, control: AccessControl, registry: Registry, tenancy: Tenancy },
  provides: [GrantSource, AccessAdministration],
  points: [admissions],
  permissions: [manageMembers, editTeam, inviteUsers, viewReports, manageAccess],
  events: [memberAdded, teamAssigned, roleCreated, grantChanged, featureSwitched],
  tables: [
    tenantTable(TeamRoleEntity),
    // The organization picker asks where somebody is a member before any organization is chosen.
    tenantTable(UserTeamEntity, { jobsMay: ['select'] }),
    tenantTable(TeamWorkspaceEntity),
    tenantTable(RoleGrantEntity),
    tenantTable(WorkspaceFeatureEntity),
  ],
  migrations,
  routes,
  setup({ database, clock, control, registry, tenancy }, plugin) {
    const administration: AccessAdministration = {
      ...createMemberships({ database, clock, control, log: plugin }),
      ...createGrants({ database, control, tenancy, log: plugin }),
    };
    plugin.provide(GrantSource, createGrantSource({ database, registry }));
    plugin.provide(AccessAdministration, administration);
    plugin.routes(handlers({ database, registry, tenancy, administration }));
  },
});
