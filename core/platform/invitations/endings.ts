import type { Expression, ExpressionBuilder, SqlBool } from 'kysely';
import type { Database, Emits, OrganizationAccess, Transaction } from '@dossier/sdk';
import type { AccessAdministration, JoinPolicy } from '../access/contract.ts';
import type { People } from '../people/contract.ts';
import type { TenantHooks } from '../tenancy/contract.ts';
import { invitationRevoked } from './contract.ts';
import type { InvitationTables } from './entities.ts';
import { provenAddress } from './states.ts';

type Which = (is: ExpressionBuilder<InvitationTables, 'team_invitation'>) => Expression<SqlBool>;

/** One that somebody sent, and that nobody but the sender has accepted. */
const sentBy =
  (userId: string): Which =>
  (is) =>
    is.and([
      is('invitedBy', '=', userId),
      is.or([
        is('status', 'in', ['pending', 'expired']),
        is.and([is('status', '=', 'accepted'), is('invitedUserId', '=', userId)]),
      ]),
    ]);

interface Deps {
  readonly database: Database;
  readonly people: People;
  readonly administration: AccessAdministration;
  readonly log: Emits<typeof invitationRevoked>;
}

/** When what an invitation promises has gone, what is open is revoked with it, and stays on record. */
export function createEndings({
  database,
  people,
  administration,
  log,
}: Deps): Pick<TenantHooks, 'teamRemoved'> & Pick<JoinPolicy, 'memberRemoved' | 'roleDeleted'> {
  const revoke = async (tx: Transaction, access: OrganizationAccess, teamId: string, which: Which): Promise<void> => {
    const ended = await tx
      .sql<InvitationTables>()
      .updateTable('team_invitation')
      .set({ status: 'revoked' })
      .where('organizationId', '=', access.organization)
      .where('teamId', '=', teamId)
      .where(which)
      .returning('id')
      .execute();
    for (const { id } of ended)
      log.emit(
        invitationRevoked,
        access,
        { subject: { type: 'team-invitation', id }, after: { status: 'revoked' } },
        { teamId },
      );
  };
  /** One that has expired could be sent again. */
  const unused: Which = (is) => is('status', 'in', ['pending', 'accepted', 'expired']);

  return {
    teamRemoved: (access, teamId) => database.write(access, (tx) => revoke(tx, access, teamId, unused)),

    roleDeleted: (tx, access, { teamId, teamRoleId }) =>
      revoke(tx, access, teamId, (is) => is.and([unused(is), is('teamRoleId', '=', teamRoleId)])),

    /**
     * Those that they have accepted, and those to the address that is proven to be theirs: they need nobody else to use
     * them. And those that they sent and nobody else has accepted: these may lead back to the sender. Those to other
     * teams, too, that they could not send any more.
     */
    async memberRemoved(tx, access, { userId, teamId }) {
      const user = await people.user(userId, tx);
      const email = user && provenAddress(user);
      await revoke(tx, access, teamId, (is) =>
        is.or([
          is.and([is('status', '=', 'accepted'), is('invitedUserId', '=', userId)]),
          sentBy(userId)(is),
          ...(email === null ? [] : [is.and([is('status', '=', 'pending'), is('email', '=', email)])]),
        ]),
      );
      const elsewhere = await tx
        .sql<InvitationTables>()
        .selectFrom('team_invitation')
        .select(['teamId', 'teamRoleId'])
        .distinct()
        .where('organizationId', '=', access.organization)
        .where('teamId', '<>', teamId)
        .where(sentBy(userId))
        .execute();
      for (const { teamId: other, teamRoleId } of elsewhere) {
        if (await administration.mayInvite(access.organization, userId, { teamId: other, teamRoleId })) continue;
        await revoke(tx, access, other, (is) => is.and([sentBy(userId)(is), is('teamRoleId', '=', teamRoleId)]));
      }
    },
  };
}
