import type { Kysely } from 'kysely';
import { forbidden, invalid, isId } from '@dossier/sdk';
import type { Actor, Fault, OrganizationId, UserId } from '@dossier/sdk';
import { manageOrganization } from '../tenancy/contract.ts';
import { manageAccess } from './contract.ts';
import type { AccessTables } from './entities.ts';
import { ownerPermissions } from './team-permissions.ts';

type Query = Kysely<AccessTables>;

/**
 * Rights as names that can be compared: `manageMembers` in the team, `access.manage at organization`,
 * `applications.read at {workspaceId}`.
 */
export type Rights = ReadonlySet<string>;

const at = (permission: string, workspace: string | null): string => `${permission} at ${workspace ?? 'organization'}`;
const editsMatrix = at(manageAccess.id, null);
const managesOrganization = at(manageOrganization.id, null);

/** What the role gives. */
async function rightsOfRole(db: Query, organization: OrganizationId, teamRoleId: string): Promise<Rights> {
  const role = await db
    .selectFrom('team_role')
    .select('permissions')
    .where('organizationId', '=', organization)
    .where('id', '=', teamRoleId)
    .executeTakeFirst();
  const grants = await db
    .selectFrom('role_grant')
    .select(['permission', 'workspaceId'])
    .where('organizationId', '=', organization)
    .where('teamRoleId', '=', teamRoleId)
    .execute();
  return new Set([
    ...(role?.permissions ?? []),
    ...grants.map(({ permission, workspaceId }) => at(permission, workspaceId)),
  ]);
}

/**
 * What a person holds in a team and, by all their roles, in the organization. Null when they are not an active member
 * of the organization.
 */
export async function rightsOfPerson(
  db: Query,
  organization: OrganizationId,
  userId: UserId,
  teamId: string,
): Promise<Rights | null> {
  if (!isId(userId)) return null;
  const rows = await db
    .selectFrom('user_team as m')
    .leftJoin('team_role as r', (join) =>
      join
        .onRef('r.organizationId', '=', 'm.organizationId')
        .onRef('r.id', '=', 'm.teamRoleId')
        .on('r.teamId', '=', teamId),
    )
    .leftJoin('role_grant as g', (join) =>
      join.onRef('g.organizationId', '=', 'm.organizationId').onRef('g.teamRoleId', '=', 'm.teamRoleId'),
    )
    .select(['r.permissions', 'g.permission', 'g.workspaceId'])
    .where('m.organizationId', '=', organization)
    .where('m.userId', '=', userId)
    .where('m.status', '=', 'active')
    .execute();
  if (rows.length === 0) return null;
  const rights = new Set(
    rows.flatMap(({ permissions, permission, workspaceId }) => [
      ...(permissions ?? []),
      ...(permission === null ? [] : [at(permission, workspaceId)]),
    ]),
  );
  if (rights.has(managesOrganization)) ownerPermissions.forEach((permission) => rights.add(permission));
  return rights;
}

const roleOfTeam = (db: Query, organization: OrganizationId, teamId: string, teamRoleId: string) =>
  db
    .selectFrom('team_role')
    .select('id')
    .where('organizationId', '=', organization)
    .where('teamId', '=', teamId)
    .where('id', '=', teamRoleId);

const unknownRole: Fault = {
  pointer: '/teamRoleId',
  code: 'unknown-role',
  detail: 'This team has no such role. List its roles at /teams/{teamId}/roles.',
};

/** What is wrong with naming this role: it may be none of the team. */
export async function namedRoleFaults(
  db: Query,
  organization: OrganizationId,
  teamId: string,
  teamRoleId: string,
): Promise<readonly Fault[]> {
  return isId(teamRoleId) && (await roleOfTeam(db, organization, teamId, teamRoleId).executeTakeFirst())
    ? []
    : [unknownRole];
}

/**
 * Throws 422 when this is no role of the team. It stays until the transaction ends: nobody deletes it before what
 * refers to it is written.
 */
export async function demandRoleOfTeam(
  db: Query,
  organization: OrganizationId,
  teamId: string,
  teamRoleId: string,
): Promise<void> {
  const role =
    isId(teamRoleId) && (await roleOfTeam(db, organization, teamId, teamRoleId).forKeyShare().executeTakeFirst());
  if (!role) throw invalid([unknownRole]);
}

/** Does the role give nothing beyond what another role gives? A null limit gives nothing. */
export async function withinRole(
  db: Query,
  organization: OrganizationId,
  teamRoleId: string,
  limit: string | null,
): Promise<boolean> {
  if (limit === teamRoleId) return true;
  const allowed = limit === null ? new Set() : await rightsOfRole(db, organization, limit);
  return [...(await rightsOfRole(db, organization, teamRoleId))].every((right) => allowed.has(right));
}

/**
 * May somebody with these rights give the role? Somebody who edits the matrix could tick every box of it, so its boxes
 * are no limit to them.
 */
export async function mayGive(
  db: Query,
  organization: OrganizationId,
  own: Rights,
  teamRoleId: string,
): Promise<boolean> {
  return [...(await rightsOfRole(db, organization, teamRoleId))].every(
    (right) => own.has(right) || (own.has(editsMatrix) && right.includes(' at ')),
  );
}

/**
 * Throws 422 for a role of another team and 403 for one that holds more than the actor. The system may give every role.
 */
export async function demandGrantableRole(
  db: Query,
  organization: OrganizationId,
  actor: Actor,
  teamId: string,
  teamRoleId: string,
): Promise<void> {
  await demandRoleOfTeam(db, organization, teamId, teamRoleId);
  if (actor.kind === 'system') return;
  const own = actor.kind === 'user' && isId(actor.id) ? await rightsOfPerson(db, organization, actor.id, teamId) : null;
  if (!own || !(await mayGive(db, organization, own, teamRoleId))) throw tooStrong();
}

/** Throws 403 when a role would get team permissions that the actor does not have. */
export async function demandOwn(
  db: Query,
  organization: OrganizationId,
  actor: Actor,
  teamId: string,
  permissions: readonly string[],
): Promise<void> {
  if (actor.kind === 'system' || permissions.length === 0) return;
  const own = await rightsOfPerson(db, organization, actor.id, teamId);
  const missing = permissions.filter((permission) => !own?.has(permission));
  if (missing.length > 0)
    throw forbidden(
      `You cannot give ${missing.join(', ')}, because you do not hold it in this team yourself. Ask an owner of the team.`,
    );
}

/** 403 for a role that nobody here may give. */
export const tooStrong = () =>
  forbidden(
    'This role holds more than you may give. Choose a role with fewer permissions, or ask an owner of the team.',
  );
