import { fold, inNameOrder, isId } from '@dossier/sdk';
import type { Database, RecordNames } from '@dossier/sdk';
import type { AccessTables } from './entities.ts';

/** What roles are called, each with its team's members alone to know it. */
export const roleNames = (database: Database): RecordNames => ({
  names: (organization, ids) =>
    database.read(organization, async (tx) =>
      (
        await tx
          .sql<AccessTables>()
          .selectFrom('team_role')
          .select(['id', 'name'])
          .where('organizationId', '=', organization)
          .where('id', 'in', ids.filter(isId))
          .execute()
      ).map((row) => ({ ...row, workspace: null })),
    ),
});

/**
 * What people are called who are, or were, known here: a person is one in all organizations, so names are given by the
 * id that the organization's own records hold, and found among its members alone.
 */
export const peopleNames = (database: Database): RecordNames => ({
  names: (organization, ids) =>
    database.read(organization, async (tx) =>
      (
        await tx
          .sql<AccessTables>()
          .selectFrom('user as u')
          .select(['u.id', 'u.name'])
          .where('u.id', 'in', ids.filter(isId))
          .execute()
      ).map((row) => ({ ...row, workspace: null })),
    ),
  find: (organization, text, limit) =>
    database.read(organization, async (tx) => {
      let found = tx
        .sql<AccessTables>()
        .selectFrom('user as u')
        .select(['u.id', 'u.name'])
        .where('u.id', 'in', (members) =>
          members.selectFrom('user_team').select('userId').where('organizationId', '=', organization),
        );
      for (const word of text.split(/[\s,]+/).filter((one) => one !== ''))
        found = found.where('u.folded', 'like', `%${fold(word).replace(/[\\%_]/g, '\\$&')}%`);
      return (await found.orderBy('u.name', inNameOrder).orderBy('u.id').limit(limit).execute()).map((row) => ({
        ...row,
        workspace: null,
      }));
    }),
});
