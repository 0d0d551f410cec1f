import { isId, notFound, Problem } from '@dossier/sdk';
import type { Clock, Database, Emits, OrganizationAccess, Vault } from '@dossier/sdk';
import type { AccessAdministration } from '../access/contract.ts';
import { invitationResent, invitationRevoked } from './contract.ts';
import type { InvitationTables } from './entities.ts';
import { tooMany } from './emails.ts';
import type { InvitationEmails } from './emails.ts';
import { closed, day, fingerprintOf, later, newToken, statusAt } from './states.ts';
import type { InvitationRow } from './states.ts';

interface Deps {
  readonly database: Database;
  readonly clock: Clock;
  readonly vault: Vault;
  readonly administration: AccessAdministration;
  readonly post: InvitationEmails;
  readonly log: Emits<typeof invitationResent | typeof invitationRevoked>;
}

/** Between two sendings of one invitation, and how many there may be. */
const pause = 60_000;
const mostSendings = 5;

/** What can be done with an invitation that was sent. */
export function createSecondThoughts({ database, clock, vault, administration, post, log }: Deps) {
  return {
    /**
     * A new link, which lasts as long as the first one did; the old one ends. Who sends it again is who invites from
     * then on. Throws 429 when it was sent a moment ago, or often.
     */
    async resend(access: OrganizationAccess, id: string): Promise<InvitationRow> {
      const found = await rowOf(database, access, id);
      demandSendable(found, clock.now());
      const { days, send } = await post.of(access, found.teamId);
      return database.write(access, async (tx) => {
        const db = tx.sql<InvitationTables>();
        // The role before the invitation: who deletes it holds them in this order, too.
        await administration.demandGrantable(access, found.teamId, found.teamRoleId);
        const row = await db
          .selectFrom('team_invitation')
          .selectAll()
          .where('organizationId', '=', access.organization)
          .where('id', '=', id)
          .forUpdate()
          .executeTakeFirstOrThrow();
        const now = clock.now();
        const status = demandSendable(row, now);
        const wait = Date.parse(row.sentAt) + pause - now.getTime();
        if (wait > 0)
          throw tooMany(
            'sent-a-moment-ago',
            'This invitation was sent a moment ago. Give it a minute to arrive.',
            Math.ceil(wait / 1000),
          );
        if (row.sendings >= mostSendings)
          throw tooMany(
            'sent-often',
            `This invitation was sent ${mostSendings} times. Revoke it, and check the address before you invite again.`,
            3600,
          );
        const other = await db
          .selectFrom('team_invitation')
          .select('id')
          .where('organizationId', '=', access.organization)
          .where('teamId', '=', row.teamId)
          .where('email', '=', row.email)
          .where('status', 'in', ['pending', 'accepted'])
          .where('id', '<>', id)
          .executeTakeFirst();
        if (other)
          throw new Problem(409, 'already-invited', 'Conflict', {
            detail: 'This person has another open invitation to the team. Send that one again.',
          });
        const token = newToken();
        const changed = {
          status: 'pending' as const,
          invitedUserId: null,
          proven: false,
          fingerprint: fingerprintOf(vault, token),
          expiresAt: later(now, days * day),
          sentAt: now.toISOString(),
          sendings: row.sendings + 1,
          invitedBy: access.actor.id,
          invitedByName: access.actor.name,
        };
        const mailId = await send({ ...row, ...changed }, token);
        await db
          .updateTable('team_invitation')
          .set({ ...changed, mailId })
          .where('organizationId', '=', access.organization)
          .where('id', '=', id)
          .execute();
        log.emit(
          invitationResent,
          access,
          {
            subject: { type: 'team-invitation', id },
            before: { status, expiresAt: new Date(row.expiresAt).toISOString() },
            after: { status: 'pending', expiresAt: changed.expiresAt },
          },
          { teamId: row.teamId },
        );
        await post.demandMeasure(tx, access);
        return { ...row, ...changed, mailId };
      });
    },

    /** Ends an invitation that was not used; its link is dead from then on. A second time changes nothing. */
    async revoke(access: OrganizationAccess, id: string): Promise<void> {
      if (!isId(id)) throw notFound();
      await database.write(access, async (tx) => {
        const db = tx.sql<InvitationTables>();
        const row = await db
          .selectFrom('team_invitation')
          .selectAll()
          .where('organizationId', '=', access.organization)
          .where('id', '=', id)
          .forUpdate()
          .executeTakeFirst();
        if (!row) throw notFound();
        if (row.status === 'revoked') return;
        const status = statusAt(row, clock.now());
        if (status === 'used' || status === 'declined') throw closed(status);
        await db
          .updateTable('team_invitation')
          .set({ status: 'revoked' })
          .where('organizationId', '=', access.organization)
          .where('id', '=', id)
          .execute();
        log.emit(
          invitationRevoked,
          access,
          { subject: { type: 'team-invitation', id }, before: { status }, after: { status: 'revoked' } },
          { teamId: row.teamId },
        );
      });
    },
  };
}

/** What was answered or revoked is not sent again. */
function demandSendable(row: InvitationRow, now: Date): 'pending' | 'expired' {
  const status = statusAt(row, now);
  if (status !== 'pending' && status !== 'expired') throw closed(status);
  return status;
}

async function rowOf(database: Database, access: OrganizationAccess, id: string): Promise<InvitationRow> {
  const row = isId(id)
    ? await database.read(access, (tx) =>
        tx
          .sql<InvitationTables>()
          .selectFrom('team_invitation')
          .selectAll()
          .where('organizationId', '=', access.organization)
          .where('id', '=', id)
          .executeTakeFirst(),
      )
    : undefined;
  if (!row) throw notFound();
  return row;
}
