import { sql } from 'kysely';
import type { Kysely } from 'kysely';
import { fold, forbidden, inNameOrder, isId, nameOrdered, notFound, utc } from '@dossier/sdk';
import type { Access, Actor, Database, OrganizationAccess, OrganizationId, Page, Registry, UserId } from '@dossier/sdk';
import { manageOrganization } from '../tenancy/contract.ts';
import { inviteUsers, manageAccess, manageMembers } from './contract.ts';
import type { AccessAdministration, Membership, PersonReply } from './contract.ts';
import type { AccessTables } from './entities.ts';
import { ownerPermissions } from './team-permissions.ts';

/** Who is who in an organization, for those who have to know. */
export interface PeopleOfOrganization extends Pick<AccessAdministration, 'mayKnow' | 'findPeople'> {
  /**
   * Sorted by name; each word of `q` is a part of name or e-mail, neither case nor accents counting. Throws 403 to who
   * neither runs the organization nor manages or invites members of a team.
   */
  list(access: OrganizationAccess, o: { q?: string; id?: UserId; page: Page }): Promise<readonly PersonReply[]>;
  /**
   * One's own memberships in all organizations; another's in the active one, for those who run it, or in the teams
   * whose members the caller manages. Throws 404 for somebody who is not in the active organization, 403 without
   * that right.
   */
  memberships(access: Access, userId: string, page: Page): Promise<readonly Membership[]>;
  /** Ids of the permissions that the actor holds in the organization: in all of it, or in one of its teams at least. */
  held(access: OrganizationAccess): Promise<readonly string[]>;
}

type Query = Kysely<AccessTables>;
const columns = ['id', 'userId', 'teamId', 'role', 'teamRoleId', 'status', 'joinedAt'] as const;

export function createPeopleOfOrganization({
  database,
  registry,
}: {
  database: Database;
  registry: Registry;
}): PeopleOfOrganization {
  return {
    async held(access) {
      const everywhere = registry.permissions
        .filter((permission) => permission.scope === 'organization' && access.can(permission))
        .map(({ id }) => id);
      if (access.can(manageOrganization)) return [...everywhere, ...ownerPermissions];
      const roles = await database.read(access, (tx) => rolesOf(tx.sql<AccessTables>(), access));
      return [...everywhere, ...new Set(roles.flatMap(({ permissions }) => permissions))];
    },

    list: (access, { q, id, page }) =>
      database.read(access, async (tx) => {
        const db = tx.sql<AccessTables>();
        if (!(await mayList(db, access))) throw forbidden();
        const words = q === undefined ? [] : q.split(/[\s,]+/).map((word) => [fold(word)]);
        let found = peopleWith(db, access, words).limit(page.limit + 1);
        if (id !== undefined) found = found.where('u.id', '=', id);
        if (page.after)
          found = found.where(
            sql<boolean>`(${nameOrdered('u.name')}, u."id") > (${page.after.sort}, ${page.after.id}::uuid)`,
          );
        return found.execute();
      }),

    findPeople: (access, { words, limit }, signal) =>
      database.read(
        access,
        async (tx) => {
          const db = tx.sql<AccessTables>();
          return (await mayList(db, access)) ? peopleWith(db, access, words).limit(limit).execute() : [];
        },
        signal,
      ),

    mayKnow: (organization, viewer, userId) =>
      database.read(organization, async (tx) => {
        if (!isId(userId)) return false;
        const db = tx.sql<AccessTables>();
        const members = await db
          .selectFrom('user_team')
          .select('userId')
          .distinct()
          .where('organizationId', '=', organization)
          .where('userId', 'in', [viewer, userId])
          .where('status', '=', 'active')
          .execute();
        if (members.length < (viewer === userId ? 1 : 2)) return false;
        if (
          viewer === userId ||
          (await runsOrganization(db, organization, viewer)) ||
          (await teamsWhere(db, { organization, actor: { id: viewer } }, [manageMembers.id, inviteUsers.id])).length > 0
        )
          return true;
        const rooms = (person: UserId) =>
          db
            .selectFrom('user_team as m')
            .innerJoin('team_workspace as a', (join) =>
              join.onRef('a.organizationId', '=', 'm.organizationId').onRef('a.teamId', '=', 'm.teamId'),
            )
            .innerJoin('workspace as w', (join) =>
              join
                .onRef('w.organizationId', '=', 'a.organizationId')
                .onRef('w.id', '=', 'a.workspaceId')
                .on('w.type', '=', 'STAFF'),
            )
            .select('w.id')
            .where('m.organizationId', '=', organization)
            .where('m.userId', '=', person)
            .where('m.status', '=', 'active');
        return (await rooms(viewer).where('w.id', 'in', rooms(userId)).limit(1).executeTakeFirst()) !== undefined;
      }),

    async memberships(access, userId, page) {
      const { organization, actor } = access;
      const listed = (db: Query) => {
        const all = db
          .selectFrom('user_team')
          .select(columns)
          .where('userId', '=', userId)
          .orderBy('id')
          .limit(page.limit + 1);
        return page.after ? all.where('id', '>', page.after.id) : all;
      };
      if (userId === actor.id)
        return database.lookUp(async (tx) => (await listed(tx.sql<AccessTables>()).execute()).map(shown));
      if (organization === null || !isId(userId)) throw notFound();
      return database.read(organization, async (tx) => {
        const db = tx.sql<AccessTables>();
        const all = listed(db).where('organizationId', '=', organization);
        const known = await db
          .selectFrom('user_team')
          .select(['userId', 'teamRoleId', 'status'])
          .where('organizationId', '=', organization)
          .where('userId', 'in', [actor.id, userId])
          .execute();
        const isMember = known.some((row) => row.userId === actor.id && row.status === 'active');
        if (!isMember || !known.some((row) => row.userId === userId)) throw notFound();
        if (await runsOrganization(db, organization, actor.id)) return (await all.execute()).map(shown);
        const managed = await teamsWhere(db, { organization, actor }, [manageMembers.id]);
        const rows = managed.length === 0 ? [] : await all.where('teamId', 'in', managed).execute();
        if (rows.length === 0)
          throw forbidden(
            'You see the memberships of the people whose teams you manage. Ask an administrator of the organization.',
          );
        return rows.map(shown);
      });
    },
  };
}

/** Does the actor run the organization, or manage or invite members of one of its teams? */
const mayList = async (db: Query, access: OrganizationAccess): Promise<boolean> =>
  access.can(manageOrganization) ||
  access.can(manageAccess) ||
  (await teamsWhere(db, access, [manageMembers.id, inviteUsers.id])).length > 0;

/** People of the organization with their teams, by name; of each word one spelling is part of name or e-mail. */
const peopleWith = (db: Query, { organization }: OrganizationAccess, words: readonly (readonly string[])[]) => {
  const memberships = sql<
    PersonReply['memberships']
  >`(select jsonb_agg(jsonb_build_object('id', m."id", 'teamId', m."teamId", 'teamName', t."name", 'teamRoleId', m."teamRoleId", 'teamRoleName', r."name", 'status', m."status") order by t."name" collate "und-x-icu")
        from "user_team" m join "team" t on t."organizationId" = m."organizationId" and t."id" = m."teamId" left join "team_role" r on r."organizationId" = m."organizationId" and r."id" = m."teamRoleId"
        where m."organizationId" = ${organization} and m."userId" = u."id")`;
  let found = db
    .selectFrom('user as u')
    .select(['u.id', 'u.name', 'u.email', memberships.as('memberships')])
    .where('u.id', 'in', (members) =>
      members.selectFrom('user_team').select('userId').where('organizationId', '=', organization),
    )
    .orderBy('u.name', inNameOrder)
    .orderBy('u.id');
  for (const spellings of words)
    found = found.where(({ eb, or }) =>
      or(spellings.map((word) => eb('u.folded', 'like', `%${word.replace(/[\\%_]/g, '\\$&')}%`))),
    );
  return found;
};

const shown = (row: Membership): Membership => ({ ...row, joinedAt: utc(row.joinedAt) });

async function runsOrganization(db: Query, organization: string, userId: UserId): Promise<boolean> {
  const row = await db
    .selectFrom('role_grant as g')
    .innerJoin('user_team as m', (join) =>
      join
        .onRef('m.organizationId', '=', 'g.organizationId')
        .onRef('m.teamRoleId', '=', 'g.teamRoleId')
        .on('m.status', '=', 'active'),
    )
    .select('g.id')
    .where('g.organizationId', '=', organization)
    .where('g.workspaceId', 'is', null)
    .where('g.permission', 'in', [manageOrganization.id, manageAccess.id])
    .where('m.userId', '=', userId)
    .executeTakeFirst();
  return row !== undefined;
}

interface Where {
  readonly organization: OrganizationId;
  readonly actor: Pick<Actor, 'id'>;
}

/** The actor's active roles in teams. */
const rolesOf = (
  db: Query,
  { organization, actor }: Where,
): Promise<readonly { readonly teamId: string; readonly permissions: readonly string[] }[]> =>
  db
    .selectFrom('user_team as m')
    .innerJoin('team_role as r', (join) =>
      join.onRef('r.organizationId', '=', 'm.organizationId').onRef('r.id', '=', 'm.teamRoleId'),
    )
    .select(['m.teamId', 'r.permissions'])
    .where('m.organizationId', '=', organization)
    .where('m.userId', '=', actor.id)
    .where('m.status', '=', 'active')
    .execute();

/** Teams in which the actor's role holds one of these. */
const teamsWhere = async (db: Query, where: Where, permissions: readonly string[]): Promise<readonly string[]> =>
  (await rolesOf(db, where))
    .filter((role) => role.permissions.some((permission) => permissions.includes(permission)))
    .map(({ teamId }) => teamId);
