import { idText, inOrganization, isId, notFound, paged, pageOf, Type } from '@dossier/sdk';
import type { RouteHandlers, RouteSpec } from '@dossier/sdk';
import { manageOrganization } from '../../tenancy/contract.ts';
import { editTeam, inviteUsers, manageAccess, manageMembers, Member, PersonReply, TeamReply } from '../contract.ts';
import type { AccessAdministration } from '../contract.ts';
import type { PeopleOfOrganization } from '../people.ts';
import type { Teams } from '../teams.ts';
import { PageQuery } from './addresses.ts';

const Place = Type.Object({ teamId: idText(), workspaceId: idText() });

export const teamRoutes = {
  teams: {
    method: 'GET',
    url: '/api/v1/teams',
    gate: inOrganization(),
    summary: 'Your teams; all teams for who manages the organization or its access',
    query: Type.Object(PageQuery),
    reply: Type.Array(TeamReply),
  },
  // Who joins it, and where it works, does not change the team.
  team: {
    method: 'GET',
    etag: { of: ['id', 'name', 'description'] },
    url: '/api/v1/teams/:teamId',
    gate: inOrganization(),
    summary: 'A team, for the same',
    params: Type.Object({ teamId: idText() }),
    reply: TeamReply,
  },
  members: {
    method: 'GET',
    url: '/api/v1/teams/:teamId/members',
    summary: 'Members of a team with their roles',
    gate: {
      scope: 'team',
      at: { in: 'params', name: 'teamId' },
      anyOf: [manageMembers, editTeam, inviteUsers, manageAccess],
    },
    params: Type.Object({ teamId: idText() }),
    query: Type.Object(PageQuery),
    reply: Type.Array(Member),
  },
  people: {
    method: 'GET',
    url: '/api/v1/people',
    gate: inOrganization(),
    summary: 'People of the organization, for who runs it or manages or invites members of a team',
    query: Type.Object({
      q: Type.Optional(Type.String({ maxLength: 200, description: 'Part of the name or e-mail.' })),
      ...PageQuery,
    }),
    reply: Type.Array(PersonReply),
  },
  person: {
    method: 'GET',
    url: '/api/v1/people/:userId',
    gate: inOrganization(),
    summary: 'A person of the organization, for the same',
    params: Type.Object({ userId: idText() }),
    reply: PersonReply,
  },
  assignTeam: {
    method: 'PUT',
    resource: null,
    url: '/api/v1/teams/:teamId/workspaces/:workspaceId',
    gate: inOrganization({ permission: manageOrganization }),
    status: 204,
    summary: 'Let a team work in a workspace',
    params: Place,
  },
  unassignTeam: {
    method: 'DELETE',
    resource: null,
    url: '/api/v1/teams/:teamId/workspaces/:workspaceId',
    gate: inOrganization({ permission: manageOrganization }),
    summary: 'Take a team out of a workspace, with what its roles were granted there',
    params: Place,
  },
} as const satisfies Readonly<Record<string, RouteSpec>>;

interface Deps {
  readonly teams: Teams;
  readonly people: PeopleOfOrganization;
  readonly administration: Pick<AccessAdministration, 'assignTeam'>;
}

export const teamHandlers = ({ teams, people, administration }: Deps): RouteHandlers<typeof teamRoutes> => ({
  async teams({ access, query, url }) {
    const page = pageOf(url, query);
    return paged(url, await teams.list(access, { page }), page, ({ name }) => name);
  },
  async team({ access, params }) {
    if (!isId(params.teamId)) throw notFound();
    const [found] = await teams.list(access, { id: params.teamId, page: { limit: 1, after: null } });
    if (!found) throw notFound();
    return found;
  },
  async members({ access, params, query, url }) {
    const page = pageOf(url, query);
    return paged(url, await teams.members(access, params.teamId, page), page, ({ name }) => name);
  },
  async people({ access, query, url }) {
    const page = pageOf(url, query);
    return paged(
      url,
      await people.list(access, { page, ...(query.q === undefined ? {} : { q: query.q }) }),
      page,
      ({ name }) => name,
    );
  },
  async person({ access, params }) {
    if (!isId(params.userId)) throw notFound();
    const [found] = await people.list(access, { id: params.userId, page: { limit: 1, after: null } });
    if (!found) throw notFound();
    return found;
  },
  assignTeam: ({ access, params }) => administration.assignTeam(access, params.teamId, params.workspaceId),
  unassignTeam: ({ access, params }) => teams.unassign(access, params.teamId, params.workspaceId),
});
