import type { Migration } from '@dossier/sdk';

/**
 * Saved templates with their versions, runs with what they were run with, schedules. A run keeps its definition, so
 * that it says what it shows whatever becomes of its template. One run for each occurrence of a schedule: the unique
 * index is what several nodes meet at.
 */
const reports: Migration = {
  id: '0001-reports',
  async up(run) {
    await run(`create table "report_template" (
      "organizationId" uuid not null, "id" uuid not null, "workspaceId" uuid not null, "name" text not null, "nameKey" text not null, "description" text not null,
      "visibility" text not null check ("visibility" in ('private', 'workspace')), "ownerId" uuid not null, "ownerName" text not null, "basedOn" text, "version" integer not null,
      "createdAt" timestamptz not null, "updatedAt" timestamptz not null,
      primary key ("organizationId", "id"),
      foreign key ("organizationId", "workspaceId") references "workspace" ("organizationId", "id")
    )`);
    await run(
      `create unique index "report_template_shared_name" on "report_template" ("organizationId", "workspaceId", "nameKey") where "visibility" = 'workspace'`,
    );
    await run(
      `create unique index "report_template_own_name" on "report_template" ("organizationId", "workspaceId", "ownerId", "nameKey") where "visibility" = 'private'`,
    );
    await run(`create table "report_template_version" (
      "organizationId" uuid not null, "templateId" uuid not null, "version" integer not null, "definition" jsonb not null, "savedBy" uuid not null, "savedByName" text not null, "savedAt" timestamptz not null,
      primary key ("organizationId", "templateId", "version"),
      foreign key ("organizationId", "templateId") references "report_template" ("organizationId", "id") on delete cascade
    )`);
    await run(`create table "report_schedule" (
      "organizationId" uuid not null, "id" uuid not null, "workspaceId" uuid not null, "name" text not null, "template" text not null, "parameters" jsonb not null, "format" text not null,
      "recurrence" jsonb not null, "timeZone" text not null, "recipients" jsonb not null, "paused" boolean not null, "nextAt" timestamptz,
      "ownerId" uuid not null, "ownerName" text not null, "version" integer not null, "createdAt" timestamptz not null, "updatedAt" timestamptz not null,
      primary key ("organizationId", "id"),
      foreign key ("organizationId", "workspaceId") references "workspace" ("organizationId", "id")
    )`);
    await run('create index "report_schedule_workspace" on "report_schedule" ("organizationId", "workspaceId", "id")');
    await run('create index "report_schedule_due" on "report_schedule" ("nextAt") where not "paused"');
    await run(`create table "report_run" (
      "organizationId" uuid not null, "id" uuid not null, "workspaceId" uuid not null, "workspaceIds" jsonb not null, "template" text, "templateName" text not null, "templateVersion" integer,
      "definition" jsonb not null, "parameters" jsonb not null, "format" text not null check ("format" in ('pdf', 'csv', 'xlsx')),
      "state" text not null check ("state" in ('queued', 'running', 'done', 'failed', 'cancelled')), "progress" double precision not null, "reason" text,
      "requestedBy" uuid not null, "requestedByName" text not null, "personal" boolean not null, "scheduleId" uuid, "occurrence" timestamptz, "late" boolean not null, "repeats" uuid,
      "createdAt" timestamptz not null, "startedAt" timestamptz, "endedAt" timestamptz,
      "periodLabel" text, "blobKey" text, "fileName" text, "contentType" text, "size" integer, "pages" integer,
      primary key ("organizationId", "id"),
      foreign key ("organizationId", "workspaceId") references "workspace" ("organizationId", "id")
    )`);
    await run('create index "report_run_history" on "report_run" ("organizationId", "workspaceId", "id" desc)');
    await run(
      'create unique index "report_run_occurrence" on "report_run" ("organizationId", "scheduleId", "occurrence") where "scheduleId" is not null',
    );
  },
};

/**
 * A run that finds another one of its organization at work is set aside until that one has ended. Results are deleted
 * after a while, their runs are kept.
 */
const turns: Migration = {
  id: '0002-turns',
  async up(run) {
    await run(
      'alter table "report_run" add column "setAside" boolean not null default false, add column "resultDeletedAt" timestamptz',
    );
    await run(
      `create index "report_run_open" on "report_run" ("organizationId", "id") where "state" in ('queued', 'running')`,
    );
    await run(
      'create index "report_run_kept" on "report_run" ("organizationId", "endedAt") where "blobKey" is not null',
    );
  },
};

/** A run knows since when it has its job, so that one whose job is gone is found, and given another one once. */
const takenUp: Migration = {
  id: '0003-taken-up',
  async up(run) {
    await run(
      'alter table "report_run" add column "jobAt" timestamptz not null default now(), add column "takenUp" boolean not null default false',
    );
    await run('alter table "report_run" alter column "jobAt" drop default, alter column "takenUp" drop default');
  },
};

/** A run says what is not as it should be in its file. */
const notices: Migration = {
  id: '0004-notices',
  async up(run) {
    await run('alter table "report_run" add column "notice" text');
  },
};

/**
 * Runs for everybody, and those of one person, newest first: what others ordered for themselves is not between them.
 */
const whose: Migration = {
  id: '0005-whose',
  async up(run) {
    await run(
      'create index "report_run_shared" on "report_run" ("organizationId", "workspaceId", "id" desc) where not "personal"',
    );
    await run(
      'create index "report_run_own" on "report_run" ("organizationId", "workspaceId", "requestedBy", "id" desc)',
    );
    await run('drop index "report_run_history"');
  },
};

/** Results are files with a record, as all are; the files module has made one for each run that has a result. */
const fileRecords: Migration = {
  id: '0006-file-records',
  async up(run) {
    await run('alter table "report_run" add column "fileId" uuid');
    await run('update "report_run" set "fileId" = "id" where "blobKey" is not null');
    await run(`alter table "report_run" drop column "blobKey",
      add foreign key ("organizationId", "fileId") references "file" ("organizationId", "id")`);
    await run(
      'create index "report_run_kept" on "report_run" ("organizationId", "endedAt") where "fileId" is not null',
    );
    await run('create index "report_run_file" on "report_run" ("organizationId", "fileId")');
  },
};

export const migrations: readonly Migration[] = [reports, turns, takenUp, notices, whose, fileRecords];
