import { createHash } from 'node:crypto';
import type { Kysely } from 'kysely';
import { inNameOrder, startsOn, utc } from '@dossier/sdk';
import type { OrganizationId, Permission, Registry } from '@dossier/sdk';
import type { Workspace } from '../../tenancy/contract.ts';
import { isBox } from '../boxes.ts';
import type { AccessTables } from '../entities.ts';
import { organizationTypeOf } from '../features.ts';
import type { Change, Matrix } from './contract.ts';

/** Where boxes are ticked: in a workspace, or (null) once for the organization. */
export interface Place {
  readonly organization: OrganizationId;
  readonly workspace: Workspace | null;
}

type Query = Kysely<AccessTables>;

export async function readMatrix(db: Query, registry: Registry, place: Place): Promise<Matrix> {
  const { organization, workspace } = place;
  const workspaceId = workspace?.id ?? null;
  const boxes = <T extends 'role_grant' | 'role_grant_change'>(table: T) =>
    db
      .selectFrom(table as 'role_grant_change')
      .where('organizationId', '=', organization)
      .where('workspaceId', 'is not distinct from', workspaceId)
      .orderBy('teamRoleId')
      .orderBy('permission');
  const switches =
    workspace === null
      ? []
      : await db
          .selectFrom('workspace_feature')
          .selectAll()
          .where('organizationId', '=', organization)
          .where('workspaceId', '=', workspace.id)
          .execute();
  const roles = await rolesAt(db, place);
  const shown = new Set(roles.map(({ id }) => id));
  const grants = (await boxes('role_grant').select(['teamRoleId', 'permission']).execute()).filter(({ teamRoleId }) =>
    shown.has(teamRoleId),
  );
  const changes = await boxes('role_grant_change')
    .select(['teamRoleId', 'permission', 'changedBy', 'changedByName', 'changedAt'])
    .execute();
  const organizationType = await organizationTypeOf(db, organization);
  const set = new Map(switches.map((row) => [row.feature, row]));
  const features = registry.features
    .filter((feature) => workspace !== null && feature.workspaces.includes(workspace.type))
    .map((feature) => {
      const own = set.get(feature.id);
      return {
        id: feature.id,
        title: feature.title,
        description: feature.description,
        on: own?.enabled ?? startsOn(feature, organizationType),
        requires: feature.requires.map(({ id }) => id),
        changed: changeOf(own),
      };
    });
  return {
    version: createHash('sha256')
      .update(JSON.stringify([features.map(({ id, on }) => [id, on]), [...shown].sort(), grants]))
      .digest('base64url')
      .slice(0, 22),
    features,
    roles,
    grants,
    permissions: grouped(registry, place).map((permission) => ({
      id: permission.id,
      title: permission.title,
      feature: permission.feature?.id ?? null,
      featureTitle: permission.feature?.title ?? null,
    })),
    changes: changes
      .filter(({ teamRoleId }) => shown.has(teamRoleId))
      .flatMap(({ teamRoleId, permission, ...row }) => ({ teamRoleId, permission, ...changeOf(row)! })),
  };
}

/** The columns: roles of the workspace's teams, or of all teams. */
export function rolesAt(db: Query, { organization, workspace }: Place): Promise<Matrix['roles']> {
  const all = db
    .selectFrom('team_role as r')
    .innerJoin('team as t', (join) =>
      join.onRef('t.organizationId', '=', 'r.organizationId').onRef('t.id', '=', 'r.teamId'),
    )
    .select(['r.id', 'r.teamId', 't.name as teamName', 'r.name'])
    .where('r.organizationId', '=', organization)
    .orderBy('t.name', inNameOrder)
    .orderBy('r.id');
  return (
    workspace === null
      ? all
      : all.where('r.teamId', 'in', (teams) =>
          teams
            .selectFrom('team_workspace')
            .select('teamId')
            .where('organizationId', '=', organization)
            .where('workspaceId', '=', workspace.id),
        )
  ).execute();
}

/** The permissions that are given to roles at a place. */
export const permissionsAt = (registry: Registry, { workspace }: Place): readonly Permission[] =>
  registry.permissions.filter((permission) => isBox(permission, workspace?.id ?? null));

/** In the order of the features, those without one first. */
function grouped(registry: Registry, place: Place): readonly Permission[] {
  const order = new Map(registry.features.map(({ id }, i) => [id, i]));
  const rank = ({ feature }: Permission): number => (feature ? (order.get(feature.id) ?? order.size) : -1);
  return [...permissionsAt(registry, place)].sort((a, b) => rank(a) - rank(b));
}

const changeOf = (
  row: { changedBy: string | null; changedByName: string | null; changedAt: string | null } | undefined,
): Change | null =>
  row?.changedBy && row.changedAt
    ? { by: { id: row.changedBy, name: row.changedByName ?? '' }, at: utc(row.changedAt) }
    : null;
