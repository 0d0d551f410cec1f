import {
  AccessControl,
  all,
  Clock,
  contributions,
  Database,
  definePlugin,
  GrantSource,
  Registry,
  subjects,
  tenantTable,
} from '@dossier/sdk';
import { tenantHooks, Tenancy } from '../tenancy/contract.ts';
import * as contract from './contract.ts';
import { AccessAdministration, entryPolicies, joinPolicies } from './contract.ts';
import {
  RoleGrantChangeEntity,
  RoleGrantEntity,
  TeamRoleEntity,
  TeamWorkspaceEntity,
  UserTeamEntity,
  WorkspaceFeatureEntity,
} from './entities.ts';
import { withEntryPolicies } from './entry.ts';
import { createGrantSource } from './grant-source.ts';
import { createGrants } from './grants.ts';
import { graphql, resolvers } from './graphql.ts';
import { createJoining } from './joining.ts';
import { createTenantHooks } from './tenant-hooks.ts';
import { createMembers } from './members.ts';
import { createMemberships } from './memberships.ts';
import { migrations } from './migrations/index.ts';
import { createOwnMemberships } from './own-memberships.ts';
import { createPeopleOfOrganization } from './people.ts';
import { roleSubject, userSubject } from './subjects.ts';
import { createRoles } from './roles.ts';
import { matrixHandlers, matrixRoutes } from './routes/matrix.ts';
import { organizationHandlers, organizationRoutes } from './routes/organization.ts';
import { roleChecks, roleHandlers, roleRoutes } from './routes/roles.ts';
import { teamHandlers, teamRoutes } from './routes/teams.ts';
import { userTeamChecks, userTeamHandlers, userTeamRoutes } from './routes/user-teams.ts';
import { createSuspensions } from './suspension.ts';
import { createTeams } from './teams.ts';
import { teamPermissions } from './team-permissions.ts';
import { web } from './pages.ts';

export default definePlugin({
  id: 'access',
  version: '1.0.0',
  kernel: '^1.0.0',
  critical: true,
  needs: {
    database: Database,
    clock: Clock,
    control: AccessControl,
    registry: Registry,
    tenancy: Tenancy,
    admitted: all(joinPolicies),
    entry: all(entryPolicies),
  },
  provides: [GrantSource, AccessAdministration],
  points: [joinPolicies, entryPolicies],
  extends: [contributions(subjects, 'user-team', 'user', 'team-role'), contributions(tenantHooks, 'access')],
  permissions: [...teamPermissions, contract.manageAccess],
  events: [
    contract.memberAdded,
    contract.memberRoleChanged,
    contract.memberRemoved,
    contract.memberSuspended,
    contract.memberResumed,
    contract.teamAssigned,
    contract.teamUnassigned,
    contract.roleCreated,
    contract.roleChanged,
    contract.roleDeleted,
    contract.grantChanged,
    contract.featureSwitched,
  ],
  tables: [
    tenantTable(TeamRoleEntity),
    // The organization picker asks where somebody is a member before any organization is chosen.
    tenantTable(UserTeamEntity, { jobsMay: ['select'] }),
    tenantTable(TeamWorkspaceEntity),
    tenantTable(RoleGrantEntity),
    tenantTable(RoleGrantChangeEntity),
    tenantTable(WorkspaceFeatureEntity),
  ],
  migrations,
  routes: { ...organizationRoutes, ...teamRoutes, ...userTeamRoutes, ...roleRoutes, ...matrixRoutes },
  graphql,
  slots: [contract.peopleAction, contract.peoplePart, contract.personPart, contract.personAside, contract.teamPart],
  web,
  setup({ database, clock, control, registry, tenancy, admitted, entry }, plugin) {
    const roles = createRoles({ database, control, admissions: admitted, log: plugin });
    const people = createPeopleOfOrganization({ database, registry });
    const administration: AccessAdministration = {
      mayKnow: people.mayKnow,
      findPeople: people.findPeople,
      ...createMemberships({ database, clock, control, roles, log: plugin }),
      ...createGrants({ database, clock, control, tenancy, log: plugin }),
      ...createSuspensions({ database, control, log: plugin }),
    };
    const members = createMembers({ database, control, admissions: admitted, log: plugin });
    const teams = createTeams({ database, clock, control, log: plugin });
    const joining = createJoining({ database, administration, admissions: admitted });
    plugin.provide(GrantSource, withEntryPolicies(createGrantSource({ database, registry }), entry));
    plugin.provide(AccessAdministration, administration);
    plugin.contribute(subjects, 'user-team', { open: 'to members' }, members.subject);
    plugin.contribute(subjects, 'user', { open: 'to members' }, userSubject(database));
    plugin.contribute(subjects, 'team-role', { open: 'to members' }, roleSubject(database));
    plugin.contribute(
      tenantHooks,
      'access',
      { open: 'to members' },
      createTenantHooks({ database, control, registry, tenancy, administration, admissions: admitted, log: plugin }),
    );
    plugin.routes(
      {
        ...organizationHandlers({ database, tenancy, administration }),
        ...teamHandlers({ teams, people, administration }),
        ...userTeamHandlers({
          people,
          members,
          ownMemberships: createOwnMemberships({ database, tenancy, organizationsOf: administration.organizationsOf }),
          joining,
        }),
        ...roleHandlers(roles),
        ...matrixHandlers({ database, registry, tenancy, administration }),
      },
      { ...roleChecks, ...userTeamChecks(joining) },
    );
    plugin.resolve(resolvers(people));
  },
});
