import type { PersonReply } from '@dossier/core/platform/access/contract';

export type {
  Member,
  PersonReply as Person,
  TeamReply as Team,
  TeamRole as Role,
} from '@dossier/core/platform/access/contract';
export type { InvitationOfTeam as TeamInvitation } from '@dossier/core/platform/invitations/contract';

/** A membership as the list of people shows it. */
export type PersonMembership = PersonReply['memberships'][number];
