import { sql } from 'kysely';
import { asSeen, invalid, newId, Problem } from '@dossier/sdk';
import type { Clock, Database, Emits, Fault, OrganizationAccess, ValidPart, Vault } from '@dossier/sdk';
import type { AccessAdministration } from '../access/contract.ts';
import type { Mail } from '../mail/contract.ts';
import type { People } from '../people/contract.ts';
import { invitationExpired, personInvited } from './contract.ts';
import type { InvitationTables } from './entities.ts';
import type { InvitationEmails } from './emails.ts';
import { day, fingerprintOf, later, newToken, normalEmail } from './states.ts';
import type { InvitationRow } from './states.ts';

interface Deps {
  readonly database: Database;
  readonly clock: Clock;
  readonly vault: Vault;
  readonly mail: Mail;
  readonly people: People;
  readonly administration: AccessAdministration;
  readonly post: InvitationEmails;
  readonly log: Emits<typeof personInvited | typeof invitationExpired>;
}

interface Wish {
  readonly emails: readonly string[];
  readonly teamRoleId: string;
  readonly message?: string;
}

export interface Invited {
  readonly invitations: readonly InvitationRow[];
  /** Addresses to which nothing was sent, and why. */
  readonly skipped: readonly { readonly email: string; readonly reason: 'already-member' | 'already-invited' }[];
}

/** The side of those who invite. */
export function createInviting({ database, clock, vault, mail, people, administration, post, log }: Deps) {
  // Inside the transaction that an Idempotency-Key opens as well as without it.
  const isMember = async (access: OrganizationAccess, teamId: string, email: string): Promise<boolean> => {
    for (const { id } of await database.read(access, (tx) => people.byVerifiedEmail(email, tx))) {
      if (
        (await administration.memberships(access.organization, id)).some(
          (membership) => membership.teamId === teamId && membership.status === 'active',
        )
      )
        return true;
    }
    return false;
  };

  const faultsOf = async (
    access: OrganizationAccess,
    teamId: string,
    { emails = [], teamRoleId }: ValidPart<Wish>,
  ): Promise<readonly Fault[]> => [
    ...emails.flatMap((email, i) =>
      email === undefined || mail.isAddress(asSeen(email))
        ? []
        : [
            {
              pointer: `/emails/${i}`,
              code: 'bad-address',
              detail: 'This is not an e-mail address to which a message can be sent.',
            },
          ],
    ),
    ...(teamRoleId === undefined ? [] : await administration.namedRoleFaults(access.organization, teamId, teamRoleId)),
  ];

  return {
    /** What is wrong with as much of a wish as could be read. */
    faults: faultsOf,

    /**
     * Throws 422 with every bad address and a role that the team has not, 403 for a role that is stronger than the
     * inviter, 409 when nobody was left to invite.
     */
    async invite(access: OrganizationAccess, teamId: string, o: Wish): Promise<Invited> {
      const faults = await faultsOf(access, teamId, o);
      if (faults.length > 0) throw invalid(faults);
      const wanted = [...new Set(o.emails.map(normalEmail))];
      const members = new Set<string>();
      for (const email of wanted) if (await isMember(access, teamId, email)) members.add(email);
      const { days, send } = await post.of(access, teamId);
      const now = clock.now();
      const message = o.message?.trim() ?? '';

      const invitations = await database.write(access, async (tx) => {
        await administration.demandGrantable(access, teamId, o.teamRoleId);
        const db = tx.sql<InvitationTables>();
        // One that has run out makes room for a new one.
        const gone = await db
          .updateTable('team_invitation')
          .set({ status: 'expired' })
          .where('organizationId', '=', access.organization)
          .where('teamId', '=', teamId)
          .where('email', 'in', wanted)
          .where('status', 'in', ['pending', 'accepted'])
          .where('expiresAt', '<=', now.toISOString())
          .returning(['id'])
          .execute();
        for (const { id } of gone)
          log.emit(
            invitationExpired,
            access,
            { subject: { type: 'team-invitation', id }, after: { status: 'expired' } },
            { teamId },
          );
        const made: InvitationRow[] = [];
        // Always in the same order, so that two that invite the same people do not wait for each other.
        for (const email of wanted.filter((one) => !members.has(one)).sort()) {
          const token = newToken();
          const row: InvitationRow = {
            organizationId: access.organization,
            id: newId(),
            teamId,
            teamRoleId: o.teamRoleId,
            email,
            message: message === '' ? null : message,
            status: 'pending',
            invitedUserId: null,
            proven: false,
            fingerprint: fingerprintOf(vault, token),
            invitedBy: access.actor.id,
            invitedByName: access.actor.name,
            createdAt: now.toISOString(),
            expiresAt: later(now, days * day),
            sentAt: now.toISOString(),
            sendings: 1,
            mailId: null,
          };
          const added = await db
            .insertInto('team_invitation')
            .values(row)
            .onConflict((on) => on.columns(['organizationId', 'teamId', 'email']).where(isOpen).doNothing())
            .returning('id')
            .executeTakeFirst();
          if (!added) continue;
          log.emit(
            personInvited,
            access,
            {
              subject: { type: 'team-invitation', id: row.id },
              after: { status: 'pending', email, teamRoleId: o.teamRoleId, expiresAt: row.expiresAt },
            },
            { teamId, email, teamRoleId: o.teamRoleId },
          );
          const mailId = await send(row, token);
          await db
            .updateTable('team_invitation')
            .set({ mailId })
            .where('organizationId', '=', access.organization)
            .where('id', '=', row.id)
            .execute();
          made.push({ ...row, mailId });
        }
        await post.demandMeasure(tx, access);
        return made;
      });
      const reached = new Set(invitations.map(({ email }) => email));
      const skipped = wanted
        .filter((email) => !reached.has(email))
        .map((email) => ({
          email,
          reason: members.has(email) ? ('already-member' as const) : ('already-invited' as const),
        }));
      if (invitations.length === 0) throw nobodyLeft(skipped, o.emails);
      return { invitations, skipped };
    },
  };
}

/**
 * As the index has it. Written out: with parameters PostgreSQL does not know the index any more as soon as it plans a
 * prepared statement for all values, at its sixth run.
 */
const isOpen = sql<boolean>`"status" in ('pending', 'accepted')`;

/** 409 that names for each address why nothing was sent. */
function nobodyLeft(skipped: Invited['skipped'], emails: readonly string[]): Problem {
  const reasons = new Map(skipped.map(({ email, reason }) => [email, reason]));
  const errors = emails.map((email, i): Fault => {
    const code = reasons.get(normalEmail(email)) ?? 'already-invited';
    return {
      pointer: `/emails/${i}`,
      code,
      detail:
        code === 'already-member'
          ? 'This person is a member of the team already.'
          : 'This person has an open invitation to the team. Send that one again.',
    };
  });
  return new Problem(409, 'nobody-to-invite', 'Conflict', {
    detail: 'Everybody here is a member or invited already; nothing was sent.',
    errors,
  });
}
