import type { Database, Emits } from '@dossier/sdk';
import type { LifeCycle } from '../tenancy/contract.ts';
import { invitationRevoked } from './contract.ts';
import type { InvitationTables } from './entities.ts';

/** Nobody is invited to a team that has gone: what is open is revoked with it, and stays on record. */
export const teamEnd = ({ database, log }: { readonly database: Database; readonly log: Emits<typeof invitationRevoked> }): LifeCycle => ({
  teamRemoved: (access, teamId) => database.write(access, async (tx) => {
    const ended = await tx.sql<InvitationTables>().updateTable('team_invitation').set({ status: 'revoked' })
      .where('organizationId', '=', access.organization).where('teamId', '=', teamId).where('status', 'in', ['pending', 'accepted', 'expired']).returning('id').execute();
    for (const { id } of ended) log.emit(invitationRevoked, access, { subject: { type: 'team-invitation', id }, after: { status: 'revoked' } }, { teamId });
  }),
});
