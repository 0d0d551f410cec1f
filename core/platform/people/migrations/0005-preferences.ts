import type { Migration } from '@dossier/sdk';

/** In which language, time zone and currency a person reads; null where those of the organization count. */
export const preferences: Migration = {
  id: '0005-preferences',
  async up(run) {
    await run(
      `alter table "user" add column "language" text, add column "timeZone" text, add column "currency" text check ("currency" ~ '^[A-Z]{3}$')`,
    );
  },
};
