import type { Migration } from '@dossier/sdk';

/** Messages from the moment they are caused until some days after they were sent. */
const messages: Migration = {
  id: '0001-mail',
  async up(run) {
    await run(`create table "mail_message" (
      "organizationId" uuid not null,
      "id" uuid not null,
      "kind" text not null,
      "sealed" text,
      "state" text not null check ("state" in ('queued', 'sent', 'rejected', 'failed')),
      "reason" text,
      "createdAt" timestamptz not null,
      "settledAt" timestamptz,
      primary key ("organizationId", "id")
    )`);
    // Old ones are erased in all organizations at once.
    await run('create index "mail_message_created" on "mail_message" ("createdAt")');
  },
};

export const migrations: readonly Migration[] = [messages];
