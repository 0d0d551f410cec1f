import type { Migration } from '@dossier/sdk';

/** Texts for reasons. */
const phrases: Migration = {
  id: '0001-phrases',
  async up(run) {
    await run(`create table "phrase" (
      "organizationId" uuid not null,
      "id" uuid not null,
      "use" text not null check ("use" in ('rejection', 'correction', 'document')),
      "title" text not null,
      "text" text not null,
      "position" integer not null,
      "version" integer not null,
      primary key ("organizationId", "id")
    )`);
    await run('create index "phrase_use" on "phrase" ("organizationId", "use", "position", "id")');
  },
};

export const migrations: readonly Migration[] = [phrases];
