import { randomBytes } from 'node:crypto';
import { conflict, mailboxOf } from '@dossier/sdk';
import type { Problem, Vault } from '@dossier/sdk';
import type { User } from '../people/contract.ts';
import type { InvitationStatus, TeamInvitation } from './contract.ts';
import type { InvitationTables } from './entities.ts';

export type InvitationRow = InvitationTables['team_invitation'];

/** Where it stands at a time: what has run out is expired, whether somebody wrote it down or not. */
export const statusAt = (
  { status, expiresAt }: Pick<InvitationRow, 'status' | 'expiresAt'>,
  now: Date,
): InvitationStatus =>
  (status === 'pending' || status === 'accepted') && Date.parse(expiresAt) <= now.getTime() ? 'expired' : status;

export const shown = (row: InvitationRow, now: Date): TeamInvitation => ({
  id: row.id,
  teamId: row.teamId,
  invitedUserId: row.invitedUserId,
  status: statusAt(row, now),
});

/** Another one whenever an invitation is answered, sent again, revoked, or has run out: for entity tags. */
export const versionOf = (
  row: Pick<InvitationRow, 'status' | 'expiresAt' | 'invitedUserId' | 'sendings'>,
  now: Date,
): string => `${statusAt(row, now)}-${row.sendings}-${row.invitedUserId ?? ''}`;

/** As addresses are compared and stored. */
export const normalEmail = mailboxOf;

/** The address that an identity provider vouches for; null when there is none. */
export const provenAddress = ({ email, emailVerified }: Pick<User, 'email' | 'emailVerified'>): string | null =>
  emailVerified && email !== '' ? normalEmail(email) : null;

/** 256 bits, so that it needs no salt and cannot be guessed. */
export const newToken = (): string => randomBytes(32).toString('base64url');
export const fingerprintOf = (vault: Vault, token: string): string => vault.fingerprint(token, 'invitations/token');

export const day = 24 * 60 * 60_000;
export const later = (now: Date, milliseconds: number): string => new Date(now.getTime() + milliseconds).toISOString();

/** Says why an invitation in this state cannot be answered or changed any more. */
export function closed(status: InvitationStatus): Problem {
  const why: Readonly<Record<InvitationStatus, string>> = {
    pending: 'Nobody has accepted this invitation yet.',
    accepted: 'This invitation has been accepted.',
    declined: 'This invitation was declined. Ask for a new one.',
    revoked: 'This invitation was revoked. Ask the person who invited you.',
    expired: 'This invitation has expired. Ask for it to be sent again.',
    used: 'This invitation has been used: its team has the member.',
  };
  return conflict(`invitation-${status}`, why[status]);
}

export const takenByAnother = (): Problem =>
  conflict('invitation-taken', 'Somebody else has answered this invitation. Ask for one of your own.');
