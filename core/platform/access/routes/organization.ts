import { idText, inOrganization, notFound, respond, Type } from '@dossier/sdk';
import type { Database, RouteHandlers, RouteSpec } from '@dossier/sdk';
import { manageOrganization, Organization, Team, Workspace } from '../../tenancy/contract.ts';
import type { Tenancy } from '../../tenancy/contract.ts';
import type { AccessAdministration } from '../contract.ts';

/** Texts are stored without the character NUL, which the database does not take. */
const Text = (maxLength: number, minLength: number) => Type.String({ minLength, maxLength });

export const organizationRoutes = {
  organizations: {
    method: 'GET',
    url: '/api/v1/organizations',
    gate: { scope: 'installation' },
    summary: 'Organizations in which you are a member',
    reply: Type.Array(Organization),
  },
  organization: {
    method: 'GET',
    url: '/api/v1/organizations/:id',
    gate: { scope: 'installation' },
    summary: 'An organization in which you are a member',
    params: Type.Object({ id: idText() }),
    reply: Organization,
  },
  workspaces: {
    method: 'GET',
    url: '/api/v1/workspaces',
    gate: inOrganization(),
    summary: 'Workspaces of the active organization in which you are a member',
    reply: Type.Array(Workspace),
  },
  createTeam: {
    method: 'POST',
    resource: '/api/v1/teams/:teamId',
    url: '/api/v1/teams',
    gate: inOrganization({ permission: manageOrganization }),
    summary: 'Create a team with the roles Owner and Member',
    body: Type.Object(
      { name: Text(200, 1), description: Type.Optional(Text(2_000, 0)) },
      { additionalProperties: false, examples: [{ name: 'Lending', description: 'Decides on loans.' }] },
    ),
    reply: Team,
    problems: { 409: 'The organization has a team of this name (`name-taken`)' },
  },
} as const satisfies Readonly<Record<string, RouteSpec>>;

interface Deps {
  readonly database: Database;
  readonly tenancy: Tenancy;
  readonly administration: AccessAdministration;
}

export const organizationHandlers = ({
  tenancy,
  administration,
  database,
}: Deps): RouteHandlers<typeof organizationRoutes> => ({
  organizations: async ({ access }) => tenancy.organizations(await administration.organizationsOf(access.actor.id)),
  async organization({ access, params }) {
    const own = await administration.organizationsOf(access.actor.id);
    const [found] = await tenancy.organizations(own.filter((id) => id === params.id));
    if (!found) throw notFound();
    return found;
  },
  async workspaces({ access }) {
    const own = new Set(await administration.workspacesOf(access.organization, access.actor.id));
    return (await tenancy.workspaces(access.organization)).filter((workspace) => own.has(workspace.id));
  },
  createTeam: ({ access, body }) =>
    database.write(access, async () => {
      const team = await tenancy.createTeam(access, body);
      await administration.createDefaultRoles(access, team.id);
      return respond(team, { headers: { location: `/api/v1/teams/${team.id}` } });
    }),
});
