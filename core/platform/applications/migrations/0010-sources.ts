import type { Migration } from '@dossier/sdk';

/** Sources of a workspace are found one from another, each with the name that it had last. */
export const sources: Migration = {
  id: '0010-sources',
  async up(run) {
    await run(
      'create index "application_met" on "application" ("organizationId", "workspaceId", "sourceKind", "sourceId", "createdAt" desc)',
    );
  },
};
