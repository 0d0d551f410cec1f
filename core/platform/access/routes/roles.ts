import { idText, notFound, paged, pageOf, respond, Type } from '@dossier/sdk';
import type { RouteChecks, RouteHandlers, RouteSpec } from '@dossier/sdk';
import { editTeam, TeamRole } from '../contract.ts';
import { roleFaults } from '../roles.ts';
import type { Roles } from '../roles.ts';
import { everywhere, inTeam, PageQuery } from './addresses.ts';
import { lockOuts } from './refusals.ts';

const Permissions = Type.Array(Type.String({ maxLength: 100 }), {
  maxItems: 100,
  description: 'Known are manageMembers, editTeam, inviteUsers and viewReports.',
  examples: [['viewReports']],
});
const InTeam = Type.Object({ teamId: idText() });
/** Bytes of a role: a hundred permissions, and of one that is sent back as it was read all its members. */
const bodyLimit = 128 * 1024;
const OneRole = Type.Object({ teamId: idText(), roleId: idText() });

export const roleRoutes = {
  roles: {
    method: 'GET',
    ...everywhere('/teams/:teamId/roles'),
    gate: inTeam(),
    summary: 'Roles of a team',
    params: InTeam,
    query: Type.Object(PageQuery),
    reply: Type.Array(TeamRole),
  },
  role: {
    method: 'GET',
    ...everywhere('/teams/:teamId/roles/:roleId'),
    gate: inTeam(),
    summary: 'A role of a team',
    params: OneRole,
    reply: TeamRole,
  },
  createRole: {
    method: 'POST',
    resource: '/teams/:teamId/roles/:roleId',
    ...everywhere('/teams/:teamId/roles'),
    gate: inTeam(editTeam),
    summary: 'Create a role of the team',
    params: InTeam,
    reply: TeamRole,
    bodyLimit,
    body: Type.Object(
      {
        name: Type.String({
          minLength: 1,
          maxLength: 100,
          pattern: '^[^\\u0000-\\u001f\\u007f]*$',
          description: 'On one line.',
        }),
        description: Type.Optional(Type.String({ maxLength: 2000 })),
        permissions: Permissions,
      },
      {
        additionalProperties: false,
        examples: [{ name: 'Reviewer', description: 'Reads reports.', permissions: ['viewReports'] }],
      },
    ),
    problems: { 409: 'The team has a role of this name (`role-taken`)' },
  },
  changeRole: {
    method: 'PUT',
    ...everywhere('/teams/:teamId/roles/:roleId'),
    gate: inTeam(editTeam),
    summary: 'Replace the permissions of a role; its other fields stay, whatever is sent for them',
    params: OneRole,
    reply: TeamRole,
    bodyLimit,
    body: Type.Object(
      { permissions: Permissions },
      { maxProperties: 50, examples: [{ permissions: ['viewReports'] }] },
    ),
    problems: lockOuts,
  },
  deleteRole: {
    method: 'DELETE',
    ...everywhere('/teams/:teamId/roles/:roleId'),
    gate: inTeam(editTeam),
    summary: 'Delete a role; its members stay without its rights',
    params: OneRole,
    problems: lockOuts,
  },
} as const satisfies Readonly<Record<string, RouteSpec>>;

export const roleHandlers = (roles: Roles): RouteHandlers<typeof roleRoutes> => ({
  async roles({ access, params, query, url }) {
    await roles.demandReader(access, params.teamId);
    const page = pageOf(url, query);
    return paged(url, await roles.list(access.organization, params.teamId, page), page);
  },
  async role({ access, params }) {
    await roles.demandReader(access, params.teamId);
    const found = (await roles.list(access.organization, params.teamId)).find(({ id }) => id === params.roleId);
    if (!found) throw notFound();
    return found;
  },
  async createRole({ access, params, body }) {
    const role = await roles.create(access, params.teamId, {
      name: body.name,
      description: body.description ?? '',
      permissions: body.permissions,
    });
    return respond(role, { headers: { location: `/teams/${role.teamId}/roles/${role.id}` } });
  },
  changeRole: ({ access, params, body }) => roles.change(access, params.teamId, params.roleId, body.permissions),
  deleteRole: ({ access, params }) => roles.remove(access, params.teamId, params.roleId),
});

export const roleChecks: RouteChecks<typeof roleRoutes> = {
  createRole: async ({ body }) => roleFaults(body),
  // Its name stays, whatever is sent for it.
  changeRole: async ({ body: { permissions } }) => roleFaults({ permissions }),
};
