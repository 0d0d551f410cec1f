import type { Migration } from '@dossier/sdk';

const messages: Migration = {
  id: '0001-messages',
  async up(run) {
    await run(`create table "message_thread" (
      "organizationId" uuid not null,
      "id" uuid not null,
      "kind" text not null check ("kind" in ('direct', 'group', 'case')),
      "pair" text,
      "applicationId" uuid,
      "workspaceId" uuid,
      "title" text not null,
      "openedBy" uuid not null,
      "last" integer not null,
      "lastAt" timestamptz not null,
      primary key ("organizationId", "id"),
      unique ("organizationId", "pair"),
      check (("kind" = 'direct') = ("pair" is not null)),
      check (("kind" = 'case') = ("applicationId" is not null and "workspaceId" is not null)),
      foreign key ("organizationId", "workspaceId") references "workspace" ("organizationId", "id"),
      foreign key ("organizationId", "applicationId") references "application" ("organizationId", "id")
    )`);
    await run(
      'create index "message_thread_case" on "message_thread" ("organizationId", "applicationId") where "applicationId" is not null',
    );
    await run(`create table "message_member" (
      "organizationId" uuid not null,
      "threadId" uuid not null,
      "userId" uuid not null,
      "upTo" integer not null,
      "joinedAt" timestamptz not null,
      "leftAt" timestamptz,
      "muted" boolean not null,
      primary key ("organizationId", "threadId", "userId"),
      foreign key ("organizationId", "threadId") references "message_thread" ("organizationId", "id")
    )`);
    await run(
      'create index "message_member_user" on "message_member" ("organizationId", "userId", "threadId") where "leftAt" is null',
    );
    await run(`create table "message" (
      "organizationId" uuid not null,
      "id" uuid not null,
      "threadId" uuid not null,
      "number" integer not null,
      "byId" uuid not null,
      "byName" text not null,
      "text" text not null,
      "at" timestamptz not null,
      "editedAt" timestamptz,
      "removedAt" timestamptz,
      "version" integer not null,
      primary key ("organizationId", "id"),
      unique ("organizationId", "threadId", "number"),
      foreign key ("organizationId", "threadId") references "message_thread" ("organizationId", "id")
    )`);
    await run(`create table "message_file" (
      "organizationId" uuid not null,
      "id" uuid not null,
      "threadId" uuid not null,
      "messageId" uuid,
      "fileName" text not null,
      "fileId" uuid not null,
      "byId" uuid not null,
      "at" timestamptz not null,
      primary key ("organizationId", "id"),
      foreign key ("organizationId", "threadId") references "message_thread" ("organizationId", "id"),
      foreign key ("organizationId", "messageId") references "message" ("organizationId", "id"),
      foreign key ("organizationId", "fileId") references "file" ("organizationId", "id")
    )`);
    await run('create index "message_file_message" on "message_file" ("organizationId", "messageId")');
    await run('create index "message_file_file" on "message_file" ("organizationId", "fileId")');
    await run(
      'create index "message_file_waiting" on "message_file" ("organizationId", "at") where "messageId" is null',
    );
    await run(`create table "message_term" (
      "organizationId" uuid not null,
      "threadId" uuid not null,
      "term" text collate "C" not null,
      "messageId" uuid not null,
      primary key ("organizationId", "threadId", "term", "messageId"),
      foreign key ("organizationId", "messageId") references "message" ("organizationId", "id")
    )`);
    await run('create index "message_term_message" on "message_term" ("organizationId", "messageId")');
  },
};

export const migrations: readonly Migration[] = [messages];
