import { emailText, event, idText, momentText, orNull, pathText, service, Type } from '@dossier/sdk';
import type { OrganizationId, Reply, UserId } from '@dossier/sdk';

/**
 * Where an invitation stands. `accepted` lets the person join the team once, then it is `used`; `declined`, `revoked`
 * and `used` are final, an `expired` one can be sent again.
 */
export const InvitationStatus = Type.Union([
  Type.Literal('pending'),
  Type.Literal('accepted'),
  Type.Literal('declined'),
  Type.Literal('revoked'),
  Type.Literal('expired'),
  Type.Literal('used'),
]);
export type InvitationStatus = Reply<typeof InvitationStatus>;

const OrNull = Type.Union([Type.String(), Type.Null()]);
const Moment = momentText();
const [id, teamId, userId, teamRoleId] = [
  '0190c0de-0000-7000-8000-000000000041',
  '0190c0de-0000-7000-8000-000000000011',
  '0190c0de-0000-7000-8000-000000000001',
  '0190c0de-0000-7000-8000-000000000021',
];
const [example, times] = [
  {
    id,
    teamId,
    invitedUserId: null,
    status: 'pending',
    email: 'ann@acme.example',
    teamRoleId,
    invitedByName: 'Ada Lindqvist',
  },
  { createdAt: '2026-03-02T09:30:00.000Z', expiresAt: '2026-03-09T09:30:00.000Z', sentAt: '2026-03-02T09:30:00.000Z' },
];
const ofTeam = { ...example, ...times, invitedBy: userId, delivery: { state: 'sent', reason: null } };

/**
 * An invitation as the specification knows it. `invitedUserId` is null until somebody has answered: whether an address
 * has an account is nobody's business.
 */
export const TeamInvitation = Type.Object(
  { id: idText(), teamId: idText(), invitedUserId: orNull(idText()), status: InvitationStatus },
  { title: 'TeamInvitation', examples: [{ id, teamId, invitedUserId: userId, status: 'accepted' }] },
);
export type TeamInvitation = Reply<typeof TeamInvitation>;

/** An invitation as the team sees it. `delivery` is null when the message was sent so long ago that it is forgotten. */
export const InvitationOfTeam = Type.Object(
  {
    ...TeamInvitation.properties,
    email: emailText(),
    teamRoleId: idText(),
    invitedBy: idText(),
    invitedByName: Type.String(),
    createdAt: Moment,
    expiresAt: Moment,
    sentAt: Moment,
    delivery: Type.Union([Type.Object({ state: Type.String(), reason: OrNull }), Type.Null()]),
  },
  { title: 'TeamInvitationOfTeam', examples: [ofTeam] },
);
export type InvitationOfTeam = Reply<typeof InvitationOfTeam>;

/** What became of a list of addresses. */
export const Invited = Type.Object(
  {
    invitations: Type.Array(InvitationOfTeam),
    skipped: Type.Array(
      Type.Object({
        email: emailText(),
        reason: Type.Union([Type.Literal('already-member'), Type.Literal('already-invited')]),
      }),
    ),
  },
  { examples: [{ invitations: [ofTeam], skipped: [{ email: 'ben@acme.example', reason: 'already-member' }] }] },
);
export type Invited = Reply<typeof Invited>;

/**
 * An invitation as the invited person sees it, with names in place of what they cannot look up yet. `roleName` is empty
 * when the role is gone, and the invitation revoked with it.
 */
export const InvitationToMe = Type.Object(
  {
    ...TeamInvitation.properties,
    email: emailText(),
    teamName: Type.String(),
    teamRoleId: idText(),
    roleName: Type.String(),
    invitedByName: Type.String(),
    message: OrNull,
    expiresAt: Moment,
    organization: Type.Object({
      id: idText(),
      slug: Type.String(),
      name: Type.String(),
      logo: orNull(pathText()),
      accent: OrNull,
    }),
  },
  {
    title: 'TeamInvitationToMe',
    examples: [
      {
        ...example,
        teamName: 'Lending',
        roleName: 'Member',
        message: null,
        expiresAt: times.expiresAt,
        organization: {
          id: '0190c0de-0000-7000-8000-000000000002',
          slug: 'acme',
          name: 'Acme',
          logo: null,
          accent: null,
        },
      },
    ],
  },
);
export type InvitationToMe = Reply<typeof InvitationToMe>;

/** What the holder of the mailed secret may know before they have an account. */
export interface InvitationOffer {
  readonly email: string;
  readonly organizationName: string;
}

export interface Invitations {
  /**
   * The open invitation behind a mailed secret; null when there is none, or it was answered or has expired. Run outside
   * of a transaction.
   */
  offer(token: string): Promise<InvitationOffer | null>;
  /**
   * Addresses whose owner this person has proven to be, by accepting with the secret that was mailed there. Only for
   * linking inside the organization: the proof is worth as much as the organization's invitation.
   */
  provenAddresses(organization: OrganizationId, user: UserId): Promise<readonly string[]>;
}
export const Invitations = service<Invitations>('invitations/invitations@1');

const Team = { teamId: Type.String() };
const Person = { ...Team, userId: Type.String() };
export const personInvited = event('invitations/invited@1', {
  says: '{actor} invited {payload.email} to the team {payload.teamId: team}[ as {payload.teamRoleId: team-role}].',
  personal: ['/payload/email', '/after/email'],
  title: 'A person was invited',
  schema: Type.Object({ ...Team, email: Type.String(), teamRoleId: Type.String() }),
});
export const invitationResent = event('invitations/resent@1', {
  says: '{actor} sent an invitation to the team {payload.teamId: team} again.',
  title: 'An invitation was sent again',
  schema: Type.Object(Team),
});
export const invitationRevoked = event('invitations/revoked@1', {
  says: '{actor} revoked an invitation to the team {payload.teamId: team}.',
  title: 'An invitation was revoked',
  schema: Type.Object(Team),
});
export const invitationExpired = event('invitations/expired@1', {
  says: 'An invitation to the team {payload.teamId: team} expired.',
  title: 'An invitation has expired',
  schema: Type.Object(Team),
});
export const invitationAccepted = event('invitations/accepted@1', {
  says: '{actor} accepted an invitation to the team {payload.teamId: team}.',
  tells: { invited: '{actor} accepted your invitation' },
  title: 'An invitation was accepted',
  schema: Type.Object(Person),
});
export const invitationDeclined = event('invitations/declined@1', {
  says: '{actor} declined an invitation to the team {payload.teamId: team}.',
  tells: { invited: '{actor} declined your invitation' },
  title: 'An invitation was declined',
  schema: Type.Object(Person),
});
export const invitationUsed = event('invitations/used@1', {
  says: '{payload.userId: user} joined the team {payload.teamId: team} by invitation.',
  title: 'An invited person joined the team',
  schema: Type.Object({ ...Person, membershipId: Type.String() }),
});
