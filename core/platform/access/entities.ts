import { defineEntity, p } from '@mikro-orm/core';
import type { TableOf, WorkspaceType } from '@dossier/sdk';

export const TeamRoleEntity = defineEntity({
  name: 'TeamRole',
  tableName: 'team_role',
  properties: {
    organizationId: p.uuid().primary(),
    id: p.uuid().primary(),
    teamId: p.uuid(),
    name: p.text(),
    description: p.text(),
    permissions: p.json<readonly string[]>(),
  },
});

export const UserTeamEntity = defineEntity({
  name: 'UserTeam',
  tableName: 'user_team',
  properties: {
    organizationId: p.uuid().primary(),
    id: p.uuid().primary(),
    userId: p.uuid(),
    teamId: p.uuid(),
    teamRoleId: p.uuid().nullable(),
    role: p.text(),
    status: p.text(),
    joinedAt: p.datetime(),
  },
});

export const TeamWorkspaceEntity = defineEntity({
  name: 'TeamWorkspace',
  tableName: 'team_workspace',
  properties: {
    organizationId: p.uuid().primary(),
    teamId: p.uuid().primary(),
    workspaceId: p.uuid().primary(),
  },
});

export const RoleGrantEntity = defineEntity({
  name: 'RoleGrant',
  tableName: 'role_grant',
  properties: {
    organizationId: p.uuid().primary(),
    id: p.uuid().primary(),
    teamRoleId: p.uuid(),
    permission: p.text(),
    workspaceId: p.uuid().nullable(),
  },
});

export const WorkspaceFeatureEntity = defineEntity({
  name: 'WorkspaceFeature',
  tableName: 'workspace_feature',
  properties: {
    organizationId: p.uuid().primary(),
    workspaceId: p.uuid().primary(),
    feature: p.text().primary(),
    enabled: p.boolean(),
    changedBy: p.text().nullable(),
    changedByName: p.text().nullable(),
    changedAt: p.datetime().nullable(),
  },
});

/** Who ticked or unticked a box last; it stays when the grant goes. */
export const RoleGrantChangeEntity = defineEntity({
  name: 'RoleGrantChange',
  tableName: 'role_grant_change',
  properties: {
    organizationId: p.uuid().primary(),
    id: p.uuid().primary(),
    teamRoleId: p.uuid(),
    permission: p.text(),
    workspaceId: p.uuid().nullable(),
    changedBy: p.text(),
    changedByName: p.text(),
    changedAt: p.datetime(),
  },
});

/**
 * The tables as the query builder sees them, with the columns of tenancy's and people's tables that answers join. Those
 * are named again, because modules meet at their contracts.
 */
export interface AccessTables {
  readonly organization: { id: string; type: string };
  readonly user: { id: string; name: string; folded: string; email: string | null; disabledAt: string | null };
  readonly workspace: {
    organizationId: string;
    id: string;
    name: string;
    type: WorkspaceType;
    archivedAt: string | null;
  };
  readonly team: { organizationId: string; id: string; name: string; description: string; createdAt: string };
  readonly team_role: TableOf<typeof TeamRoleEntity>;
  readonly user_team: TableOf<typeof UserTeamEntity>;
  readonly team_workspace: TableOf<typeof TeamWorkspaceEntity>;
  readonly role_grant: TableOf<typeof RoleGrantEntity>;
  readonly role_grant_change: TableOf<typeof RoleGrantChangeEntity>;
  readonly workspace_feature: TableOf<typeof WorkspaceFeatureEntity>;
}
