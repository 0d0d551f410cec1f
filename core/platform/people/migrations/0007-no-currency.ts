import type { Migration } from '@dossier/sdk';

/** A person has no currency: nothing was ever reckoned in it. */
export const noCurrency: Migration = {
  id: '0007-no-currency',
  async up(run) {
    await run('alter table "user" drop column "currency"');
  },
};
