import { sql } from 'kysely';
import { inNameOrder, isId, nameOrdered, notFound, utc } from '@dossier/sdk';
import type { AccessControl, Clock, Database, Emits, OrganizationAccess, Page } from '@dossier/sdk';
import { manageOrganization } from '../tenancy/contract.ts';
import { manageAccess, teamUnassigned } from './contract.ts';
import { noteChange } from './changes.ts';
import type { Member, TeamReply } from './contract.ts';
import type { AccessTables } from './entities.ts';
import { oneAtATime } from './lock-outs.ts';
import { ownerPermissions } from './team-permissions.ts';

interface Deps {
  readonly database: Database;
  readonly clock: Clock;
  readonly control: AccessControl;
  readonly log: Emits<typeof teamUnassigned>;
}

/** Teams of the organization, who is in them and where they work. */
export interface Teams {
  /** The caller's own teams; all of them for who manages the organization or the matrix. Sorted by name. */
  list(access: OrganizationAccess, o: { readonly id?: string; readonly page: Page }): Promise<readonly TeamReply[]>;
  /** Sorted by name. */
  members(access: OrganizationAccess, teamId: string, page: Page): Promise<readonly Member[]>;
  /**
   * Takes the team out of the workspace, with the boxes that its roles had there: what nobody sees must not come back
   * by itself.
   */
  unassign(access: OrganizationAccess, teamId: string, workspaceId: string): Promise<void>;
}

export function createTeams({ database, clock, control, log }: Deps): Teams {
  return {
    list: (access, { id, page }) =>
      database.read(access, async (tx) => {
        const own = sql<
          readonly string[] | null
        >`(select coalesce(r."permissions", '[]'::jsonb) from "user_team" m left join "team_role" r on r."organizationId" = m."organizationId" and r."id" = m."teamRoleId"
        where m."organizationId" = t."organizationId" and m."teamId" = t."id" and m."userId" = ${access.actor.id}::uuid and m."status" = 'active')`;
        let found = tx
          .sql<AccessTables>()
          .selectFrom('team as t')
          .select([
            't.id',
            't.name',
            't.description',
            't.createdAt',
            own.as('own'),
            sql<number>`(select count(*)::int from "user_team" m where m."organizationId" = t."organizationId" and m."teamId" = t."id" and m."status" = 'active')`.as(
              'memberCount',
            ),
            sql<
              TeamReply['workspaces']
            >`(select coalesce(jsonb_agg(jsonb_build_object('id', w."id", 'name', w."name", 'type', w."type") order by w."name" collate "und-x-icu"), '[]'::jsonb) from "team_workspace" a
          join "workspace" w on w."organizationId" = a."organizationId" and w."id" = a."workspaceId" where a."organizationId" = t."organizationId" and a."teamId" = t."id")`.as(
              'workspaces',
            ),
          ])
          .where('t.organizationId', '=', access.organization)
          .orderBy('t.name', inNameOrder)
          .orderBy('t.id')
          .limit(page.limit + 1);
        if (id !== undefined) found = found.where('t.id', '=', id);
        if (page.after)
          found = found.where(
            sql<boolean>`(${nameOrdered('t.name')}, t."id") > (${page.after.sort}, ${page.after.id}::uuid)`,
          );
        const seesAll = access.can(manageOrganization) || access.can(manageAccess);
        // By one's memberships: what one holds in a team would be looked for in every team of the organization.
        const rows = await (
          seesAll
            ? found
            : found.where('t.id', 'in', (mine) =>
                mine
                  .selectFrom('user_team')
                  .select('teamId')
                  .where('organizationId', '=', access.organization)
                  .where('userId', '=', access.actor.id)
                  .where('status', '=', 'active'),
              )
        ).execute();
        return rows.map(({ own: held, createdAt, ...row }) => ({
          ...row,
          createdAt: utc(createdAt),
          permissions: access.can(manageOrganization) ? ownerPermissions : (held ?? []),
        }));
      }),

    members: (access, teamId, page) =>
      database.read(access, async (tx) => {
        const all = tx
          .sql<AccessTables>()
          .selectFrom('user_team as m')
          .innerJoin('user as u', 'u.id', 'm.userId')
          .leftJoin('team_role as r', (join) =>
            join.onRef('r.organizationId', '=', 'm.organizationId').onRef('r.id', '=', 'm.teamRoleId'),
          )
          .select([
            'm.id',
            'm.userId',
            'u.name',
            'u.email',
            'm.role',
            'm.teamRoleId',
            'r.name as teamRoleName',
            'm.status',
            'm.joinedAt',
          ])
          .where('m.organizationId', '=', access.organization)
          .where('m.teamId', '=', teamId)
          .orderBy('u.name', inNameOrder)
          .orderBy('m.id')
          .limit(page.limit + 1);
        const rows = await (
          page.after
            ? all.where(sql<boolean>`(${nameOrdered('u.name')}, m."id") > (${page.after.sort}, ${page.after.id}::uuid)`)
            : all
        ).execute();
        return rows.map((row) => ({ ...row, joinedAt: utc(row.joinedAt) }));
      }),

    async unassign(access, teamId, workspaceId) {
      if (!isId(teamId) || !isId(workspaceId)) throw notFound();
      await database.write(access, async (tx) => {
        const db = tx.sql<AccessTables>();
        // Or a box that is ticked at this moment would stay behind, and be a right again when the team comes back.
        await oneAtATime(db, access.organization);
        const gone = await db
          .deleteFrom('team_workspace')
          .where('organizationId', '=', access.organization)
          .where('teamId', '=', teamId)
          .where('workspaceId', '=', workspaceId)
          .returning('teamId')
          .executeTakeFirst();
        if (!gone) throw notFound();
        const grants = await db
          .deleteFrom('role_grant')
          .where('organizationId', '=', access.organization)
          .where('workspaceId', '=', workspaceId)
          .where('teamRoleId', 'in', (roles) =>
            roles
              .selectFrom('team_role')
              .select('id')
              .where('organizationId', '=', access.organization)
              .where('teamId', '=', teamId),
          )
          .returning(['teamRoleId', 'permission'])
          .execute();
        for (const grant of grants) await noteChange(db, access, clock.now(), { ...grant, workspaceId });
        log.emit(
          teamUnassigned,
          access,
          {
            subject: { type: 'team', id: teamId },
            before: { workspaceId, grants },
            after: { workspaceId: null },
            workspace: workspaceId,
          },
          { teamId, workspaceId },
        );
        control.changed(access, { organization: access.organization, workspace: workspaceId });
      });
    },
  };
}
