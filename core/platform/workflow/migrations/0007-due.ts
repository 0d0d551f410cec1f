import type { Migration } from '@dossier/sdk';

/**
 * By when officers decide, with what it was reckoned from: when the calendar changes it is reckoned again. `nextAt` is
 * when there is something to do about it, and null while there is not. Beside it whose turn it was, and when those who
 * assign last heard that nobody could be chosen.
 */
export const due: Migration = {
  id: '0007-due',
  async up(run) {
    await run(`create table "workflow_due" (
      "organizationId" uuid not null,
      "applicationId" uuid not null,
      "workspaceId" uuid not null,
      "key" text not null,
      "haltedAt" timestamptz not null,
      "span" jsonb not null,
      "waits" jsonb not null,
      "stoppedAt" timestamptz,
      "remindAt" timestamptz not null,
      "dueAt" timestamptz not null,
      "remindedAt" timestamptz,
      "escalatedAt" timestamptz,
      "nextAt" timestamptz,
      primary key ("organizationId", "applicationId")
    )`);
    await run('create index "workflow_due_next" on "workflow_due" ("nextAt") where "nextAt" is not null');
    await run(`create table "workflow_turn" (
      "organizationId" uuid not null,
      "workspaceId" uuid not null,
      "templateId" uuid not null,
      "key" text not null,
      "userId" uuid not null,
      primary key ("organizationId", "workspaceId", "templateId", "key")
    )`);
    await run(`create table "workflow_notice" (
      "organizationId" uuid not null,
      "workspaceId" uuid not null,
      "at" timestamptz not null,
      primary key ("organizationId", "workspaceId")
    )`);
  },
};
