import type { Migration } from '@dossier/sdk';

/** How far the seeding of an organization has come. */
const demo: Migration = {
  id: '0001-demo',
  async up(run) {
    await run(`create table "demo_step" (
      "organizationId" uuid not null references "organization" ("id"),
      "step" text not null,
      "result" jsonb not null,
      "at" timestamptz not null,
      primary key ("organizationId", "step")
    )`);
  },
};

export const migrations: readonly Migration[] = [demo];
