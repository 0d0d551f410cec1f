import { isId } from '@dossier/sdk';
import type { Database, RecordNames } from '@dossier/sdk';
import type { TenancyTables } from './entities.ts';

type Named = 'organization' | 'team' | 'workspace';

/** What teams and workspaces are called, those that are archived too, and the organization itself. */
export const tenancyNames = (database: Database): Readonly<Record<Named, RecordNames>> => ({
  organization: {
    names: (organization, ids) =>
      database.read(organization, async (tx) =>
        ids.includes(organization)
          ? (
              await tx
                .sql<TenancyTables>()
                .selectFrom('organization')
                .select(['id', 'name'])
                .where('id', '=', organization)
                .execute()
            ).map((row) => ({ ...row, workspace: null }))
          : [],
      ),
  },
  team: {
    names: (organization, ids) =>
      database.read(organization, async (tx) =>
        (
          await tx
            .sql<TenancyTables>()
            .selectFrom('team')
            .select(['id', 'name'])
            .where('organizationId', '=', organization)
            .where('id', 'in', ids.filter(isId))
            .execute()
        ).map((row) => ({ ...row, workspace: null })),
      ),
  },
  workspace: {
    names: (organization, ids) =>
      database.read(organization, async (tx) =>
        (
          await tx
            .sql<TenancyTables>()
            .selectFrom('workspace')
            .select(['id', 'name'])
            .where('organizationId', '=', organization)
            .where('id', 'in', ids.filter(isId))
            .execute()
        ).map((row) => ({ ...row, workspace: row.id })),
      ),
  },
});
