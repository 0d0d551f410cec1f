import { emailText, extensionPoint, idText, momentText, orNull, permission, service, slot, Type } from '@dossier/sdk';
import type {
  Fault,
  Feature,
  OrganizationAccess,
  OrganizationId,
  Permission,
  Problem,
  Reply,
  Transaction,
  UserId,
  WorkspaceId,
} from '@dossier/sdk';
import type { RoleAtWork } from './matrix/contract.ts';

const OrNull = orNull(Type.String());
const Time = momentText();
const [id, userId, teamId, teamRoleId, workspaceId] = [
  '0190c0de-0000-7000-8000-000000000031',
  '0190c0de-0000-7000-8000-000000000001',
  '0190c0de-0000-7000-8000-000000000011',
  '0190c0de-0000-7000-8000-000000000021',
  '0190c0de-0000-7000-8000-000000000041',
];
const joinedAt = '2026-03-02T09:30:00.000Z';

export const TeamRole = Type.Object(
  {
    id: idText(),
    teamId: idText(),
    name: Type.String(),
    description: Type.String(),
    permissions: Type.Array(Type.String()),
  },
  {
    title: 'TeamRole',
    examples: [
      { id: teamRoleId, teamId, name: 'Reviewer', description: 'Reads reports.', permissions: ['viewReports'] },
    ],
  },
);
export type TeamRole = Reply<typeof TeamRole>;

/** A membership, as the specification knows it. */
export const Membership = Type.Object(
  {
    id: idText(),
    userId: idText(),
    teamId: idText(),
    role: Type.String({ description: 'For display; gives no rights.' }),
    teamRoleId: orNull(idText()),
    status: Type.String(),
    joinedAt: Time,
  },
  { title: 'UserTeam', examples: [{ id, userId, teamId, role: 'member', teamRoleId, status: 'active', joinedAt }] },
);
export type Membership = Reply<typeof Membership>;

/** A membership of one's own, in any organization, with the names of what it is in. */
export const OwnMembership = Type.Object(
  {
    id: idText(),
    organizationId: idText(),
    organizationName: Type.String(),
    teamId: idText(),
    teamName: Type.String(),
    teamRoleId: orNull(idText()),
    teamRoleName: OrNull,
    role: Type.String(),
    status: Type.String(),
    joinedAt: Time,
  },
  {
    title: 'OwnMembership',
    examples: [
      {
        id,
        organizationId: '0190c0de-0000-7000-8000-000000000051',
        organizationName: 'Acme',
        teamId,
        teamName: 'Lending',
        teamRoleId,
        teamRoleName: 'Member',
        role: 'member',
        status: 'active',
        joinedAt,
      },
    ],
  },
);
export type OwnMembership = Reply<typeof OwnMembership>;

/** A team as lists show it. */
export const TeamReply = Type.Object(
  {
    id: idText(),
    name: Type.String(),
    description: Type.String(),
    createdAt: Time,
    memberCount: Type.Integer(),
    workspaces: Type.Array(Type.Object({ id: idText(), name: Type.String(), type: Type.String() })),
    permissions: Type.Array(Type.String(), { description: 'What you may do in this team.' }),
  },
  {
    title: 'Team',
    examples: [
      {
        id: teamId,
        name: 'Lending',
        description: 'Decides on loans.',
        createdAt: joinedAt,
        memberCount: 3,
        workspaces: [{ id: workspaceId, name: 'Loans', type: 'STAFF' }],
        permissions: ['viewReports'],
      },
    ],
  },
);
export type TeamReply = Reply<typeof TeamReply>;

/** A member of a team with their display name. */
export const Member = Type.Object(
  {
    id: idText('Of the membership.'),
    userId: idText(),
    name: Type.String(),
    email: orNull(emailText()),
    role: Type.String(),
    teamRoleId: orNull(idText()),
    teamRoleName: OrNull,
    status: Type.String(),
    joinedAt: Time,
  },
  {
    title: 'Member',
    examples: [
      {
        id,
        userId,
        name: 'Ada Lindqvist',
        email: 'ada@acme.example',
        role: '',
        teamRoleId,
        teamRoleName: 'Owner',
        status: 'active',
        joinedAt,
      },
    ],
  },
);
export type Member = Reply<typeof Member>;

/** A person of the organization, and their teams there. */
export const PersonReply = Type.Object(
  {
    id: idText(),
    name: Type.String(),
    email: orNull(emailText()),
    memberships: Type.Array(
      Type.Object({
        id: idText(),
        teamId: idText(),
        teamName: Type.String(),
        teamRoleId: orNull(idText()),
        teamRoleName: OrNull,
        status: Type.String(),
      }),
    ),
  },
  { title: 'Person', examples: [{ id: userId, name: 'Ada Lindqvist', email: 'ada@acme.example', memberships: [] }] },
);
export type PersonReply = Reply<typeof PersonReply>;

/** Memberships, roles, grants and feature switches: the rows behind every {@link Access}. */
export interface AccessAdministration {
  /** A new team's roles are Owner (all four team permissions) and Member (viewReports). */
  createDefaultRoles(access: OrganizationAccess, teamId: string): Promise<{ owner: TeamRole; member: TeamRole }>;
  createRole(
    access: OrganizationAccess,
    teamId: string,
    o: { name: string; description: string; permissions: readonly string[] },
  ): Promise<TeamRole>;
  roles(organization: OrganizationId, teamId: string): Promise<readonly TeamRole[]>;
  /** Roles of all teams, the oldest first. */
  rolesOfAllTeams(organization: OrganizationId): Promise<readonly TeamRole[]>;
  /**
   * Writes the membership without asking who may: for the system. People come in by `POST /user-teams`, which asks.
   * Throws 409 `already-member`, 422 for a role of another team.
   */
  addMember(
    access: OrganizationAccess,
    o: { userId: UserId; teamId: string; teamRoleId?: string; role?: string; status: string },
  ): Promise<Membership>;
  memberships(organization: OrganizationId, userId: UserId): Promise<readonly Membership[]>;
  /** Organizations in which the user is an active member. */
  organizationsOf(userId: UserId): Promise<readonly OrganizationId[]>;
  /**
   * May the viewer know who this member of the organization is? Viewers know themselves; everybody, when they run the
   * organization or bring members into one of its teams; else their colleagues, who work in a STAFF workspace with
   * them. Clients do not know of each other.
   */
  mayKnow(organization: OrganizationId, viewer: UserId, userId: UserId): Promise<boolean>;
  /**
   * People of the organization of whom each word is met by one of its spellings, as a part of name or e-mail; by name.
   * Nobody for who may not see the list of people.
   */
  findPeople(
    access: OrganizationAccess,
    o: { readonly words: readonly (readonly string[])[]; readonly limit: number },
    signal?: AbortSignal,
  ): Promise<readonly PersonReply[]>;
  assignTeam(access: OrganizationAccess, teamId: string, workspaceId: WorkspaceId): Promise<void>;
  /**
   * Grants or withdraws; `workspace` null for permissions of scope organization. Acts on the next request. Throws 422
   * `keys-only` for what only API keys hold, `wrong-scope` for what is granted elsewhere.
   */
  setGrant(
    access: OrganizationAccess,
    o: { teamRoleId: string; permission: Permission; workspace: WorkspaceId | null; granted: boolean },
  ): Promise<void>;
  /** Switches a feature in a workspace. Acts on the next request. */
  setFeature(access: OrganizationAccess, o: { workspace: WorkspaceId; feature: Feature; on: boolean }): Promise<void>;
  /**
   * Active members of a workspace who can sign in and hold the permission there, by id; a permission of teams is held
   * by those whose role in a team that works there carries it. Without a workspace, those who hold a permission of the
   * organization.
   */
  holders(
    organization: OrganizationId,
    workspace: WorkspaceId | null,
    permission: Permission,
  ): Promise<readonly UserId[]>;
  /** Who holds a permission of workspaces in at least one of these, as {@link AccessAdministration.holders}. */
  holdersIn(
    organization: OrganizationId,
    workspaces: readonly WorkspaceId[],
    permission: Permission,
  ): Promise<ReadonlySet<UserId>>;
  /** Those of {@link AccessAdministration.holders} who hold a permission of workspaces by a role of this name. */
  holdersInRole(
    organization: OrganizationId,
    workspace: WorkspaceId,
    permission: Permission,
    role: string,
  ): Promise<readonly UserId[]>;
  /**
   * Names of the roles by which active members hold a permission of workspaces, for each of these workspaces; one in
   * which nobody holds it is left out.
   */
  roleNames(
    organization: OrganizationId,
    workspaces: readonly string[],
    permission: Permission,
  ): Promise<ReadonlyMap<string, readonly string[]>>;
  /**
   * Roles of the teams that work in each of these workspaces, with members or without, by name of the team, each with
   * those of these permissions of workspaces that it holds there. A workspace to which no role leads is left out.
   */
  rolesIn(
    organization: OrganizationId,
    workspaces: readonly string[],
    permissions: readonly Permission[],
  ): Promise<ReadonlyMap<string, readonly RoleAtWork[]>>;
  /** Workspaces where the user is an active member. */
  workspacesOf(organization: OrganizationId, userId: UserId): Promise<readonly WorkspaceId[]>;
  /**
   * Throws 403 when the role holds more than the actor, who cannot give away what they do not have; ask before a role
   * is promised, too. Throws 422 at `/teamRoleId` when it is no role of the team. The system may give every role.
   * Inside `database.write` the role stays until its end.
   */
  demandGrantable(access: OrganizationAccess, teamId: string, teamRoleId: string): Promise<void>;
  /**
   * May this person, by what they hold now, invite somebody to the team in this role? Inside `database.write` it sees
   * what was changed there.
   */
  mayInvite(
    organization: OrganizationId,
    userId: UserId,
    to: { readonly teamId: string; readonly teamRoleId: string },
  ): Promise<boolean>;
  /**
   * Takes from a person all that they may do in the organization, until `resume`: their memberships stay, suspended.
   * Acts on the next request; what they had open ends. One who is suspended stays so. Throws 404 for nobody of the
   * organization, 409 `yourself`, and 409 when it locks out.
   */
  suspend(access: OrganizationAccess, userId: UserId): Promise<void>;
  /** Gives it back. Throws 404 for nobody of the organization. */
  resume(access: OrganizationAccess, userId: UserId): Promise<void>;
  /** The fault at `/teamRoleId` for which `demandGrantable` throws 422, for who has other faults to tell with it. */
  namedRoleFaults(organization: OrganizationId, teamId: string, teamRoleId: string): Promise<readonly Fault[]>;
}
export const AccessAdministration = service<AccessAdministration>('access/administration@1');

/** Who is to be let into which team. */
export interface Entry {
  readonly userId: UserId;
  readonly teamId: string;
}

/**
 * Lets a person into a team in whose organization they may still be a stranger, for example by an invitation that they
 * accepted. `POST /user-teams` asks in this order: `organization` (only when the team is not in the active organization
 * of the caller), then, in one transaction of that organization, `admission`, and `used` once the membership is
 * written. Who manages the members needs no admission for colleagues; an outsider is let in by an admission only.
 */
export interface JoinPolicy {
  /**
   * The organization of the team when `admission` would let this person in, else null. No transaction is open and no
   * organization known: read with `database.lookUp`.
   */
  organization(entry: Entry): Promise<OrganizationId | null>;
  /**
   * The strongest role that this person may take in the team; null as `teamRoleId` stands for the team's role called
   * Member. Null when nothing admits them: none, not accepted, expired, revoked or used up. Lock the row that admits
   * (`for update`), because of two requests at once one may use it. `admissionId` is handed to `used`.
   */
  admission(
    tx: Transaction,
    entry: Entry & { readonly organization: OrganizationId },
  ): Promise<{ readonly admissionId: string; readonly teamRoleId: string | null } | null>;
  /**
   * The person is a member now: from here on this admission lets nobody in again. `access` names them as actor, opens
   * nothing, and serves to emit an event.
   */
  used(
    tx: Transaction,
    access: OrganizationAccess,
    entry: Entry & { readonly admissionId: string; readonly membershipId: string },
  ): Promise<void>;
  /**
   * The person is no longer a member of the team: they left, were removed, or the whole team was. In the same
   * transaction ends what would let them in again, or the removal would last only until they come back by themselves.
   */
  memberRemoved?(tx: Transaction, access: OrganizationAccess, entry: Entry): Promise<void>;
  /** The role is gone. In the same transaction ends what promised it: nobody could come in by it any more. */
  roleDeleted?(
    tx: Transaction,
    access: OrganizationAccess,
    role: { readonly teamId: string; readonly teamRoleId: string },
  ): Promise<void>;
}
export const joinPolicies = extensionPoint<JoinPolicy>('access/join-policy@1');

/**
 * Says whether an organization takes people who signed in by this way. Asked wherever a person's Access to an
 * organization is made. What it says is remembered as the Access is: tell `AccessControl.changed` when it changes.
 */
export interface EntryPolicy {
  /** Why not, with what to do, or null. `signedInBy` as in `Identity` of the SDK. */
  refusal(organization: OrganizationId, signedInBy: string): Promise<Problem | null>;
}
export const entryPolicies = extensionPoint<EntryPolicy>('access/entry-policy@1');

/**
 * The four permission names of team roles that the interface knows. Who manages the organization
 * (`organization.manage`) may do in each team what its Owner may.
 */
export const manageMembers = permission('manageMembers', { title: 'Add and remove members', scope: 'team' });
export const editTeam = permission('editTeam', { title: 'Edit the team and its roles', scope: 'team' });
export const inviteUsers = permission('inviteUsers', { title: 'Invite people', scope: 'team' });
export const viewReports = permission('viewReports', { title: 'Open and run reports', scope: 'team' });
/**
 * The permission matrix and the feature switches. It is the right to give rights: its holder may tick every box, also
 * for themselves.
 */
export const manageAccess = permission('access.manage', {
  title: 'Edit features and permissions',
  scope: 'organization',
  staff: true,
});

export * from './events/contract.ts';
export type { RoleAtWork } from './matrix/contract.ts';

/** Stands at the head of the list of people: what can be done there, such as inviting somebody. */
export const peopleAction = slot<object>('access/people-action@1', { within: 'organization' });

/** Stands below the list of people: who is on the way in. `round` grows whenever somebody was invited from the list. */
export const peoplePart = slot<{ round: number }>('access/people-part@1', { within: 'organization' });

/** What parts of the page of a person are given. */
interface PersonInput {
  person: PersonReply;
  /** To be called when their memberships were changed. */
  changed: () => void;
}
/** Parts of the page of a person, below their teams. */
export const personPart = slot<PersonInput>('access/person-part@1', { within: 'organization' });
/** Narrow parts of it, beside their teams: how they stand, and what ends it. */
export const personAside = slot<PersonInput>('access/person-aside@1', { within: 'organization' });

/** Parts of the page of a team. Their permissions of teams are asked of the team that is shown. */
export const teamPart = slot<{
  team: TeamReply;
  roles: readonly TeamRole[];
  /** Id of the role with which somebody usually begins. */
  usualRole: string | null;
}>('access/team-part@1', { within: 'organization', pages: true });
