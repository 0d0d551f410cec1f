import { actingAs, demandMatch, isId, notFound } from '@dossier/sdk';
import type { Access, Clock, Database, Emits, IfMatch, OrganizationId, Transaction, Vault } from '@dossier/sdk';
import type { AccessAdministration } from '../access/contract.ts';
import type { People } from '../people/contract.ts';
import { invitationAccepted, invitationDeclined, invitationRevoked } from './contract.ts';
import type { TeamInvitation } from './contract.ts';
import type { InvitationTables } from './entities.ts';
import { closed, fingerprintOf, later, provenAddress, shown, statusAt, takenByAnother, versionOf } from './states.ts';
import type { InvitationRow } from './states.ts';

interface Deps {
  readonly database: Database;
  readonly clock: Clock;
  readonly vault: Vault;
  readonly people: People;
  readonly administration: AccessAdministration;
  readonly asSystem: (organization: OrganizationId) => Promise<Access>;
  readonly log: Emits<typeof invitationAccepted | typeof invitationDeclined | typeof invitationRevoked>;
}

/** After accepting, a person has at least so many milliseconds to join. */
const timeToJoin = 7 * 24 * 60 * 60_000;

/**
 * The side of those who are invited: they are no members yet, so everything begins with a look across organizations.
 */
export function createAnswering({ database, clock, vault, people, administration, asSystem, log }: Deps) {
  const find = (by: 'id' | 'fingerprint', value: string): Promise<InvitationRow | undefined> =>
    database.lookUp((tx) =>
      tx.sql<InvitationTables>().selectFrom('team_invitation').selectAll().where(by, '=', value).executeTakeFirst(),
    );

  const provenEmail = async (userId: string): Promise<string | null> => {
    const user = await people.user(userId);
    if (!user) throw notFound();
    return provenAddress(user);
  };

  return {
    /**
     * The invitation behind a mailed secret, for anybody who is signed in and holds it. Throws 404, or 409 when
     * somebody else has answered it.
     */
    async behind(access: Access, token: string): Promise<InvitationRow> {
      const row = await find('fingerprint', fingerprintOf(vault, token));
      if (!row) throw notFound();
      if (row.invitedUserId !== null && row.invitedUserId !== access.actor.id) throw takenByAnother();
      return row;
    },

    /**
     * Open invitations to the person: those that they have accepted, and those to the address that is proven to be
     * theirs. In all organizations, newest first.
     */
    async own(access: Access): Promise<readonly InvitationRow[]> {
      const email = await provenEmail(access.actor.id);
      const rows = await database.lookUp((tx) =>
        tx
          .sql<InvitationTables>()
          .selectFrom('team_invitation')
          .selectAll()
          .where(({ and, or, eb }) =>
            or([
              and([eb('invitedUserId', '=', access.actor.id), eb('status', '=', 'accepted')]),
              ...(email === null
                ? []
                : [and([eb('invitedUserId', 'is', null), eb('email', '=', email), eb('status', '=', 'pending')])]),
            ]),
          )
          .where('expiresAt', '>', clock.now().toISOString())
          .orderBy('id', 'desc')
          .limit(100)
          .execute(),
      );
      return rows;
    },

    /**
     * Accepts or declines. It is the person's when the secret was mailed to them, or when its address is proven to be
     * theirs; otherwise 404, as for an unknown one. With the secret anybody may accept, under whatever address they
     * sign in: holding it proves that they read that mailbox, and this is stored. Does not make them a member. The
     * same answer twice is one answer; of two people at once the second gets 409. What its sender could not send any
     * more, because they have lost the right or the role promises more than they may give by now, is revoked instead of
     * accepted (409).
     */
    async answer(
      access: Access,
      id: string,
      answer: 'accepted' | 'declined',
      { token, ifMatch }: { readonly token?: string | undefined; readonly ifMatch?: IfMatch } = {},
    ): Promise<{ readonly invitation: TeamInvitation; readonly version: string }> {
      const found = isId(id) ? await find('id', id) : undefined;
      const email = await provenEmail(access.actor.id);
      const held = found !== undefined && token !== undefined && fingerprintOf(vault, token) === found.fingerprint;
      if (!found || !(held || found.invitedUserId === access.actor.id || found.email === email)) throw notFound();
      const acting = actingAs(access.actor, found.organizationId);
      const answered = await database.write(found.organizationId, async (tx) => {
        const row = await locked(tx, found);
        const now = clock.now();
        const status = statusAt(row, now);
        if (row.invitedUserId !== null && row.invitedUserId !== access.actor.id) throw takenByAnother();
        // It was sent again meanwhile: the secret that was held is no longer the one.
        const proven = held && row.fingerprint === found.fingerprint;
        if (!proven && row.invitedUserId === null && row.email !== email) throw notFound();
        demandMatch(ifMatch, versionOf(row, now));
        if (status === answer) return { invitation: shown(row, now), version: versionOf(row, now) };
        if (status !== 'pending' && status !== 'accepted') throw closed(status);
        if (answer === 'accepted' && !(await administration.mayInvite(row.organizationId, row.invitedBy, row))) {
          await tx
            .sql<InvitationTables>()
            .updateTable('team_invitation')
            .set({ status: 'revoked' })
            .where('organizationId', '=', row.organizationId)
            .where('id', '=', row.id)
            .execute();
          log.emit(
            invitationRevoked,
            await asSystem(row.organizationId),
            { subject: { type: 'team-invitation', id: row.id }, before: { status }, after: { status: 'revoked' } },
            { teamId: row.teamId },
          );
          return null;
        }
        const changed = {
          status: answer,
          invitedUserId: access.actor.id,
          proven: row.proven || (proven && answer === 'accepted'),
          ...(answer === 'accepted' && Date.parse(row.expiresAt) < now.getTime() + timeToJoin
            ? { expiresAt: later(now, timeToJoin) }
            : {}),
        };
        await tx
          .sql<InvitationTables>()
          .updateTable('team_invitation')
          .set(changed)
          .where('organizationId', '=', row.organizationId)
          .where('id', '=', row.id)
          .execute();
        log.emit(
          answer === 'accepted' ? invitationAccepted : invitationDeclined,
          acting,
          {
            subject: { type: 'team-invitation', id: row.id },
            before: { status, invitedUserId: row.invitedUserId },
            after: { status: answer, invitedUserId: access.actor.id },
          },
          { teamId: row.teamId, userId: access.actor.id },
        );
        const after = { ...row, ...changed };
        return { invitation: shown(after, now), version: versionOf(after, now) };
      });
      if (answered === null) throw closed('revoked');
      return answered;
    },

    /** For {@link Invitations}. */
    async offered(token: string): Promise<InvitationRow | null> {
      const row = await find('fingerprint', fingerprintOf(vault, token));
      return row && statusAt(row, clock.now()) === 'pending' ? row : null;
    },
  };
}

const locked = (tx: Transaction, { organizationId, id }: InvitationRow): Promise<InvitationRow> =>
  tx
    .sql<InvitationTables>()
    .selectFrom('team_invitation')
    .selectAll()
    .where('organizationId', '=', organizationId)
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirstOrThrow();
