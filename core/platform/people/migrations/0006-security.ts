import type { Migration } from '@dossier/sdk';

/** What happened to the accounts of people, for their own eyes; how pages look for them, and what not to see again. */
export const security: Migration = {
  id: '0006-security',
  async up(run) {
    await run(`create table "security_entry" (
      "id" uuid primary key,
      "userId" uuid not null references "user" ("id"),
      "at" timestamptz not null,
      "kind" text not null,
      "device" text,
      "address" text,
      "organizationId" uuid
    )`);
    await run('create index "security_entry_user" on "security_entry" ("userId", "id")');
    await run(
      `alter table "user" add column "theme" text check ("theme" in ('light', 'dark')), add column "putAside" jsonb not null default '[]'`,
    );
  },
};
