import { inOrganization, notFound, Type } from '@dossier/sdk';
import type { Database, OrganizationAccess, OrganizationId, Registry, RouteHandlers, RouteSpec } from '@dossier/sdk';
import { manageOrganization } from '../tenancy/contract.ts';
import type { Tenancy, Workspace } from '../tenancy/contract.ts';
import { manageAccess } from './contract.ts';
import type { AccessAdministration } from './contract.ts';
import { changeMatrix, readMatrix } from './matrix.ts';

const OrNull = <T extends ReturnType<typeof Type.String>>(type: T) => Type.Union([type, Type.Null()]);
const WorkspaceReply = Type.Object({ id: Type.String(), name: Type.String(), type: Type.Union([Type.Literal('STAFF'), Type.Literal('CLIENT'), Type.Literal('MIXED')]), createdAt: Type.String() });
const MatrixReply = Type.Object({
  features: Type.Array(Type.Object({ id: Type.String(), title: Type.String(), on: Type.Boolean() })),
  roles: Type.Array(Type.Object({ id: Type.String(), teamId: Type.String(), teamName: Type.String(), name: Type.String() })),
  permissions: Type.Array(Type.Object({ id: Type.String(), title: Type.String(), feature: OrNull(Type.String()) })),
  grants: Type.Array(Type.Object({ teamRoleId: Type.String(), permission: Type.String() })),
});
const MatrixBody = Type.Object({
  features: Type.Optional(Type.Array(Type.Object({ id: Type.String({ maxLength: 200 }), on: Type.Boolean() }, { additionalProperties: false }), { maxItems: 500 })),
  grants: Type.Optional(Type.Array(Type.Object({ teamRoleId: Type.String({ maxLength: 64 }), permission: Type.String({ maxLength: 200 }), granted: Type.Boolean() }, { additionalProperties: false }), { maxItems: 500 })),
}, { additionalProperties: false });

export const routes = {
  organizations: {
    method: 'GET', url: '/api/v1/organizations', gate: { scope: 'installation' }, summary: 'Organizations in which you are a member',
    reply: Type.Array(Type.Object({ id: Type.String(), slug: Type.String(), name: Type.String(), type: Type.String(), logo: OrNull(Type.String()), accent: OrNull(Type.String()), createdAt: Type.String() })),
  },
  workspaces: {
    method: 'GET', url: '/api/v1/workspaces', gate: inOrganization(), summary: 'Workspaces of the active organization in which you are a member',
    reply: Type.Array(WorkspaceReply),
  },
  createTeam: {
    method: 'POST', url: '/api/v1/teams', gate: inOrganization({ permission: manageOrganization }), summary: 'Create a team with the roles Owner and Member',
    body: Type.Object({ name: Type.String({ minLength: 1, maxLength: 200 }) }, { additionalProperties: false }),
    reply: Type.Object({ id: Type.String(), name: Type.String(), createdAt: Type.String() }),
  },
  matrix: {
    method: 'GET', url: '/api/v1/workspaces/:workspaceId/access', gate: inOrganization({ permission: manageAccess }),
    summary: 'Features, roles, permissions and grants of a workspace',
    params: Type.Object({ workspaceId: Type.String() }), reply: MatrixReply,
  },
  changeMatrix: {
    method: 'PUT', url: '/api/v1/workspaces/:workspaceId/access', gate: inOrganization({ permission: manageAccess }),
    summary: 'Switch features and grant or withdraw permissions; takes what changed, acts on the next request',
    params: Type.Object({ workspaceId: Type.String() }), body: MatrixBody, reply: MatrixReply,
  },
} as const satisfies Readonly<Record<string, RouteSpec>>;

interface Deps {
  readonly database: Database;
  readonly registry: Registry;
  readonly tenancy: Tenancy;
  readonly administration: AccessAdministration;
}

export function handlers(deps: Deps): RouteHandlers<typeof routes> {
  const { tenancy, administration, database } = deps;
  const workspaceOf = async (organization: OrganizationId, id: string): Promise<Workspace> => {
    const workspace = await tenancy.workspace(organization, id);
    if (!workspace) throw notFound();
    return workspace;
  };
  return {
    organizations: async ({ access }) => tenancy.organizations(await administration.organizationsOf(access.actor.id)),
    async workspaces({ access }) {
      const own = new Set(await administration.workspacesOf(access.organization, access.actor.id));
      return (await tenancy.workspaces(access.organization)).filter((workspace) => own.has(workspace.id));
    },
    createTeam: ({ access, body }) => createTeam(access, body.name),
    matrix: async ({ access, params }) => readMatrix(deps, access.organization, await workspaceOf(access.organization, params.workspaceId)),
    async changeMatrix({ access, params, body }) {
      const workspace = await workspaceOf(access.organization, params.workspaceId);
      await changeMatrix(deps, access, workspace.id, body);
      return readMatrix(deps, access.organization, workspace);
    },
  };

  function createTeam(access: OrganizationAccess, name: string) {
    return database.write(access, async () => {
      const team = await tenancy.createTeam(access, { name });
      await administration.createDefaultRoles(access, team.id);
      return team;
    });
  }
}
