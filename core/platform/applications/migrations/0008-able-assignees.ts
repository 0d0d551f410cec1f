import type { Migration } from '@dossier/sdk';

/**
 * Whether somebody could decide when they were assigned: who loses that has their case taken back, and who never had it
 * keeps theirs. Of who was assigned by hand before nobody knows.
 */
export const ableAssignees: Migration = {
  id: '0008-able-assignees',
  async up(run) {
    await run('alter table "assignee" add column "able" boolean not null default true');
    await run('update "assignee" set "able" = "automatic"');
  },
};
