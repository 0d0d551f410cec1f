/** A membership as the list of people shows it. */
export interface PersonMembership {
  readonly id: string;
  readonly teamId: string;
  readonly teamName: string;
  readonly teamRoleId: string | null;
  readonly teamRoleName: string | null;
  readonly status: string;
}

export interface Person {
  readonly id: string;
  readonly name: string;
  readonly email: string | null;
  readonly memberships: readonly PersonMembership[];
}

/** `permissions` are one's own in the team. */
export interface Team {
  readonly id: string;
  readonly name: string;
  readonly description: string;
  readonly createdAt: string;
  readonly memberCount: number;
  readonly workspaces: readonly { readonly id: string; readonly name: string; readonly type: string }[];
  readonly permissions: readonly string[];
}

export interface Role {
  readonly id: string;
  readonly teamId: string;
  readonly name: string;
  readonly description: string;
  readonly permissions: readonly string[];
}

/** `id` is that of the membership. */
export interface Member {
  readonly id: string;
  readonly userId: string;
  readonly name: string;
  readonly email: string | null;
  readonly role: string;
  readonly teamRoleId: string | null;
  readonly teamRoleName: string | null;
  readonly status: string;
  readonly joinedAt: string;
}

export interface TeamInvitation {
  readonly id: string;
  readonly email: string;
  readonly teamRoleId: string;
  readonly status: 'pending' | 'accepted' | 'declined' | 'revoked' | 'expired' | 'used';
  readonly invitedByName: string;
  readonly createdAt: string;
  readonly expiresAt: string;
  readonly sentAt: string;
  readonly delivery: { readonly state: string; readonly reason: string | null } | null;
}
