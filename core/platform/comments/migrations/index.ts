import type { Migration } from '@dossier/sdk';
import { terms } from './0005-terms.ts';

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

/**
 * Up to where people have read. A comment has a turn among those of its kind, since what is shown to a client is new to
 * them however old it is. Who wrote something before this has read what came before it.
 */
const marks: Migration = {
  id: '0002-marks',
  async up(run) {
    await run('alter table "comment" add column "turn" uuid');
    await run('alter table "comment" no force row level security');
    await run('update "comment" set "turn" = "id"');
    await run('alter table "comment" alter column "turn" set not null');
    await run('create index "comment_turn" on "comment" ("organizationId", "applicationId", "kind", "turn")');
    await run(`create table "comment_mark" (
      "organizationId" uuid not null,
      "applicationId" uuid not null,
      ${kind},
      "userId" uuid not null,
      "byStaff" boolean not null,
      "upTo" uuid not null,
      "readAt" timestamptz not null,
      primary key ("organizationId", "applicationId", "kind", "userId"),
      foreign key ("organizationId", "applicationId") references "application" ("organizationId", "id")
    )`);
    await run(`insert into "comment_mark"
      select distinct on ("organizationId", "applicationId", "kind", "byId")
        "organizationId", "applicationId", "kind", "byId"::uuid, "byStaff", "turn", "at"
      from "comment" where "byKind" = 'user'
      order by "organizationId", "applicationId", "kind", "byId", "turn" desc`);
    await run('alter table "comment" force row level security');
  },
};

/** Who hears of a comment, and when they were written to, is kept with the notices. */
const told: Migration = {
  id: '0003-told-elsewhere',
  async up(run) {
    await run('drop table "comment_reader"');
    await run('alter table "comment_mention" drop column "mailedAt"');
  },
};

/** The conversations with clients of a workspace, the newest first. */
const threads: Migration = {
  id: '0004-threads',
  async up(run) {
    await run(
      `create index "comment_thread" on "comment" ("organizationId", "workspaceId", "turn" desc) where "kind" = 'external'`,
    );
  },
};

export const migrations: readonly Migration[] = [comments, marks, told, threads, terms];
