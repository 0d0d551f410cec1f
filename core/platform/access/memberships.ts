import { conflict, invalid, isDuplicate, isId, newId, notFound, utc } from '@dossier/sdk';
import type { AccessControl, Clock, Database, Emits, Fault, OrganizationId, Problem, UserId } from '@dossier/sdk';
import { inviteUsers, memberAdded, teamAssigned, viewReports } from './contract.ts';
import type { AccessAdministration, Membership } from './contract.ts';
import type { AccessTables } from './entities.ts';
import { demandTeam } from './lock-outs.ts';
import { demandGrantableRole, demandRoleOfTeam, mayGive, namedRoleFaults, rightsOfPerson } from './own-rights.ts';
import type { Roles } from './roles.ts';
import { ownerPermissions } from './team-permissions.ts';

export interface AdministrationDeps {
  readonly database: Database;
  readonly clock: Clock;
  readonly control: AccessControl;
  readonly roles: Roles;
  readonly log: Emits<typeof memberAdded | typeof teamAssigned>;
}

type Memberships = Pick<
  AccessAdministration,
  | 'createDefaultRoles'
  | 'createRole'
  | 'roles'
  | 'rolesOfAllTeams'
  | 'addMember'
  | 'memberships'
  | 'organizationsOf'
  | 'assignTeam'
  | 'workspacesOf'
  | 'demandGrantable'
  | 'mayInvite'
  | 'namedRoleFaults'
>;

/** Who belongs to which team, in which role, and which team works in which workspace. */
export function createMemberships({ database, clock, control, roles, log }: AdministrationDeps): Memberships {
  return {
    createRole: roles.create,
    roles: (organization, teamId) => roles.list(organization, teamId),
    rolesOfAllTeams: roles.listAll,

    async createDefaultRoles(access, teamId) {
      const owner = await roles.create(access, teamId, {
        name: 'Owner',
        description: 'Runs the team.',
        permissions: ownerPermissions,
      });
      const member = await roles.create(access, teamId, {
        name: 'Member',
        description: 'Works in the team.',
        permissions: [viewReports.id],
      });
      return { owner, member };
    },

    demandGrantable: (access, teamId, teamRoleId) =>
      database.write(access, (tx) =>
        demandGrantableRole(tx.sql<AccessTables>(), access.organization, access.actor, teamId, teamRoleId),
      ),

    mayInvite: (organization, userId, { teamId, teamRoleId }) =>
      database.read(organization, async (tx) => {
        const db = tx.sql<AccessTables>();
        const own = await rightsOfPerson(db, organization, userId, teamId);
        return own?.has(inviteUsers.id) === true && mayGive(db, organization, own, teamRoleId);
      }),

    namedRoleFaults: (organization, teamId, teamRoleId) =>
      database.read(organization, (tx) => namedRoleFaults(tx.sql<AccessTables>(), organization, teamId, teamRoleId)),

    async addMember(access, { userId, teamId, teamRoleId, role, status }) {
      const faults: Fault[] = [];
      if (!isId(userId)) faults.push({ pointer: '/userId', code: 'unknown-user', detail: 'There is no such user.' });
      if (teamRoleId === undefined && !role)
        faults.push({
          pointer: '/teamRoleId',
          code: 'missing',
          detail: 'Name the role of the team (teamRoleId), or a free-text role.',
        });
      if (status === '')
        faults.push({ pointer: '/status', code: 'missing', detail: 'Name the status, for example active.' });
      if (faults.length > 0) throw invalid(faults);
      if (!isId(teamId)) throw notFound();
      const membership: Membership = {
        id: newId(),
        userId,
        teamId,
        role: role ?? '',
        teamRoleId: teamRoleId ?? null,
        status,
        joinedAt: clock.now().toISOString(),
      };
      try {
        await database.write(access, async (tx) => {
          await demandTeam(tx.sql<AccessTables>(), access.organization, teamId);
          if (teamRoleId !== undefined)
            await demandRoleOfTeam(tx.sql<AccessTables>(), access.organization, teamId, teamRoleId);
          await tx
            .sql<AccessTables>()
            .insertInto('user_team')
            .values({ organizationId: access.organization, ...membership })
            .execute();
          log.emit(
            memberAdded,
            access,
            {
              subject: { type: 'user', id: userId },
              after: { teamId, teamRoleId: membership.teamRoleId, role: membership.role, status },
            },
            { userId, teamId, teamRoleId: membership.teamRoleId },
          );
          control.changed(access, { organization: access.organization, user: userId });
        });
      } catch (error) {
        throw isDuplicate(error) ? alreadyMember() : error;
      }
      return membership;
    },

    memberships: async (organization, userId) => (isId(userId) ? membershipsOf(database, organization, userId) : []),

    // Runs before an organization is chosen, so it reads as the role that may look up memberships in all of them.
    organizationsOf: async (userId) =>
      !isId(userId)
        ? []
        : database.lookUp(async (tx) =>
            (
              await tx
                .sql<AccessTables>()
                .selectFrom('user_team')
                .select('organizationId')
                .distinct()
                .where('userId', '=', userId)
                .where('status', '=', 'active')
                .execute()
            ).map((row) => row.organizationId),
          ),

    async assignTeam(access, teamId, workspaceId) {
      if (!isId(teamId) || !isId(workspaceId)) throw notFound();
      await database.write(access, async (tx) => {
        await demandTeam(tx.sql<AccessTables>(), access.organization, teamId);
        const there = await tx
          .sql<AccessTables>()
          .selectFrom('workspace')
          .select('id')
          .where('organizationId', '=', access.organization)
          .where('id', '=', workspaceId)
          .where('archivedAt', 'is', null)
          .executeTakeFirst();
        if (!there) throw notFound();
        const added = await tx
          .sql<AccessTables>()
          .insertInto('team_workspace')
          .values({ organizationId: access.organization, teamId, workspaceId })
          .onConflict((c) => c.doNothing())
          .returning('teamId')
          .execute();
        if (added.length === 0) return;
        log.emit(
          teamAssigned,
          access,
          { subject: { type: 'team', id: teamId }, after: { workspaceId }, workspace: workspaceId },
          { teamId, workspaceId },
        );
        control.changed(access, { organization: access.organization, workspace: workspaceId });
      });
    },

    workspacesOf: async (organization, userId) =>
      !isId(userId)
        ? []
        : database.read(organization, async (tx) =>
            (
              await tx
                .sql<AccessTables>()
                .selectFrom('user_team as m')
                .innerJoin('team_workspace as a', (join) =>
                  join.onRef('a.organizationId', '=', 'm.organizationId').onRef('a.teamId', '=', 'm.teamId'),
                )
                .select('a.workspaceId')
                .distinct()
                .orderBy('a.workspaceId')
                .where('m.organizationId', '=', organization)
                .where('m.userId', '=', userId)
                .where('m.status', '=', 'active')
                .execute()
            ).map((row) => row.workspaceId),
          ),
  };
}

export const alreadyMember = (): Problem => conflict('already-member', 'This person is a member of the team already.');

const membershipsOf = (
  database: Database,
  organization: OrganizationId,
  userId: UserId,
): Promise<readonly Membership[]> =>
  database.read(organization, async (tx) => {
    const rows = await tx
      .sql<AccessTables>()
      .selectFrom('user_team')
      .select(['id', 'userId', 'teamId', 'role', 'teamRoleId', 'status', 'joinedAt'])
      .where('organizationId', '=', organization)
      .where('userId', '=', userId)
      .orderBy('id')
      .execute();
    return rows.map((row) => ({ ...row, joinedAt: utc(row.joinedAt) }));
  });
