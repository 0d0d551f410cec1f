import { isId } from '@dossier/sdk';
import type { Database, Subject } from '@dossier/sdk';
import type { TemplateTables } from './entities.ts';

/** Templates by the names that they have now. Each workspace has its own page for them, so none is theirs alone. */
export const templateSubject = (database: Database): Subject => ({
  describe: (organization, ids) =>
    database.read(organization, async (tx) =>
      (
        await tx
          .sql<TemplateTables>()
          .selectFrom('template')
          .select(['id', 'name as title'])
          .where('organizationId', '=', organization)
          .where('id', 'in', ids.filter(isId))
          .execute()
      ).map((row) => ({ ...row, workspace: null, path: null })),
    ),
});
