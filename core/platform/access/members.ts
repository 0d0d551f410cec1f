import type { Kysely } from 'kysely';
import { conflict, forbidden, invalid, isId, notFound, utc } from '@dossier/sdk';
import type {
  AccessControl,
  Contributions,
  Database,
  Emits,
  OrganizationAccess,
  OrganizationId,
  Subject,
} from '@dossier/sdk';
import { tellRemoved } from './acting.ts';
import { manageMembers, memberRemoved, memberRoleChanged } from './contract.ts';
import type { JoinPolicy, Membership } from './contract.ts';
import type { AccessTables } from './entities.ts';
import { oneAtATime, withoutLockOut } from './lock-outs.ts';
import { demandGrantableRole } from './own-rights.ts';
import { ownerPermissions } from './team-permissions.ts';

interface Deps {
  readonly database: Database;
  readonly control: AccessControl;
  readonly admissions: Contributions<JoinPolicy>;
  readonly log: Emits<typeof memberRemoved | typeof memberRoleChanged>;
}

/** What happens to a membership after it was made. */
export interface Members {
  /** One's own, or one of a team whose members one manages; else 403. */
  one(access: OrganizationAccess, id: string): Promise<Membership>;
  /** Throws 403 for a role stronger than the actor's, 409 when it locks out. */
  changeRole(access: OrganizationAccess, id: string, teamRoleId: string): Promise<Membership>;
  /**
   * Everybody may leave; others are removed by those who manage the members. What admitted them until now no longer
   * does. Throws 409 when it locks out.
   */
  remove(access: OrganizationAccess, id: string): Promise<void>;
  /**
   * An owner and another active member change roles with each other, so that the team has an owner at every moment, and
   * neither role needs a name. Throws 409 when it locks out.
   */
  transfer(access: OrganizationAccess, teamId: string, toUserId: string): Promise<readonly Membership[]>;
  /** Leads from a membership to its team. */
  readonly subject: Subject;
}

type Query = Kysely<AccessTables>;
const columns = ['id', 'userId', 'teamId', 'role', 'teamRoleId', 'status', 'joinedAt'] as const;

export function createMembers({ database, control, admissions, log }: Deps): Members {
  const setRole = async (
    db: Query,
    access: OrganizationAccess,
    was: Membership,
    teamRoleId: string | null,
  ): Promise<Membership> => {
    await db
      .updateTable('user_team')
      .set({ teamRoleId })
      .where('organizationId', '=', access.organization)
      .where('id', '=', was.id)
      .execute();
    log.emit(
      memberRoleChanged,
      access,
      {
        subject: { type: 'user', id: was.userId },
        before: { teamId: was.teamId, teamRoleId: was.teamRoleId },
        after: { teamId: was.teamId, teamRoleId },
      },
      { userId: was.userId, teamId: was.teamId, teamRoleId },
    );
    control.changed(access, { organization: access.organization, user: was.userId });
    return { ...was, teamRoleId };
  };

  return {
    one: (access, id) =>
      database.read(access, async (tx) => {
        const found = await membership(tx.sql<AccessTables>(), access.organization, id);
        if (found.userId !== access.actor.id) access.demand(manageMembers);
        return found;
      }),

    async changeRole(access, id, teamRoleId) {
      return database.write(access, async (tx) => {
        const db = tx.sql<AccessTables>();
        const { teamId } = await membership(db, access.organization, id);
        return withoutLockOut(db, access.organization, teamId, 'person', async () => {
          const was = await membership(db, access.organization, id);
          await demandGrantableRole(db, access.organization, access.actor, teamId, teamRoleId);
          return was.teamRoleId === teamRoleId ? was : setRole(db, access, was, teamRoleId);
        });
      });
    },

    async remove(access, id) {
      await database.write(access, async (tx) => {
        const db = tx.sql<AccessTables>();
        const { teamId, userId } = await membership(db, access.organization, id);
        if (userId !== access.actor.id) access.demand(manageMembers);
        await withoutLockOut(db, access.organization, teamId, 'person', async () => {
          const was = await membership(db, access.organization, id);
          await db
            .deleteFrom('user_team')
            .where('organizationId', '=', access.organization)
            .where('id', '=', id)
            .execute();
          await tellRemoved(admissions, tx, access, { userId, teamId });
          log.emit(
            memberRemoved,
            access,
            {
              subject: { type: 'user', id: userId },
              before: { teamId, teamRoleId: was.teamRoleId, role: was.role, status: was.status },
              after: { teamId: null },
            },
            { userId, teamId },
          );
          control.changed(access, { organization: access.organization, user: userId });
        });
      });
    },

    async transfer(access, teamId, toUserId) {
      return database.write(access, async (tx) => {
        const db = tx.sql<AccessTables>();
        await oneAtATime(db, access.organization);
        const active = await db
          .selectFrom('user_team')
          .select(columns)
          .where('organizationId', '=', access.organization)
          .where('teamId', '=', teamId)
          .where('status', '=', 'active')
          .execute();
        const from = active.find(({ userId }) => userId === access.actor.id);
        if (!from?.teamRoleId || !(await ownsTeam(db, access.organization, from.teamRoleId)))
          throw forbidden(
            'Only an owner of the team can hand it over. To give somebody a role, change the role of the membership.',
          );
        const to = active.find(({ userId }) => userId === toUserId);
        if (!to)
          throw invalid([
            {
              pointer: '/toUserId',
              code: 'unknown-member',
              detail: 'This person is no active member of the team. Add them first.',
            },
          ]);
        if (to.teamRoleId === from.teamRoleId)
          throw conflict('owner-already', 'This person holds the same role already. Nothing was changed.');
        // What comes back to the old owner must be no more than they had: their own rights are all that they hand over.
        if (to.teamRoleId !== null)
          await demandGrantableRole(db, access.organization, access.actor, teamId, to.teamRoleId);
        // A member whose sign-in is disabled owns nothing that anybody could use.
        return withoutLockOut(db, access.organization, teamId, 'person', async () => [
          await setRole(db, access, shown(to), from.teamRoleId),
          await setRole(db, access, shown(from), to.teamRoleId),
        ]);
      });
    },

    subject: {
      locate: async (organization, id) =>
        database.read(organization, async (tx) =>
          (
            await tx
              .sql<AccessTables>()
              .selectFrom('user_team')
              .select('teamId')
              .where('organizationId', '=', organization)
              .where('id', '=', id)
              .execute()
          ).map(({ teamId }) => ({ team: teamId })),
        ),
    },
  };
}

const shown = (row: Membership): Membership => ({ ...row, joinedAt: utc(row.joinedAt) });

async function membership(db: Query, organization: OrganizationId, id: string): Promise<Membership> {
  const row =
    isId(id) &&
    (await db
      .selectFrom('user_team')
      .select(columns)
      .where('organizationId', '=', organization)
      .where('id', '=', id)
      .executeTakeFirst());
  if (!row) throw notFound();
  return shown(row);
}

async function ownsTeam(db: Query, organization: OrganizationId, teamRoleId: string): Promise<boolean> {
  const role = await db
    .selectFrom('team_role')
    .select('permissions')
    .where('organizationId', '=', organization)
    .where('id', '=', teamRoleId)
    .executeTakeFirst();
  return ownerPermissions.every((permission) => role?.permissions.includes(permission));
}
