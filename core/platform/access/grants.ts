import { sql } from 'kysely';
import type { Kysely } from 'kysely';
import { inNameOrder, invalid, isId, newId, notFound, startsOn } from '@dossier/sdk';
import type {
  AccessControl,
  Clock,
  Database,
  Emits,
  Feature,
  OrganizationAccess,
  OrganizationId,
  Permission,
  Transaction,
  UserId,
  WorkspaceId,
} from '@dossier/sdk';
import { manageOrganization } from '../tenancy/contract.ts';
import type { Tenancy } from '../tenancy/contract.ts';
import { demandBox } from './boxes.ts';
import { changedBy, noteChange } from './changes.ts';
import { featureSwitched, grantChanged } from './contract.ts';
import type { AccessAdministration, RoleAtWork } from './contract.ts';
import type { AccessTables } from './entities.ts';
import { organizationTypeOf } from './features.ts';
import { withoutLockOut } from './lock-outs.ts';

export interface GrantDeps {
  readonly database: Database;
  readonly clock: Clock;
  readonly control: AccessControl;
  readonly tenancy: Tenancy;
  readonly log: Emits<typeof grantChanged | typeof featureSwitched>;
}

type Grants = Pick<
  AccessAdministration,
  'setGrant' | 'setFeature' | 'holders' | 'holdersIn' | 'holdersInRole' | 'roleNames' | 'rolesIn'
>;

/** Grants of a permission in workspaces, each with the active members that it reaches: their teams work there. */
const grantedIn = (
  tx: Transaction,
  organization: OrganizationId,
  workspaces: readonly string[],
  permission: Permission,
) =>
  tx
    .sql<AccessTables>()
    .selectFrom('role_grant as g')
    .innerJoin('user_team as m', (join) =>
      join
        .onRef('m.organizationId', '=', 'g.organizationId')
        .onRef('m.teamRoleId', '=', 'g.teamRoleId')
        .on('m.status', '=', 'active'),
    )
    .innerJoin('user as u', (join) => join.onRef('u.id', '=', 'm.userId').on('u.disabledAt', 'is', null))
    .innerJoin('team_workspace as a', (join) =>
      join
        .onRef('a.organizationId', '=', 'm.organizationId')
        .onRef('a.teamId', '=', 'm.teamId')
        .onRef('a.workspaceId', '=', 'g.workspaceId'),
    )
    .where('g.organizationId', '=', organization)
    .where('g.workspaceId', 'in', workspaces)
    .where('g.permission', '=', permission.id);

/** Two names that look the same are the same (Unicode, form C). */
const nameOf = (role: string): string => role.trim().normalize('NFC');

/** The permission matrix and the feature switches. */
export function createGrants({ database, clock, control, tenancy, log }: GrantDeps): Grants {
  const demandWorkspace = async (organization: OrganizationId, workspace: WorkspaceId) => {
    const found = await tenancy.workspace(organization, workspace);
    if (!found) throw notFound();
    return found;
  };

  return {
    async setGrant(access, { teamRoleId, permission, workspace, granted }) {
      demandBox(permission, workspace);
      if (!isId(teamRoleId)) throw notFound();
      if (workspace !== null) await demandWorkspace(access.organization, workspace);
      await database.write(access, async (tx) => {
        const db = tx.sql<AccessTables>();
        const role = await db
          .selectFrom('team_role')
          .select('id')
          .where('organizationId', '=', access.organization)
          .where('id', '=', teamRoleId)
          .executeTakeFirst();
        if (!role) throw notFound();
        const box = { teamRoleId, permission: permission.id, workspaceId: workspace };
        const tick = () =>
          db
            .insertInto('role_grant')
            .values({ organizationId: access.organization, id: newId(), ...box })
            .onConflict((c) => c.doNothing())
            .returning('id')
            .execute();
        const untick = () =>
          db
            .deleteFrom('role_grant')
            .where('organizationId', '=', access.organization)
            .where('teamRoleId', '=', teamRoleId)
            .where('permission', '=', permission.id)
            .where('workspaceId', 'is not distinct from', workspace)
            .returning('id')
            .execute();
        const changed = granted
          ? await tick()
          : workspace === null
            ? await withoutLockOut(db, access.organization, null, 'rights', untick)
            : await untick();
        if (changed.length === 0) return;
        await noteChange(db, access, clock.now(), box);
        log.emit(
          grantChanged,
          access,
          {
            subject: { type: 'team-role', id: teamRoleId },
            before: { [permission.id]: !granted },
            after: { [permission.id]: granted },
            workspace,
          },
          { teamRoleId, permission: permission.id, granted },
        );
        control.changed(access, { organization: access.organization, ...(workspace ? { workspace } : {}) });
      });
    },

    async setFeature(access, { workspace, feature, on }) {
      const { type } = await demandWorkspace(access.organization, workspace);
      if (!feature.workspaces.includes(type)) {
        throw invalid([
          {
            pointer: '/features',
            code: 'not-here',
            detail: `"${feature.title}" is not available in a workspace of type ${type}.`,
          },
        ]);
      }
      await database.write(access, (tx) => switchFeature(tx.sql<AccessTables>(), access, workspace, feature, on));
    },

    holders: (organization, workspace, permission) =>
      database.read(organization, async (tx) =>
        workspace === null
          ? inOrganization(tx, organization, permission)
          : permission.scope === 'team'
            ? carriers(tx, organization, workspace, permission)
            : (
                await grantedIn(tx, organization, [workspace], permission)
                  .select('m.userId')
                  .distinct()
                  .orderBy('m.userId')
                  .execute()
              ).map((row) => row.userId),
      ),

    async holdersIn(organization, workspaces, permission) {
      if (workspaces.length === 0) return new Set();
      const rows = await database.read(organization, (tx) =>
        grantedIn(tx, organization, workspaces, permission).select('m.userId').distinct().execute(),
      );
      return new Set(rows.map(({ userId }) => userId));
    },

    async holdersInRole(organization, workspace, permission, role) {
      const rows = await database.read(organization, (tx) =>
        grantedIn(tx, organization, [workspace], permission)
          .innerJoin('team_role as r', (join) =>
            join.onRef('r.organizationId', '=', 'g.organizationId').onRef('r.id', '=', 'g.teamRoleId'),
          )
          .select(['m.userId', 'r.name'])
          .distinct()
          .orderBy('m.userId')
          .execute(),
      );
      const wanted = nameOf(role);
      return [...new Set(rows.filter(({ name }) => nameOf(name) === wanted).map(({ userId }) => userId))];
    },

    async roleNames(organization, workspaces, permission) {
      if (workspaces.length === 0) return new Map();
      const rows = await database.read(organization, (tx) =>
        grantedIn(tx, organization, workspaces, permission)
          .innerJoin('team_role as r', (join) =>
            join.onRef('r.organizationId', '=', 'g.organizationId').onRef('r.id', '=', 'g.teamRoleId'),
          )
          .select(['g.workspaceId', 'r.name'])
          .distinct()
          .execute(),
      );
      const byWorkspace = Map.groupBy(rows, ({ workspaceId }) => workspaceId ?? '');
      return new Map([...byWorkspace].map(([id, some]) => [id, some.map(({ name }) => name)]));
    },

    async rolesIn(organization, workspaces, permissions) {
      if (workspaces.length === 0) return new Map();
      const rows = await database.read(organization, (tx) => rolesAtWork(tx, organization, workspaces, permissions));
      const byWorkspace = Map.groupBy(rows, ({ workspaceId }) => workspaceId);
      return new Map([...byWorkspace].map(([id, some]) => [id, some.map(({ workspaceId: _, ...role }) => role)]));
    },
  };

  async function switchFeature(
    db: Query,
    access: OrganizationAccess,
    workspaceId: WorkspaceId,
    feature: Feature,
    on: boolean,
  ): Promise<void> {
    const before = await db
      .selectFrom('workspace_feature')
      .select('enabled')
      .where('organizationId', '=', access.organization)
      .where('workspaceId', '=', workspaceId)
      .where('feature', '=', feature.id)
      .executeTakeFirst();
    const was = before?.enabled ?? startsOn(feature, await organizationTypeOf(db, access.organization));
    if (was === on) return;
    const by = changedBy(access, clock.now());
    await db
      .insertInto('workspace_feature')
      .values({ organizationId: access.organization, workspaceId, feature: feature.id, enabled: on, ...by })
      .onConflict((c) => c.columns(['organizationId', 'workspaceId', 'feature']).doUpdateSet({ enabled: on, ...by }))
      .execute();
    log.emit(
      featureSwitched,
      access,
      {
        subject: { type: 'workspace', id: workspaceId },
        before: { [feature.id]: was },
        after: { [feature.id]: on },
        workspace: workspaceId,
      },
      { feature: feature.id, on },
    );
    control.changed(access, { organization: access.organization, workspace: workspaceId });
  }
}

type Query = Kysely<AccessTables>;

/** Each role once for each of the workspaces in which its team works. */
function rolesAtWork(
  tx: Transaction,
  organization: OrganizationId,
  workspaces: readonly string[],
  permissions: readonly Permission[],
): Promise<readonly (RoleAtWork & { readonly workspaceId: string })[]> {
  const asked = JSON.stringify(permissions.map(({ id }) => id));
  const held = sql<
    readonly string[]
  >`(select coalesce(jsonb_agg(g."permission" order by g."permission"), '[]'::jsonb) from "role_grant" g
    where g."organizationId" = r."organizationId" and g."teamRoleId" = r."id" and g."workspaceId" = a."workspaceId"
    and jsonb_exists(${asked}::jsonb, g."permission"))`;
  return tx
    .sql<AccessTables>()
    .selectFrom('team_workspace as a')
    .innerJoin('team as t', (join) =>
      join.onRef('t.organizationId', '=', 'a.organizationId').onRef('t.id', '=', 'a.teamId'),
    )
    .innerJoin('team_role as r', (join) =>
      join.onRef('r.organizationId', '=', 'a.organizationId').onRef('r.teamId', '=', 'a.teamId'),
    )
    .select(['a.workspaceId', 'r.id', 'r.name', 'r.teamId', 't.name as teamName', held.as('holds')])
    .where('a.organizationId', '=', organization)
    .where('a.workspaceId', 'in', workspaces)
    .orderBy('t.name', inNameOrder)
    .orderBy('r.id')
    .execute();
}

/** Active members whose role holds the permission in the organization. */
async function inOrganization(
  tx: Transaction,
  organization: OrganizationId,
  permission: Permission,
): Promise<readonly UserId[]> {
  const rows = await tx
    .sql<AccessTables>()
    .selectFrom('role_grant as g')
    .innerJoin('user_team as m', (join) =>
      join
        .onRef('m.organizationId', '=', 'g.organizationId')
        .onRef('m.teamRoleId', '=', 'g.teamRoleId')
        .on('m.status', '=', 'active'),
    )
    .innerJoin('user as u', (join) => join.onRef('u.id', '=', 'm.userId').on('u.disabledAt', 'is', null))
    .select('m.userId')
    .distinct()
    .orderBy('m.userId')
    .where('g.organizationId', '=', organization)
    .where('g.workspaceId', 'is', null)
    .where('g.permission', '=', permission.id)
    .execute();
  return rows.map((row) => row.userId);
}

/**
 * Active members of teams that work there, whose role carries the permission in its team, or who manage the
 * organization.
 */
async function carriers(
  tx: Transaction,
  organization: OrganizationId,
  workspace: WorkspaceId,
  permission: Permission,
): Promise<readonly UserId[]> {
  const rows = await tx
    .sql<AccessTables>()
    .selectFrom('user_team as m')
    .leftJoin('team_role as r', (join) =>
      join
        .onRef('r.organizationId', '=', 'm.organizationId')
        .onRef('r.id', '=', 'm.teamRoleId')
        .onRef('r.teamId', '=', 'm.teamId'),
    )
    .innerJoin('team_workspace as a', (join) =>
      join
        .onRef('a.organizationId', '=', 'm.organizationId')
        .onRef('a.teamId', '=', 'm.teamId')
        .on('a.workspaceId', '=', workspace),
    )
    .select('m.userId')
    .distinct()
    .orderBy('m.userId')
    .where('m.organizationId', '=', organization)
    .where('m.status', '=', 'active')
    .where(
      sql<boolean>`(jsonb_exists("r"."permissions", ${permission.id}) or exists (select from "user_team" "um" join "role_grant" "og" on "og"."organizationId" = "um"."organizationId" and "og"."teamRoleId" = "um"."teamRoleId"
      and "og"."workspaceId" is null where "um"."organizationId" = "m"."organizationId" and "um"."userId" = "m"."userId" and "um"."status" = 'active' and "og"."permission" = ${manageOrganization.id}))`,
    )
    .execute();
  return rows.map((row) => row.userId);
}
