import type { Migration } from '@dossier/sdk';

const kind = `"kind" text not null check ("kind" in ('internal', 'external'))`;

/** Comments of applications; every table that holds what one says knows for whom that is. */
const comments: Migration = {
  id: '0001-comments',
  async up(run) {
    await run(`create table "comment" (
      "organizationId" uuid not null,
      "id" uuid not null,
      "applicationId" uuid not null,
      "workspaceId" uuid not null,
      ${kind},
      "text" text not null,
      "byKind" text not null,
      "byId" text not null,
      "byName" text not null,
      "byStaff" boolean not null,
      "replyTo" uuid,
      "at" timestamptz not null,
      "editedAt" timestamptz,
      "removedAt" timestamptz,
      "version" integer not null,
      primary key ("organizationId", "id"),
      foreign key ("organizationId", "workspaceId") references "workspace" ("organizationId", "id"),
      foreign key ("organizationId", "applicationId") references "application" ("organizationId", "id"),
      foreign key ("organizationId", "replyTo") references "comment" ("organizationId", "id")
    )`);
    await run('create index "comment_application" on "comment" ("organizationId", "applicationId", "id")');
    await run(`create table "comment_revision" (
      "organizationId" uuid not null,
      "commentId" uuid not null,
      "version" integer not null,
      ${kind},
      "text" text not null,
      "byKind" text not null,
      "byId" text not null,
      "byName" text not null,
      "at" timestamptz not null,
      primary key ("organizationId", "commentId", "version"),
      foreign key ("organizationId", "commentId") references "comment" ("organizationId", "id")
    )`);
    await run(`create table "comment_mention" (
      "organizationId" uuid not null,
      "commentId" uuid not null,
      "userId" uuid not null,
      ${kind},
      "name" text not null,
      "mailedAt" timestamptz,
      primary key ("organizationId", "commentId", "userId"),
      foreign key ("organizationId", "commentId") references "comment" ("organizationId", "id")
    )`);
    await run(`create table "comment_file" (
      "organizationId" uuid not null,
      "id" uuid not null,
      "applicationId" uuid not null,
      "commentId" uuid,
      ${kind},
      "fileName" text not null,
      "fileId" uuid not null,
      "byId" text not null,
      "at" timestamptz not null,
      primary key ("organizationId", "id"),
      foreign key ("organizationId", "applicationId") references "application" ("organizationId", "id"),
      foreign key ("organizationId", "commentId") references "comment" ("organizationId", "id"),
      foreign key ("organizationId", "fileId") references "file" ("organizationId", "id")
    )`);
    await run('create index "comment_file_comment" on "comment_file" ("organizationId", "commentId")');
    await run('create index "comment_file_file" on "comment_file" ("organizationId", "fileId")');
    await run(
      'create index "comment_file_waiting" on "comment_file" ("organizationId", "at") where "commentId" is null',
    );
    await run(`create table "comment_reader" (
      "organizationId" uuid not null,
      "applicationId" uuid not null,
      "userId" uuid not null,
      "mailedAt" timestamptz not null,
      "readAt" timestamptz,
      primary key ("organizationId", "applicationId", "userId"),
      foreign key ("organizationId", "applicationId") references "application" ("organizationId", "id")
    )`);
  },
};

export const migrations: readonly Migration[] = [comments];
