import type { Migration } from '@dossier/sdk';

/** People to whom a directory has given their first team, so that it gives them none again. */
export const provisioned: Migration = {
  id: '0008-provisioned',
  async up(run) {
    await run(`create table "provisioned_person" (
      "organizationId" uuid not null,
      "userId" uuid not null,
      primary key ("organizationId", "userId")
    )`);
  },
};
