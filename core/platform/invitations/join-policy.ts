import { isId } from '@dossier/sdk';
import type { Clock, Database, Emits } from '@dossier/sdk';
import type { JoinPolicy } from '../access/contract.ts';
import { invitationUsed } from './contract.ts';
import type { InvitationTables } from './entities.ts';

/** Lets a person into the team whose invitation they have accepted, once, and in no stronger role than it names. */
export function invitationJoinPolicy({
  database,
  clock,
  log,
}: {
  database: Database;
  clock: Clock;
  log: Emits<typeof invitationUsed>;
}): JoinPolicy {
  const now = (): string => clock.now().toISOString();
  return {
    async organization({ userId, teamId }) {
      if (!isId(userId) || !isId(teamId)) return null;
      const row = await database.lookUp((tx) =>
        tx
          .sql<InvitationTables>()
          .selectFrom('team_invitation')
          .select('organizationId')
          .where('invitedUserId', '=', userId)
          .where('teamId', '=', teamId)
          .where('status', '=', 'accepted')
          .where('expiresAt', '>', now())
          .executeTakeFirst(),
      );
      return row?.organizationId ?? null;
    },
    async admission(tx, { userId, teamId, organization }) {
      const row = await tx
        .sql<InvitationTables>()
        .selectFrom('team_invitation')
        .select(['id', 'teamRoleId'])
        .where('organizationId', '=', organization)
        .where('invitedUserId', '=', userId)
        .where('teamId', '=', teamId)
        .where('status', '=', 'accepted')
        .where('expiresAt', '>', now())
        .orderBy('id')
        .forUpdate()
        .executeTakeFirst();
      return row ? { admissionId: row.id, teamRoleId: row.teamRoleId } : null;
    },
    async used(tx, access, { userId, teamId, admissionId, membershipId }) {
      await tx
        .sql<InvitationTables>()
        .updateTable('team_invitation')
        .set({ status: 'used' })
        .where('organizationId', '=', access.organization)
        .where('id', '=', admissionId)
        .execute();
      log.emit(
        invitationUsed,
        access,
        {
          subject: { type: 'team-invitation', id: admissionId },
          before: { status: 'accepted' },
          after: { status: 'used' },
        },
        { teamId, userId, membershipId },
      );
    },
  };
}
