import { isId } from '@dossier/sdk';
import type { Database, RecordNames } from '@dossier/sdk';
import type { TemplateTables } from './entities.ts';

/** What templates are called now. */
export const templateNames = (database: Database): RecordNames => ({
  names: (organization, ids) =>
    database.read(organization, async (tx) =>
      (
        await tx
          .sql<TemplateTables>()
          .selectFrom('template')
          .select(['id', 'name'])
          .where('organizationId', '=', organization)
          .where('id', 'in', ids.filter(isId))
          .execute()
      ).map((row) => ({ ...row, workspace: null })),
    ),
});
