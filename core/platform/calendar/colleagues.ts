import { sql } from 'kysely';
import { fold, inNameOrder, nameOrdered } from '@dossier/sdk';
import type { OrganizationAccess, OrganizationId, Page, Transaction, UserId } from '@dossier/sdk';
import { manageMembers } from '../access/contract.ts';
import { manageOrganization } from '../tenancy/contract.ts';
import type { StandIn } from './contract.ts';
import type { CalendarTables } from './entities.ts';

/** People who work in a workspace of the staff with this person and can sign in: who may stand in for them. */
const colleagues = (tx: Transaction, organization: OrganizationId, userId: UserId) => {
  const placed = () =>
    tx
      .sql<CalendarTables>()
      .selectFrom('user_team as m')
      .innerJoin('team_workspace as a', (join) =>
        join.onRef('a.organizationId', '=', 'm.organizationId').onRef('a.teamId', '=', 'm.teamId'),
      )
      .where('m.organizationId', '=', organization)
      .where('m.status', '=', 'active');
  const theirs = placed()
    .innerJoin('workspace as w', (join) =>
      join
        .onRef('w.organizationId', '=', 'a.organizationId')
        .onRef('w.id', '=', 'a.workspaceId')
        .on('w.type', '=', 'STAFF')
        .on('w.archivedAt', 'is', null),
    )
    .where('m.userId', '=', userId)
    .select('a.workspaceId');
  return tx
    .sql<CalendarTables>()
    .selectFrom('user as u')
    .where('u.id', 'in', placed().where('a.workspaceId', 'in', theirs).select('m.userId'))
    .where('u.id', '<>', userId)
    .where('u.disabledAt', 'is', null);
};

/** Sorted by name; each word of `q` is a part of it, neither case nor accents counting. */
export async function standInsFor(
  tx: Transaction,
  organization: OrganizationId,
  userId: UserId,
  { q, page }: { readonly q?: string | undefined; readonly page: Page },
): Promise<readonly StandIn[]> {
  let found = colleagues(tx, organization, userId)
    .select(['u.id', 'u.name'])
    .orderBy('u.name', inNameOrder)
    .orderBy('u.id')
    .limit(page.limit + 1);
  for (const word of (q ?? '').split(/[\s,]+/).filter((word) => word !== ''))
    found = found.where('u.folded', 'like', `%${fold(word).replace(/[\\%_]/g, '\\$&')}%`);
  if (page.after)
    found = found.where(
      sql<boolean>`(${nameOrdered('u.name')}, u."id") > (${page.after.sort}, ${page.after.id}::uuid)`,
    );
  return found.execute();
}

export const mayStandIn = async (
  tx: Transaction,
  organization: OrganizationId,
  userId: UserId,
  standInId: UserId,
): Promise<boolean> =>
  (await colleagues(tx, organization, userId).select('u.id').where('u.id', '=', standInId).executeTakeFirst()) !==
  undefined;

/** Who runs the organization manages all of its members; others those of the teams in which they may. */
export async function managesMember(tx: Transaction, access: OrganizationAccess, userId: UserId): Promise<boolean> {
  const { organization, actor } = access;
  const member = tx
    .sql<CalendarTables>()
    .selectFrom('user_team as m')
    .select('m.teamId')
    .where('m.organizationId', '=', organization)
    .where('m.userId', '=', userId)
    .where('m.status', '=', 'active');
  const known = access.can(manageOrganization)
    ? member
    : member.where('m.teamId', 'in', (own) =>
        own
          .selectFrom('user_team as o')
          .innerJoin('team_role as r', (join) =>
            join.onRef('r.organizationId', '=', 'o.organizationId').onRef('r.id', '=', 'o.teamRoleId'),
          )
          .select('o.teamId')
          .where('o.organizationId', '=', organization)
          .where('o.userId', '=', actor.id)
          .where('o.status', '=', 'active')
          .where(sql<boolean>`r."permissions" @> ${JSON.stringify([manageMembers.id])}::jsonb`),
      );
  return (await known.executeTakeFirst()) !== undefined;
}
