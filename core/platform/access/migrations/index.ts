import type { Migration } from '@dossier/sdk';

/** Roles of teams, memberships, assignments of teams to workspaces, grants and feature switches. */
const access: Migration = {
  id: '0001-access',
  async up(run) {
    await run(`create table "team_role" (
      "organizationId" uuid not null,
      "id" uuid not null,
      "teamId" uuid not null,
      "name" text not null,
      "description" text not null,
      "permissions" jsonb not null,
      primary key ("organizationId", "id"),
      unique ("organizationId", "teamId", "name"),
      unique ("organizationId", "teamId", "id"),
      foreign key ("organizationId", "teamId") references "team" ("organizationId", "id")
    )`);
    // The role of a membership belongs to the membership's own team, and a deleted role leaves the membership without
    // rights.
    await run(`create table "user_team" (
      "organizationId" uuid not null,
      "id" uuid not null,
      "userId" uuid not null,
      "teamId" uuid not null,
      "teamRoleId" uuid,
      "role" text not null,
      "status" text not null,
      "joinedAt" timestamptz not null,
      primary key ("organizationId", "id"),
      unique ("organizationId", "userId", "teamId"),
      foreign key ("organizationId", "teamId") references "team" ("organizationId", "id"),
      foreign key ("organizationId", "teamId", "teamRoleId") references "team_role" ("organizationId", "teamId", "id") on delete set null ("teamRoleId")
    )`);
    await run('create index "user_team_user" on "user_team" ("userId")');
    await run(`create table "team_workspace" (
      "organizationId" uuid not null,
      "teamId" uuid not null,
      "workspaceId" uuid not null,
      primary key ("organizationId", "teamId", "workspaceId"),
      foreign key ("organizationId", "teamId") references "team" ("organizationId", "id"),
      foreign key ("organizationId", "workspaceId") references "workspace" ("organizationId", "id")
    )`);
    await run('create index "team_workspace_workspace" on "team_workspace" ("organizationId", "workspaceId")');
    await run(`create table "role_grant" (
      "organizationId" uuid not null,
      "id" uuid not null,
      "teamRoleId" uuid not null,
      "permission" text not null,
      "workspaceId" uuid,
      primary key ("organizationId", "id"),
      foreign key ("organizationId", "teamRoleId") references "team_role" ("organizationId", "id") on delete cascade,
      foreign key ("organizationId", "workspaceId") references "workspace" ("organizationId", "id")
    )`);
    // Without a workspace the grant holds for the organization; two such grants are the same one, although null differs
    // from null.
    await run(
      `create unique index "role_grant_once" on "role_grant" ("organizationId", "teamRoleId", "permission", coalesce("workspaceId", '00000000-0000-0000-0000-000000000000'))`,
    );
    await run('create index "role_grant_workspace" on "role_grant" ("organizationId", "workspaceId", "permission")');
    await run(`create table "workspace_feature" (
      "organizationId" uuid not null,
      "workspaceId" uuid not null,
      "feature" text not null,
      "enabled" boolean not null,
      primary key ("organizationId", "workspaceId", "feature"),
      foreign key ("organizationId", "workspaceId") references "workspace" ("organizationId", "id")
    )`);
  },
};

/** Who changed a box last. Boxes from before know nobody. */
const changes: Migration = {
  id: '0002-changes',
  async up(run) {
    await run(
      'alter table "workspace_feature" add column "changedBy" text, add column "changedByName" text, add column "changedAt" timestamptz',
    );
    await run(`create table "role_grant_change" (
      "organizationId" uuid not null,
      "id" uuid not null,
      "teamRoleId" uuid not null,
      "permission" text not null,
      "workspaceId" uuid,
      "changedBy" text not null,
      "changedByName" text not null,
      "changedAt" timestamptz not null,
      primary key ("organizationId", "id"),
      foreign key ("organizationId", "teamRoleId") references "team_role" ("organizationId", "id") on delete cascade,
      foreign key ("organizationId", "workspaceId") references "workspace" ("organizationId", "id")
    )`);
    await run(
      `create unique index "role_grant_change_once" on "role_grant_change" ("organizationId", "teamRoleId", "permission", coalesce("workspaceId", '00000000-0000-0000-0000-000000000000'))`,
    );
    await run('create index "user_team_team" on "user_team" ("organizationId", "teamId")');
  },
};

export const migrations: readonly Migration[] = [access, changes];
