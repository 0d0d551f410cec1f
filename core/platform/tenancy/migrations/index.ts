import type { Migration } from '@dossier/sdk';

/** Organizations with their workspaces and teams. */
const tenancy: Migration = {
  id: '0001-tenancy',
  async up(run) {
    await run(`create table "organization" (
      "id" uuid primary key,
      "slug" text not null,
      "name" text not null,
      "type" text not null,
      "logo" text,
      "accent" text,
      "createdAt" timestamptz not null
    )`);
    await run('create unique index "organization_slug" on "organization" ("slug")');
    await run(`create table "workspace" (
      "organizationId" uuid not null references "organization" ("id"),
      "id" uuid not null,
      "name" text not null,
      "type" text not null check ("type" in ('STAFF', 'CLIENT', 'MIXED')),
      "createdAt" timestamptz not null,
      primary key ("organizationId", "id")
    )`);
    await run('create unique index "workspace_name" on "workspace" ("organizationId", "name")');
    await run(`create table "team" (
      "organizationId" uuid not null references "organization" ("id"),
      "id" uuid not null,
      "name" text not null,
      "createdAt" timestamptz not null,
      primary key ("organizationId", "id")
    )`);
    await run('create unique index "team_name" on "team" ("organizationId", "name")');
  },
};

export const migrations: readonly Migration[] = [tenancy];
