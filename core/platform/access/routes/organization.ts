import { inOrganization, respond, Type } from '@dossier/sdk';
import type { Database, RouteHandlers, RouteSpec } from '@dossier/sdk';
import { manageOrganization, Team, Workspace } from '../../tenancy/contract.ts';
import type { Tenancy } from '../../tenancy/contract.ts';
import type { AccessAdministration } from '../contract.ts';

const OrNull = <T extends ReturnType<typeof Type.String>>(type: T) => Type.Union([type, Type.Null()]);
/** Texts are stored without the character NUL, which the database does not take. */
const Text = (maxLength: number, minLength: number) => Type.String({ minLength, maxLength });

export const organizationRoutes = {
  organizations: {
    method: 'GET', url: '/api/v1/organizations', gate: { scope: 'installation' }, summary: 'Organizations in which you are a member',
    reply: Type.Array(Type.Object({ id: Type.String(), slug: Type.String(), name: Type.String(), type: Type.String(), logo: OrNull(Type.String()), accent: OrNull(Type.String()), createdAt: Type.String() }, { examples: [{ id: '0190c0de-0000-7000-8000-000000000002', slug: 'north-bank', name: 'North Bank', type: 'BANK', logo: null, accent: '#0A7D5C', createdAt: '2026-03-02T09:30:00.000Z' }] })),
  },
  workspaces: {
    method: 'GET', url: '/api/v1/workspaces', gate: inOrganization(), summary: 'Workspaces of the active organization in which you are a member',
    reply: Type.Array(Workspace),
  },
  createTeam: {
    method: 'POST', url: '/api/v1/teams', gate: inOrganization({ permission: manageOrganization }), summary: 'Create a team with the roles Owner and Member',
    body: Type.Object({ name: Text(200, 1), description: Type.Optional(Text(2_000, 0)) }, { additionalProperties: false, examples: [{ name: 'Lending', description: 'Decides on loans.' }] }),
    reply: Team,
  },
} as const satisfies Readonly<Record<string, RouteSpec>>;

interface Deps {
  readonly database: Database;
  readonly tenancy: Tenancy;
  readonly administration: AccessAdministration;
}

export const organizationHandlers = ({ tenancy, administration, database }: Deps): RouteHandlers<typeof organizationRoutes> => ({
  organizations: async ({ access }) => tenancy.organizations(await administration.organizationsOf(access.actor.id)),
  async workspaces({ access }) {
    const own = new Set(await administration.workspacesOf(access.organization, access.actor.id));
    return (await tenancy.workspaces(access.organization)).filter((workspace) => own.has(workspace.id));
  },
  createTeam: ({ access, body }) => database.write(access, async () => {
    const team = await tenancy.createTeam(access, body);
    await administration.createDefaultRoles(access, team.id);
    return respond(team, { headers: { location: `/api/v1/teams/${team.id}` } });
  }),
});
