import type { Access, Clock, Database, Emits, OrganizationId } from '@dossier/sdk';
import { invitationExpired } from './contract.ts';
import type { InvitationTables } from './entities.ts';

interface Deps {
  readonly database: Database;
  readonly clock: Clock;
  readonly asSystem: (organization: OrganizationId) => Promise<Access>;
  readonly log: Emits<typeof invitationExpired>;
}

/** Writes down what has run out, so that the log tells of it. To everybody it was expired from its moment on. */
export async function expire({ database, clock, asSystem, log }: Deps): Promise<void> {
  const now = clock.now().toISOString();
  const due = await database.lookUp((tx) =>
    tx
      .sql<InvitationTables>()
      .selectFrom('team_invitation')
      .select('organizationId')
      .distinct()
      .where('status', 'in', ['pending', 'accepted'])
      .where('expiresAt', '<=', now)
      .execute(),
  );
  for (const { organizationId: organization } of due) {
    const access = await asSystem(organization);
    await database.write(access, async (tx) => {
      const gone = await tx
        .sql<InvitationTables>()
        .updateTable('team_invitation')
        .set({ status: 'expired' })
        .where('organizationId', '=', organization)
        .where('status', 'in', ['pending', 'accepted'])
        .where('expiresAt', '<=', now)
        .returning(['id', 'teamId'])
        .execute();
      for (const { id, teamId } of gone)
        log.emit(
          invitationExpired,
          access,
          { subject: { type: 'team-invitation', id }, after: { status: 'expired' } },
          { teamId },
        );
    });
  }
}
