import { idText, paged, pageOf, respond, Type } from '@dossier/sdk';
import type { Access, RouteChecks, RouteHandlers, RouteSpec } from '@dossier/sdk';
import { manageMembers, Membership, OwnMembership } from '../contract.ts';
import type { Joining } from '../joining.ts';
import type { Members } from '../members.ts';
import type { PeopleOfOrganization } from '../people.ts';
import { everywhere, inTeam, PageQuery } from './addresses.ts';
import { lockOuts } from './refusals.ts';

const [userId, teamId, teamRoleId] = [
  '0190c0de-0000-7000-8000-000000000001',
  '0190c0de-0000-7000-8000-000000000011',
  '0190c0de-0000-7000-8000-000000000021',
];
/** A word that is stored: not blank. */
const word = (o: { maxLength: number }) =>
  Type.String({ minLength: 1, pattern: '^\\S', description: 'It begins with a visible character.', ...o });
const One = Type.Object({ id: idText() });
const bySubject = { scope: 'team', at: { in: 'params', name: 'id', subject: 'user-team' } } as const;

export const userTeamRoutes = {
  userTeams: {
    method: 'GET',
    ...everywhere('/users/:userId/user-teams'),
    gate: { scope: 'installation' },
    summary: "Memberships: one's own everywhere, another's in the active organization",
    params: Type.Object({ userId: idText() }),
    query: Type.Object(PageQuery),
    reply: Type.Array(Membership),
  },
  ownMemberships: {
    method: 'GET',
    url: '/api/v1/memberships',
    gate: { scope: 'installation' },
    summary: 'Your memberships in all organizations, with the names of organization, team and role',
    reply: Type.Array(OwnMembership),
  },
  join: {
    method: 'POST',
    resource: '/api/v1/user-teams/:id',
    ...everywhere('/user-teams'),
    gate: { scope: 'installation' },
    summary: 'Make somebody a member of a team: by an accepted invitation, or as manager of its members',
    reply: Membership,
    body: Type.Object(
      {
        userId: idText(),
        teamId: idText(),
        status: Type.Literal('active', {
          description: 'A membership begins as active; another word would give no rights and could not be changed.',
        }),
        role: Type.Optional(word({ maxLength: 100 })),
        teamRoleId: Type.Optional(idText()),
      },
      { additionalProperties: false, examples: [{ userId, teamId, status: 'active', teamRoleId }] },
    ),
    problems: {
      404: 'There is no such team, or you have nothing to do with its organization',
      409: 'The person is a member of the team already (`already-member`), or suspended in the organization (`suspended`)',
    },
  },
  member: {
    method: 'GET',
    url: '/api/v1/user-teams/:id',
    gate: bySubject,
    summary: 'A membership: your own, or of a team whose members you manage',
    params: One,
    reply: Membership,
  },
  changeMember: {
    method: 'PUT',
    url: '/api/v1/user-teams/:id',
    gate: { ...bySubject, permission: manageMembers },
    summary: 'Give a member another role of the team',
    params: One,
    reply: Membership,
    body: Type.Object({ teamRoleId: idText() }, { additionalProperties: false, examples: [{ teamRoleId }] }),
    problems: lockOuts,
  },
  removeMember: {
    method: 'DELETE',
    url: '/api/v1/user-teams/:id',
    gate: bySubject,
    summary: 'Remove a member, or leave',
    params: One,
    problems: lockOuts,
  },
  transfer: {
    method: 'POST',
    resource: null,
    url: '/api/v1/teams/:teamId/transfer',
    gate: inTeam(manageMembers),
    status: 200,
    summary: 'Hand the ownership over: the owner and another member change roles with each other',
    params: Type.Object({ teamId: idText() }),
    reply: Type.Array(Membership),
    body: Type.Object({ toUserId: idText() }, { additionalProperties: false, examples: [{ toUserId: userId }] }),
    problems: { 409: `This person holds the same role already (\`owner-already\`). ${lockOuts[409]}` },
  },
} as const satisfies Readonly<Record<string, RouteSpec>>;

interface Deps {
  readonly people: PeopleOfOrganization;
  readonly members: Members;
  readonly ownMemberships: (access: Access) => Promise<readonly OwnMembership[]>;
  readonly joining: Joining;
}

export const userTeamHandlers = ({
  people,
  members,
  ownMemberships,
  joining,
}: Deps): RouteHandlers<typeof userTeamRoutes> => ({
  async userTeams({ access, params, query, url }) {
    const page = pageOf(url, query);
    return paged(url, await people.memberships(access, params.userId, page), page);
  },
  ownMemberships: ({ access }) => ownMemberships(access),
  async join({ access, body }) {
    const made = await joining.join(access, body);
    return respond(made, { headers: { location: `/api/v1/user-teams/${made.id}` } });
  },
  member: ({ access, params }) => members.one(access, params.id),
  changeMember: ({ access, params, body }) => members.changeRole(access, params.id, body.teamRoleId),
  removeMember: ({ access, params }) => members.remove(access, params.id),
  transfer: ({ access, params, body }) => members.transfer(access, params.teamId, body.toUserId),
});

export const userTeamChecks = (joining: Joining): RouteChecks<typeof userTeamRoutes> => ({
  join: ({ access, body }) => joining.faults(access, body),
});
