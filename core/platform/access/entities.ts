import { defineEntity, p } from '@mikro-orm/core';
import type { ColumnType } from 'kysely';
import type { WorkspaceType } from '@dossier/sdk';

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

/** A list in a jsonb column: read as values, written as JSON text. */
type JsonList = ColumnType<readonly string[], string, string>;

/** The tables as the query builder sees them, with the columns of tenancy's and people's tables that answers join; times are text in and out. */
export interface AccessTables {
  readonly organization: { id: string };
  readonly user: { id: string; name: string; email: string | null; disabledAt: string | null };
  readonly workspace: { organizationId: string; id: string; name: string; type: WorkspaceType; archivedAt: string | null };
  readonly team: { organizationId: string; id: string; name: string; description: string; createdAt: string };
  readonly team_role: { organizationId: string; id: string; teamId: string; name: string; description: string; permissions: JsonList };
  readonly user_team: { organizationId: string; id: string; userId: string; teamId: string; teamRoleId: string | null; role: string; status: string; joinedAt: string };
  readonly team_workspace: { organizationId: string; teamId: string; workspaceId: string };
  readonly role_grant: { organizationId: string; id: string; teamRoleId: string; permission: string; workspaceId: string | null };
  readonly role_grant_change: Changed<string> & { organizationId: string; id: string; teamRoleId: string; permission: string; workspaceId: string | null };
  readonly workspace_feature: Changed<string | null> & { organizationId: string; workspaceId: string; feature: string; enabled: boolean };
}

/** Who changed a row last, as id and name at that time, and when. */
interface Changed<T> {
  changedBy: T;
  changedByName: T;
  changedAt: T;
}
