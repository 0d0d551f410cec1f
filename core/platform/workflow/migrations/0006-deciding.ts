import type { Migration } from '@dossier/sdk';

/** What is ticked of a checklist, and who has approved a step at which two must. Both are for the staff. */
export const deciding: Migration = {
  id: '0006-deciding',
  async up(run) {
    await run(`create table "workflow_tick" (
      "organizationId" uuid not null,
      "applicationId" uuid not null,
      "key" text not null,
      "point" text not null,
      "userId" uuid not null,
      "at" timestamptz not null,
      primary key ("organizationId", "applicationId", "key", "point")
    )`);
    await run(`create table "workflow_vote" (
      "organizationId" uuid not null,
      "applicationId" uuid not null,
      "key" text not null,
      "visit" integer not null,
      "userId" uuid not null,
      "note" text,
      "at" timestamptz not null,
      primary key ("organizationId", "applicationId", "key", "visit", "userId")
    )`);
  },
};
