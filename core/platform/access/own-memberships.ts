import { inNameOrder, utc } from '@dossier/sdk';
import type { Access, Database, OrganizationId } from '@dossier/sdk';
import type { Tenancy } from '../tenancy/contract.ts';
import type { OwnMembership } from './contract.ts';
import type { AccessTables } from './entities.ts';

interface Deps {
  readonly database: Database;
  readonly tenancy: Pick<Tenancy, 'organizations'>;
  readonly organizationsOf: (user: string) => Promise<readonly OrganizationId[]>;
}

/**
 * The memberships of the person who asks, in all organizations, by their names. Each organization is read by itself: no
 * query sees two of them.
 */
export const createOwnMemberships =
  ({ database, tenancy, organizationsOf }: Deps) =>
  async ({ actor }: Access): Promise<readonly OwnMembership[]> => {
    const organizations = await tenancy.organizations(await organizationsOf(actor.id));
    const found = await Promise.all(
      organizations.map(({ id, name }) =>
        database.read(id, async (tx) => {
          const rows = await tx
            .sql<AccessTables>()
            .selectFrom('user_team as m')
            .innerJoin('team as t', (join) =>
              join.onRef('t.organizationId', '=', 'm.organizationId').onRef('t.id', '=', 'm.teamId'),
            )
            .leftJoin('team_role as r', (join) =>
              join.onRef('r.organizationId', '=', 'm.organizationId').onRef('r.id', '=', 'm.teamRoleId'),
            )
            .select([
              'm.id',
              'm.teamId',
              't.name as teamName',
              'm.teamRoleId',
              'r.name as teamRoleName',
              'm.role',
              'm.status',
              'm.joinedAt',
            ])
            .where('m.organizationId', '=', id)
            .where('m.userId', '=', actor.id)
            .orderBy('t.name', inNameOrder)
            .orderBy('m.id')
            .execute();
          return rows.map((row) => ({
            ...row,
            organizationId: id,
            organizationName: name,
            joinedAt: utc(row.joinedAt),
          }));
        }),
      ),
    );
    return found.flat();
  };
