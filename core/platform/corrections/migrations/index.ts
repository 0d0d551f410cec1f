import type { Migration } from '@dossier/sdk';

/** Rounds of corrections, and what is asked in each. */
const corrections: Migration = {
  id: '0001-corrections',
  async up(run) {
    await run(`create table "correction_round" (
      "organizationId" uuid not null,
      "id" uuid not null,
      "applicationId" uuid not null,
      "workspaceId" uuid not null,
      "number" integer not null,
      "state" text not null check ("state" in ('open', 'sent', 'taken-back', 'closed')),
      "message" text not null,
      "dueAt" timestamptz not null,
      "remindAt" timestamptz,
      "remindedAt" timestamptz,
      "askedById" uuid not null,
      "askedByName" text not null,
      "askedAt" timestamptz not null,
      "endedAt" timestamptz,
      "revisionBefore" integer not null,
      "revisionAfter" integer,
      "seenAt" timestamptz,
      "answers" jsonb not null,
      "typed" jsonb not null,
      "version" integer not null,
      primary key ("organizationId", "id"),
      unique ("organizationId", "applicationId", "number"),
      foreign key ("organizationId", "workspaceId") references "workspace" ("organizationId", "id"),
      foreign key ("organizationId", "applicationId") references "application" ("organizationId", "id")
    )`);
    await run(
      `create unique index "correction_round_open" on "correction_round" ("organizationId", "applicationId") where "state" = 'open'`,
    );
    await run(
      `create index "correction_round_reminder" on "correction_round" ("organizationId", "remindAt") where "state" = 'open' and "remindedAt" is null and "remindAt" is not null`,
    );
    await run(`create table "correction_item" (
      "organizationId" uuid not null,
      "roundId" uuid not null,
      "position" smallint not null,
      "kind" text not null check ("kind" in ('field', 'document')),
      "key" text not null,
      "title" text not null,
      "reason" text not null,
      primary key ("organizationId", "roundId", "position"),
      unique ("organizationId", "roundId", "kind", "key"),
      foreign key ("organizationId", "roundId") references "correction_round" ("organizationId", "id")
    )`);
  },
};

export const migrations: readonly Migration[] = [corrections];
