import type { Migration } from '@dossier/sdk';

/** When everything that a person had open was last ended. */
export const signedOut: Migration = {
  id: '0003-signed-out',
  async up(run) {
    await run('alter table "user" add column "signedOutAt" timestamptz');
  },
};
