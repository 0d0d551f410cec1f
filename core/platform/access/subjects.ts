import { fold, inNameOrder, isId } from '@dossier/sdk';
import type { Database, Subject } from '@dossier/sdk';
import type { AccessTables } from './entities.ts';

/** Roles, each with its team's members alone to know it. */
export const roleSubject = (database: Database): Subject => ({
  describe: (organization, ids) =>
    database.read(organization, async (tx) =>
      (
        await tx
          .sql<AccessTables>()
          .selectFrom('team_role')
          .select(['id', 'name as title', 'teamId'])
          .where('organizationId', '=', organization)
          .where('id', 'in', ids.filter(isId))
          .execute()
      ).map(({ teamId, ...row }) => ({ ...row, workspace: null, path: `settings/teams/${teamId}` })),
    ),
});

const pageOf = (user: string): string => `settings/people/${user}`;

/**
 * People who are, or were, known here. A person is one in all organizations, so names are given by the id that the
 * organization's own records hold, and found among its members alone; these alone have a page here.
 */
export const userSubject = (database: Database): Subject => ({
  describe: (organization, ids) =>
    database.read(organization, async (tx) =>
      (
        await tx
          .sql<AccessTables>()
          .selectFrom('user as u')
          .select(['u.id', 'u.name as title'])
          .select(({ exists, selectFrom }) =>
            exists(
              selectFrom('user_team')
                .select('userId')
                .where('organizationId', '=', organization)
                .whereRef('userId', '=', 'u.id'),
            ).as('isMember'),
          )
          .where('u.id', 'in', ids.filter(isId))
          .execute()
      ).map(({ isMember, ...row }) => ({ ...row, workspace: null, path: isMember ? pageOf(row.id) : null })),
    ),
  find: (organization, text, limit) =>
    database.read(organization, async (tx) => {
      let found = tx
        .sql<AccessTables>()
        .selectFrom('user as u')
        .select(['u.id', 'u.name as title'])
        .where('u.id', 'in', (members) =>
          members.selectFrom('user_team').select('userId').where('organizationId', '=', organization),
        );
      for (const word of text.split(/[\s,]+/).filter((one) => one !== ''))
        found = found.where('u.folded', 'like', `%${fold(word).replace(/[\\%_]/g, '\\$&')}%`);
      return (await found.orderBy('u.name', inNameOrder).orderBy('u.id').limit(limit).execute()).map((row) => ({
        ...row,
        workspace: null,
        path: pageOf(row.id),
      }));
    }),
});
