import type { Migration } from '@dossier/sdk';

/** Views of the queue that people keep. */
const views: Migration = {
  id: '0001-views',
  async up(run) {
    await run(`create table "saved_view" (
      "organizationId" uuid not null,
      "id" uuid not null,
      "workspaceId" uuid not null,
      "ownerId" uuid not null,
      "shared" boolean not null,
      "name" text not null,
      "query" jsonb not null,
      "columns" jsonb not null,
      "grouping" text,
      "roles" jsonb not null,
      "names" jsonb not null,
      "position" integer not null,
      "version" integer not null,
      primary key ("organizationId", "id")
    )`);
    await run(
      'create index "saved_view_shared" on "saved_view" ("organizationId", "workspaceId", "position", "id") where "shared"',
    );
    await run(
      'create index "saved_view_own" on "saved_view" ("organizationId", "workspaceId", "ownerId", "position", "id") where not "shared"',
    );
  },
};

export const migrations: readonly Migration[] = [views];
