import type { Migration } from '@dossier/sdk';

/** Words in use, met by equality of what is left of them without one letter. */
const slips: Migration = {
  id: '0001-slips',
  async up(run) {
    await run(`create table "search_slip" (
      "organizationId" uuid not null,
      "slip" text collate "C" not null,
      "word" text collate "C" not null,
      "audience" text not null,
      primary key ("organizationId", "slip", "word", "audience")
    )`);
  },
};

export const migrations: readonly Migration[] = [slips];
