import { sql } from 'kysely';
import type { Kysely } from 'kysely';
import { conflict, notFound } from '@dossier/sdk';
import type { OrganizationId, Problem } from '@dossier/sdk';
import { manageOrganization } from '../tenancy/contract.ts';
import { manageAccess, manageMembers } from './contract.ts';
import type { AccessTables } from './entities.ts';
import { ownerPermissions } from './team-permissions.ts';

type Query = Kysely<AccessTables>;

/**
 * How many active members, of those who can sign in, hold what nobody can get back once the last one has lost it, and
 * how many roles carry it.
 */
interface Standing {
  readonly owners: number;
  readonly managers: number;
  readonly managingRoles: number;
  readonly accessManagers: number;
  readonly accessRoles: number;
  readonly organizationManagers: number;
  readonly organizationRoles: number;
}

type Loss = 'person' | 'rights' | 'role';

/**
 * Only one at a time changes who may do what in an organization: two that each take away one of the last two would not
 * see each other.
 */
export async function oneAtATime(db: Query, organization: OrganizationId): Promise<void> {
  await db.selectFrom('organization').select('id').where('id', '=', organization).forNoKeyUpdate().execute();
}

/**
 * Throws 404 when the team is not there. Until the transaction ends it stays, and no workspace is archived: what is
 * attached to them now goes with them later.
 */
export async function demandTeam(db: Query, organization: OrganizationId, teamId: string): Promise<void> {
  await oneAtATime(db, organization);
  const team = await db
    .selectFrom('team')
    .select('id')
    .where('organizationId', '=', organization)
    .where('id', '=', teamId)
    .executeTakeFirst();
  if (!team) throw notFound();
}

/**
 * Runs a change inside the open transaction and refuses it (409) when it locks somebody out who was not locked out
 * before: the last owner or the last manager of members in the team, the last who edits the matrix, or the last who
 * manages the organization. `of` says what is taken away: a person's place, the rights of a role, or a role as a whole,
 * of which only the last right to manage members counts in its team: an ownership that goes with it is
 * given back by who manages the organization. A null team leaves the team aside.
 */
export async function withoutLockOut<T>(
  db: Query,
  organization: OrganizationId,
  team: string | null,
  of: Loss,
  change: () => Promise<T>,
): Promise<T> {
  await oneAtATime(db, organization);
  const before = await standing(db, organization, team);
  const result = await change();
  const refusal = lockOut(before, await standing(db, organization, team), of);
  if (refusal) throw refusal;
  return result;
}

function lockOut(before: Standing, after: Standing, of: Loss): Problem | null {
  const gone = (...names: readonly (keyof Standing)[]): boolean =>
    names.some((name) => before[name] > 0 && after[name] === 0);
  if (gone('managers') || (of !== 'person' && gone('managingRoles'))) {
    return conflict(
      'last-member-manager',
      `Nobody could manage the members of this team any more. Give another member a role with the permission "${manageMembers.title}" first.`,
    );
  }
  if (of === 'rights' && gone('owners')) {
    return conflict(
      'last-owner',
      'The team would have no owner any more, and nobody in it could give back what this takes away. Give another member a role with all permissions of a team first.',
    );
  }
  if (of === 'person' && gone('owners'))
    return conflict(
      'last-owner',
      'This is the last owner of the team. Transfer the ownership to another member first.',
    );
  if (gone('accessManagers', 'accessRoles'))
    return conflict(
      'last-access-manager',
      'Nobody could edit features and permissions of the organization any more. Give another role with members this permission first.',
    );
  if (gone('organizationManagers', 'organizationRoles'))
    return conflict(
      'last-organization-manager',
      'Nobody could manage the organization any more. Give another role with members this permission first.',
    );
  return null;
}

async function standing(db: Query, organization: OrganizationId, team: string | null): Promise<Standing> {
  const members = (permissions: readonly string[]) => sql<number>`(select count(*)::int from "user_team" m
    join "team_role" r on r."organizationId" = m."organizationId" and r."id" = m."teamRoleId"
    join "user" u on u."id" = m."userId" and u."disabledAt" is null
    where m."organizationId" = ${organization} and m."teamId" = ${team}::uuid and m."status" = 'active'
      and r."permissions" @> ${JSON.stringify(permissions)}::jsonb)`;
  const holders = (permission: string) => sql<number>`(select count(distinct m."userId")::int from "role_grant" g
    join "user_team" m on m."organizationId" = g."organizationId" and m."teamRoleId" = g."teamRoleId"
    join "user" u on u."id" = m."userId" and u."disabledAt" is null
    where g."organizationId" = ${organization} and g."workspaceId" is null and g."permission" = ${permission}
      and m."status" = 'active')`;
  const roles = (permission: string) =>
    sql<number>`(select count(*)::int from "role_grant" g where g."organizationId" = ${organization}
      and g."workspaceId" is null and g."permission" = ${permission})`;
  const { rows } =
    await sql<Standing>`select ${members(ownerPermissions)} as "owners", ${members([manageMembers.id])} as "managers",
    (select count(*)::int from "team_role" r where r."organizationId" = ${organization} and r."teamId" = ${team}::uuid
      and r."permissions" @> ${JSON.stringify([manageMembers.id])}::jsonb) as "managingRoles",
    ${holders(manageAccess.id)} as "accessManagers", ${roles(manageAccess.id)} as "accessRoles",
    ${holders(manageOrganization.id)} as "organizationManagers", ${roles(manageOrganization.id)}
      as "organizationRoles"`.execute(db);
  return rows[0]!;
}
