import type { Kysely } from 'kysely';
import { forbidden, invalid } from '@dossier/sdk';
import type {
  AccessControl,
  Contributions,
  Database,
  Emits,
  OrganizationAccess,
  Registry,
  WorkspaceId,
} from '@dossier/sdk';
import type { TenantHooks, Tenancy } from '../tenancy/contract.ts';
import { tellRemoved } from './acting.ts';
import { isBox } from './boxes.ts';
import { manageMembers, memberRemoved, teamUnassigned } from './contract.ts';
import type { AccessAdministration, JoinPolicy } from './contract.ts';
import type { AccessTables } from './entities.ts';
import { withoutLockOut } from './lock-outs.ts';
import { rightsOfPerson } from './own-rights.ts';

interface Deps {
  readonly database: Database;
  readonly control: AccessControl;
  readonly registry: Registry;
  readonly tenancy: Tenancy;
  readonly administration: AccessAdministration;
  readonly admissions: Contributions<JoinPolicy>;
  readonly log: Emits<typeof memberRemoved | typeof teamUnassigned>;
}

/** What access adds when an organization begins, and takes away when a workspace or a team ends. */
export function createTenantHooks({
  database,
  control,
  registry,
  tenancy,
  administration,
  admissions,
  log,
}: Deps): TenantHooks {
  const unassigned = (access: OrganizationAccess, teamId: string, workspaceId: WorkspaceId): void =>
    log.emit(
      teamUnassigned,
      access,
      {
        subject: { type: 'team', id: teamId },
        before: { workspaceId },
        after: { workspaceId: null },
        workspace: workspaceId,
      },
      { teamId, workspaceId },
    );
  return {
    /**
     * A team in the first workspace, whose owner may do everything: nobody else could give them a right, and they
     * untick what is not their work.
     */
    async founded(access, { owner, workspace }) {
      const known = await database.write(access, (tx) =>
        tx.sql<AccessTables>().selectFrom('user').select('id').where('id', '=', owner).executeTakeFirst(),
      );
      if (!known)
        throw invalid([
          {
            pointer: '/ownerId',
            code: 'unknown-user',
            detail: 'There is no such user. A person signs in once, and is known from then on.',
          },
        ]);
      const team = await tenancy.createTeam(access, { name: 'Administrators' });
      const {
        owner: { id: teamRoleId },
      } = await administration.createDefaultRoles(access, team.id);
      await administration.assignTeam(access, team.id, workspace);
      for (const at of [null, workspace]) {
        for (const permission of registry.permissions.filter((one) => isBox(one, at)))
          await administration.setGrant(access, { teamRoleId, permission, workspace: at, granted: true });
      }
      await administration.addMember(access, { userId: owner, teamId: team.id, teamRoleId, status: 'active' });
    },

    async workspaceArchived(access, workspaceId) {
      await database.write(access, async (tx) => {
        const db = tx.sql<AccessTables>();
        const teams = await db
          .deleteFrom('team_workspace')
          .where('organizationId', '=', access.organization)
          .where('workspaceId', '=', workspaceId)
          .returning('teamId')
          .execute();
        await db
          .deleteFrom('role_grant')
          .where('organizationId', '=', access.organization)
          .where('workspaceId', '=', workspaceId)
          .execute();
        for (const { teamId } of teams) unassigned(access, teamId, workspaceId);
        control.changed(access, { organization: access.organization, workspace: workspaceId });
      });
    },

    async teamRemoved(access, teamId) {
      await database.write(access, async (tx) => {
        const db = tx.sql<AccessTables>();
        // The team goes as a whole, so only what it does for the organization can lock somebody out.
        const gone = await withoutLockOut(db, access.organization, null, 'role', async () => {
          await demandOverMembers(db, access, teamId);
          const workspaces = await db
            .deleteFrom('team_workspace')
            .where('organizationId', '=', access.organization)
            .where('teamId', '=', teamId)
            .returning('workspaceId')
            .execute();
          const members = await db
            .deleteFrom('user_team')
            .where('organizationId', '=', access.organization)
            .where('teamId', '=', teamId)
            .returning(['userId', 'teamRoleId', 'role', 'status'])
            .execute();
          // The rights of a role go with it.
          await db
            .deleteFrom('team_role')
            .where('organizationId', '=', access.organization)
            .where('teamId', '=', teamId)
            .execute();
          return { workspaces, members };
        });
        for (const { userId, ...place } of gone.members) {
          await tellRemoved(admissions, tx, access, { userId, teamId });
          log.emit(
            memberRemoved,
            access,
            { subject: { type: 'user', id: userId }, before: { teamId, ...place }, after: { teamId: null } },
            { userId, teamId },
          );
        }
        for (const { workspaceId } of gone.workspaces) unassigned(access, teamId, workspaceId);
        control.changed(access, { organization: access.organization });
      });
    },

    teamsIn: (organization) =>
      database.read(organization, async (tx) => {
        const rows = await tx
          .sql<AccessTables>()
          .selectFrom('team_workspace')
          .select(({ fn }) => ['workspaceId', fn.countAll<string>().as('teams')])
          .where('organizationId', '=', organization)
          .groupBy('workspaceId')
          .execute();
        return new Map(rows.map(({ workspaceId, teams }) => [workspaceId, Number(teams)]));
      }),
  };
}

/**
 * To remove a team ends the memberships of others, which somebody who may only edit the team could not end one by one.
 */
async function demandOverMembers(db: Kysely<AccessTables>, access: OrganizationAccess, teamId: string): Promise<void> {
  if (access.actor.kind === 'system') return;
  const other = await db
    .selectFrom('user_team')
    .select('id')
    .where('organizationId', '=', access.organization)
    .where('teamId', '=', teamId)
    .where('userId', '<>', access.actor.id)
    .executeTakeFirst();
  if (!other) return;
  const own = await rightsOfPerson(db, access.organization, access.actor.id, teamId);
  if (!own?.has(manageMembers.id))
    throw forbidden(
      `The team has other members, whose memberships would end with it: this needs the permission "${manageMembers.title}" too. Ask an owner of the team.`,
    );
}
