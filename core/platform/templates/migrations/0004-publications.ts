import type { Migration } from '@dossier/sdk';

/** Who published a version, and what they said about it. Nobody knows it of those that are there. */
export const publications: Migration = {
  id: '0004-publications',
  async up(run) {
    await run(`alter table "template_version" add column "note" text not null default '',
      add column "byKind" text, add column "byId" text, add column "byName" text`);
  },
};
