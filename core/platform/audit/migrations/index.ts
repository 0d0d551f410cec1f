import type { Migration } from '@dossier/sdk';

/** One row for each organization: what runs, and what was found last. */
const checks: Migration = {
  id: '0001-checks',
  async up(run) {
    await run(`create table "audit_check" (
      "organizationId" uuid not null primary key,
      "state" text not null check ("state" in ('waiting', 'running', 'done', 'failed')),
      "run" uuid not null,
      "checked" integer not null,
      "total" integer not null,
      "startedAt" timestamptz not null,
      "movedAt" timestamptz not null,
      "verdict" jsonb,
      "verdictAt" timestamptz,
      "verdictBy" text,
      "requestedByName" text not null
    )`);
  },
};

export const migrations: readonly Migration[] = [checks];
