import type { Migration } from '@dossier/sdk';
import { openWorkspace } from './0002-open-workspace.ts';
import { terms } from './0003-terms.ts';
import { numbers } from './0004-numbers.ts';
import { answerRevisions } from './0005-answer-revisions.ts';
import { queue } from './0006-queue.ts';
import { waiting } from './0007-waiting.ts';
import { ableAssignees } from './0008-able-assignees.ts';
import { foundBy } from './0009-found-by.ts';
import { sources } from './0010-sources.ts';

/**
 * Applications and who belongs to them. Templates and workspaces are other modules' tables: they are checked at
 * submission, never deleted, and kept apart by row-level security, so no foreign key ties the modules' migrations
 * together. Each index serves a list: of a workspace, by status, of a source, of a client, of an officer, and the
 * linking by e-mail.
 */
const applications: Migration = {
  id: '0001-applications',
  async up(run) {
    await run(`create table "application" (
      "organizationId" uuid not null,
      "id" uuid not null,
      "workspaceId" uuid not null,
      "templateId" uuid not null,
      "templateVersion" integer not null,
      "templateName" text not null,
      "status" text not null check ("status" in ('Draft', 'Submitted', 'InReview', 'Approved', 'Rejected')),
      "answers" jsonb not null,
      "applicantName" text not null,
      "sourceKind" text not null,
      "sourceId" text not null,
      "sourceName" text not null,
      "createdAt" timestamptz not null,
      "submittedAt" timestamptz,
      "decidedAt" timestamptz,
      "decidedByKind" text,
      "decidedById" text,
      "decidedByName" text,
      "decisionReason" text,
      "updatedAt" timestamptz not null,
      "version" integer not null,
      primary key ("organizationId", "id")
    )`);
    await run(
      'create index "application_list" on "application" ("organizationId", "workspaceId", "createdAt" desc, "id" desc)',
    );
    await run(
      'create index "application_status" on "application" ("organizationId", "workspaceId", "status", "createdAt" desc, "id" desc)',
    );
    await run(
      'create index "application_source" on "application" ("organizationId", "sourceId", "createdAt" desc, "id" desc)',
    );
    await run(`create table "applicant" (
      "organizationId" uuid not null,
      "applicationId" uuid not null,
      "position" smallint not null,
      "type" text not null,
      "firstName" text not null,
      "lastName" text not null,
      "email" text not null,
      "userId" uuid,
      primary key ("organizationId", "applicationId", "position"),
      foreign key ("organizationId", "applicationId") references "application" ("organizationId", "id")
    )`);
    await run('create index "applicant_client" on "applicant" ("organizationId", "userId") where "userId" is not null');
    await run(
      'create index "applicant_email" on "applicant" ("organizationId", lower("email")) where "userId" is null',
    );
    await run(`create table "assignee" (
      "organizationId" uuid not null,
      "applicationId" uuid not null,
      "userId" uuid not null,
      "automatic" boolean not null,
      "assignedAt" timestamptz not null,
      primary key ("organizationId", "applicationId", "userId"),
      foreign key ("organizationId", "applicationId") references "application" ("organizationId", "id")
    )`);
    await run('create index "assignee_user" on "assignee" ("organizationId", "userId")');
    await run(`create table "confirmation" (
      "organizationId" uuid not null,
      "applicationId" uuid not null,
      "userId" uuid not null,
      "at" timestamptz not null,
      primary key ("organizationId", "applicationId", "userId"),
      foreign key ("organizationId", "applicationId") references "application" ("organizationId", "id")
    )`);
  },
};

export const migrations: readonly Migration[] = [
  applications,
  openWorkspace,
  terms,
  numbers,
  answerRevisions,
  queue,
  waiting,
  ableAssignees,
  foundBy,
  sources,
];
