import type { Kysely } from 'kysely';
import { conflict, invalid, isDuplicate, isId, newId, notFound, utc } from '@dossier/sdk';
import type { AccessControl, Clock, Database, Emits, Fault, OrganizationId, UserId } from '@dossier/sdk';
import { editTeam, inviteUsers, manageMembers, memberAdded, roleCreated, teamAssigned, viewReports } from './contract.ts';
import type { AccessAdministration, Membership, TeamRole } from './contract.ts';
import type { AccessTables } from './entities.ts';

export interface AdministrationDeps {
  readonly database: Database;
  readonly clock: Clock;
  readonly control: AccessControl;
  readonly log: Emits<typeof memberAdded | typeof teamAssigned | typeof roleCreated>;
}

type Memberships = Pick<AccessAdministration, 'createDefaultRoles' | 'createRole' | 'roles' | 'addMember' | 'memberships' | 'organizationsOf' | 'assignTeam' | 'workspacesOf'>;

/** The permissions that a role carries in its team. */
const teamPermissions = [manageMembers, editTeam, inviteUsers, viewReports] as const;

/** Who belongs to which team, in which role, and which team works in which workspace. */
export function createMemberships({ database, clock, control, log }: AdministrationDeps): Memberships {
  const createRole: Memberships['createRole'] = async (access, teamId, { name, description, permissions }) => {
    const faults = roleFaults(name, permissions);
    if (faults.length > 0) throw invalid(faults);
    if (!isId(teamId)) throw notFound();
    const role: TeamRole = { id: newId(), teamId, name: name.trim(), description, permissions: [...new Set(permissions)] };
    try {
      await database.write(access, async (tx) => {
        await demandTeam(tx.sql<AccessTables>(), access.organization, teamId);
        await tx.sql<AccessTables>().insertInto('team_role').values({ organizationId: access.organization, ...role, permissions: JSON.stringify(role.permissions) }).execute();
        log.emit(roleCreated, access, { subject: { type: 'team-role', id: role.id }, after: { teamId, name: role.name, permissions: role.permissions } }, { teamId, name: role.name });
      });
    } catch (error) {
      throw isDuplicate(error) ? conflict('role-taken', `This team has a role called "${role.name}" already.`) : error;
    }
    return role;
  };

  return {
    createRole,

    async createDefaultRoles(access, teamId) {
      const owner = await createRole(access, teamId, { name: 'Owner', description: 'Runs the team.', permissions: teamPermissions.map((permission) => permission.id) });
      const member = await createRole(access, teamId, { name: 'Member', description: 'Works in the team.', permissions: [viewReports.id] });
      return { owner, member };
    },

    async roles(organization, teamId) {
      if (!isId(teamId)) return [];
      return database.read(organization, (tx) =>
        tx.sql<AccessTables>().selectFrom('team_role').select(['id', 'teamId', 'name', 'description', 'permissions'])
          .where('organizationId', '=', organization).where('teamId', '=', teamId).orderBy('id').execute());
    },

    async addMember(access, { userId, teamId, teamRoleId, role, status }) {
      const faults: Fault[] = [];
      if (!isId(userId)) faults.push({ pointer: '/userId', code: 'unknown-user', detail: 'There is no such user.' });
      if (teamRoleId === undefined && !role) faults.push({ pointer: '/teamRoleId', code: 'missing', detail: 'Name the role of the team (teamRoleId), or a free-text role.' });
      if (status === '') faults.push({ pointer: '/status', code: 'missing', detail: 'Name the status, for example active.' });
      if (faults.length > 0) throw invalid(faults);
      if (!isId(teamId)) throw notFound();
      const membership: Membership = { id: newId(), userId, teamId, role: role ?? '', teamRoleId: teamRoleId ?? null, status, joinedAt: clock.now().toISOString() };
      try {
        await database.write(access, async (tx) => {
          await demandTeam(tx.sql<AccessTables>(), access.organization, teamId);
          if (teamRoleId !== undefined) await demandRoleOfTeam(tx.sql<AccessTables>(), access.organization, teamId, teamRoleId);
          await tx.sql<AccessTables>().insertInto('user_team').values({ organizationId: access.organization, ...membership }).execute();
          log.emit(memberAdded, access, { subject: { type: 'user', id: userId }, after: { teamId, teamRoleId: membership.teamRoleId, role: membership.role, status } }, { userId, teamId, teamRoleId: membership.teamRoleId });
          control.changed(access, { organization: access.organization, user: userId });
        });
      } catch (error) {
        throw isDuplicate(error) ? conflict('already-member', 'This person is a member of the team already.') : error;
      }
      return membership;
    },

    memberships: async (organization, userId) => (isId(userId) ? membershipsOf(database, organization, userId) : []),

    // Runs before an organization is chosen, so it reads as the role that may look up memberships in all of them.
    organizationsOf: async (userId) => !isId(userId) ? [] :
      database.lookUp(async (tx) =>
        (await tx.sql<AccessTables>().selectFrom('user_team').select('organizationId').distinct().where('userId', '=', userId).where('status', '=', 'active').execute()).map((row) => row.organizationId)),

    async assignTeam(access, teamId, workspaceId) {
      if (!isId(teamId) || !isId(workspaceId)) throw notFound();
      await database.write(access, async (tx) => {
        await demandTeam(tx.sql<AccessTables>(), access.organization, teamId);
        const there = await tx.sql<AccessTables>().selectFrom('workspace').select('id').where('organizationId', '=', access.organization).where('id', '=', workspaceId).executeTakeFirst();
        if (!there) throw notFound();
        const added = await tx.sql<AccessTables>().insertInto('team_workspace').values({ organizationId: access.organization, teamId, workspaceId }).onConflict((c) => c.doNothing()).returning('teamId').execute();
        if (added.length === 0) return;
        log.emit(teamAssigned, access, { subject: { type: 'team', id: teamId }, after: { workspaceId }, workspace: workspaceId }, { teamId, workspaceId });
        control.changed(access, { organization: access.organization, workspace: workspaceId });
      });
    },

    workspacesOf: async (organization, userId) => !isId(userId) ? [] :
      database.read(organization, async (tx) =>
        (await tx.sql<AccessTables>().selectFrom('user_team as m')
          .innerJoin('team_workspace as a', (join) => join.onRef('a.organizationId', '=', 'm.organizationId').onRef('a.teamId', '=', 'm.teamId'))
          .select('a.workspaceId').distinct().orderBy('a.workspaceId')
          .where('m.organizationId', '=', organization).where('m.userId', '=', userId).where('m.status', '=', 'active').execute()).map((row) => row.workspaceId)),
  };
}

type Query = Kysely<AccessTables>;

async function demandTeam(query: Query, organization: OrganizationId, teamId: string): Promise<void> {
  const team = await query.selectFrom('team').select('id').where('organizationId', '=', organization).where('id', '=', teamId).executeTakeFirst();
  if (!team) throw notFound();
}

async function demandRoleOfTeam(query: Query, organization: OrganizationId, teamId: string, teamRoleId: string): Promise<void> {
  const role = isId(teamRoleId) && (await query.selectFrom('team_role').select('id').where('organizationId', '=', organization).where('teamId', '=', teamId).where('id', '=', teamRoleId).executeTakeFirst());
  if (!role) throw invalid([{ pointer: '/teamRoleId', code: 'unknown-role', detail: 'This team has no such role. List its roles at /teams/{teamId}/roles.' }]);
}

const membershipsOf = (database: Database, organization: OrganizationId, userId: UserId): Promise<readonly Membership[]> =>
  database.read(organization, async (tx) => {
    const rows = await tx.sql<AccessTables>().selectFrom('user_team').select(['id', 'userId', 'teamId', 'role', 'teamRoleId', 'status', 'joinedAt'])
      .where('organizationId', '=', organization).where('userId', '=', userId).orderBy('id').execute();
    return rows.map((row) => ({ ...row, joinedAt: utc(row.joinedAt) }));
  });

function roleFaults(name: string, permissions: readonly string[]): readonly Fault[] {
  const known = new Set<string>(teamPermissions.map((permission) => permission.id));
  const faults: Fault[] = [];
  const length = name.trim().length;
  if (length < 1 || length > 100) faults.push({ pointer: '/name', code: 'bad-name', detail: 'A role has a name of 1 to 100 characters.' });
  permissions.forEach((permission, i) => {
    if (!known.has(permission)) faults.push({ pointer: `/permissions/${i}`, code: 'unknown-permission', detail: `"${permission.slice(0, 100)}" is not a permission of a team. Known are ${[...known].join(', ')}.` });
  });
  return faults.slice(0, 20);
}
