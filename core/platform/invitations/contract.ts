import { event, service, Type } from '@dossier/sdk';
import type { OrganizationId, UserId } from '@dossier/sdk';

/**
 * Where an invitation stands. `accepted` lets the person join the team once, then it is `used`; `declined`, `revoked` and `used` are final,
 * an `expired` one can be sent again.
 */
export type InvitationStatus = 'pending' | 'accepted' | 'declined' | 'revoked' | 'expired' | 'used';

/** An invitation as the specification knows it. `invitedUserId` is null until somebody has answered: whether an address has an account is nobody's business. */
export interface TeamInvitation {
  readonly id: string;
  readonly teamId: string;
  readonly invitedUserId: UserId | null;
  readonly status: InvitationStatus;
}

/** What the holder of the mailed secret may know before he has an account. */
export interface InvitationOffer {
  readonly email: string;
  readonly organizationName: string;
}

export interface Invitations {
  /** The open invitation behind a mailed secret; null when there is none, or it was answered or has expired. Run outside of a transaction. */
  offer(token: string): Promise<InvitationOffer | null>;
  /**
   * Addresses whose owner this person has proven to be, by accepting with the secret that was mailed there. Only for linking inside the organization:
   * the proof is worth as much as the organization's invitation.
   */
  provenAddresses(organization: OrganizationId, user: UserId): Promise<readonly string[]>;
}
export const Invitations = service<Invitations>('invitations/invitations@1');

const Team = { teamId: Type.String() };
const Person = { ...Team, userId: Type.String() };
export const personInvited = event('invitations/invited@1', { title: 'A person was invited', schema: Type.Object({ ...Team, email: Type.String(), teamRoleId: Type.String() }) });
export const invitationResent = event('invitations/resent@1', { title: 'An invitation was sent again', schema: Type.Object(Team) });
export const invitationRevoked = event('invitations/revoked@1', { title: 'An invitation was revoked', schema: Type.Object(Team) });
export const invitationExpired = event('invitations/expired@1', { title: 'An invitation has expired', schema: Type.Object(Team) });
export const invitationAccepted = event('invitations/accepted@1', { title: 'An invitation was accepted', schema: Type.Object(Person) });
export const invitationDeclined = event('invitations/declined@1', { title: 'An invitation was declined', schema: Type.Object(Person) });
export const invitationUsed = event('invitations/used@1', { title: 'An invited person joined the team', schema: Type.Object({ ...Person, membershipId: Type.String() }) });
