import type { Migration } from '@dossier/sdk';

/** Applications that are being filled in, each of one person, with the files that were sent for them. */
const drafts: Migration = {
  id: '0001-drafts',
  async up(run) {
    await run(`create table "application_draft" (
      "organizationId" uuid not null,
      "id" uuid not null,
      "workspaceId" uuid not null,
      "ownerId" uuid not null,
      "templateId" uuid not null,
      "templateVersion" integer not null,
      "language" text not null,
      "answers" jsonb not null,
      "typed" jsonb not null,
      "step" text,
      "done" jsonb not null,
      "applicants" jsonb not null,
      "revision" integer not null,
      "createdAt" timestamptz not null,
      "savedAt" timestamptz not null,
      "remindedAt" timestamptz,
      primary key ("organizationId", "id"),
      foreign key ("organizationId", "workspaceId") references "workspace" ("organizationId", "id"),
      foreign key ("organizationId", "templateId", "templateVersion")
        references "template_version" ("organizationId", "templateId", "version")
    )`);
    await run('create index "application_draft_owner" on "application_draft" ("organizationId", "ownerId", "savedAt")');
    await run('create index "application_draft_saved" on "application_draft" ("organizationId", "savedAt")');
    await run(`create table "application_draft_file" (
      "organizationId" uuid not null,
      "id" uuid not null,
      "draftId" uuid not null,
      "requirementKey" text not null,
      "fileName" text not null,
      "fileId" uuid not null,
      "createdAt" timestamptz not null,
      primary key ("organizationId", "id"),
      foreign key ("organizationId", "draftId") references "application_draft" ("organizationId", "id"),
      foreign key ("organizationId", "fileId") references "file" ("organizationId", "id")
    )`);
    await run('create index "application_draft_file_draft" on "application_draft_file" ("organizationId", "draftId")');
    await run('create index "application_draft_file_file" on "application_draft_file" ("organizationId", "fileId")');
  },
};

/** A draft that was sent stays for a while, emptied, so that who sends it again is answered as the first time. */
const sent: Migration = {
  id: '0002-sent',
  async up(run) {
    await run('alter table "application_draft" add column "sent" json, add column "sentAt" timestamptz');
  },
};

export const migrations: readonly Migration[] = [drafts, sent];
