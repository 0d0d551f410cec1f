import { isId } from '@dossier/sdk';
import type { Database, Subject } from '@dossier/sdk';
import type { TenancyTables } from './entities.ts';

type Named = 'organization' | 'team' | 'workspace';

/** Teams and workspaces, those that are archived too, and the organization itself. */
export const tenancySubjects = (database: Database): Readonly<Record<Named, Subject>> => ({
  organization: {
    describe: (organization, ids) =>
      database.read(organization, async (tx) =>
        ids.includes(organization)
          ? (
              await tx
                .sql<TenancyTables>()
                .selectFrom('organization')
                .select(['id', 'name as title'])
                .where('id', '=', organization)
                .execute()
            ).map((row) => ({ ...row, workspace: null, path: 'settings/branding' }))
          : [],
      ),
  },
  team: {
    describe: (organization, ids) =>
      database.read(organization, async (tx) =>
        (
          await tx
            .sql<TenancyTables>()
            .selectFrom('team')
            .select(['id', 'name as title'])
            .where('organizationId', '=', organization)
            .where('id', 'in', ids.filter(isId))
            .execute()
        ).map((row) => ({ ...row, workspace: null, path: `settings/teams/${row.id}` })),
      ),
  },
  workspace: {
    describe: (organization, ids) =>
      database.read(organization, async (tx) =>
        (
          await tx
            .sql<TenancyTables>()
            .selectFrom('workspace')
            .select(['id', 'name as title'])
            .where('organizationId', '=', organization)
            .where('id', 'in', ids.filter(isId))
            .execute()
        ).map((row) => ({ ...row, workspace: null, path: `settings/workspaces` })),
      ),
  },
});
