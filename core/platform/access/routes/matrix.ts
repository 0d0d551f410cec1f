import { entityTag, idText, inOrganization, notFound, respond, Type } from '@dossier/sdk';
import type {
  Answer,
  Database,
  OrganizationAccess,
  OrganizationId,
  Registry,
  RouteHandlers,
  RouteSpec,
} from '@dossier/sdk';
import type { Tenancy } from '../../tenancy/contract.ts';
import { manageAccess } from '../contract.ts';
import type { AccessAdministration } from '../contract.ts';
import type { AccessTables } from '../entities.ts';
import { changeMatrix } from '../matrix/change.ts';
import { Effect, Matrix } from '../matrix/contract.ts';
import { readMatrix } from '../matrix/matrix.ts';
import type { Place } from '../matrix/matrix.ts';
import { previewMatrix } from '../matrix/preview.ts';
import { lockOuts } from './refusals.ts';

const role = '0190c0de-0000-7000-8000-000000000021';
const exactly = { additionalProperties: false };
const Grants = Type.Optional(
  Type.Array(
    Type.Object(
      { teamRoleId: idText(), permission: Type.String({ maxLength: 200 }), granted: Type.Boolean() },
      exactly,
    ),
    { maxItems: 2000 },
  ),
);
const Features = Type.Optional(
  Type.Array(
    Type.Object(
      { id: Type.String({ description: 'A word, for example applications.', maxLength: 200 }), on: Type.Boolean() },
      exactly,
    ),
    { maxItems: 500 },
  ),
);
const MatrixBody = Type.Object(
  { features: Features, grants: Grants },
  {
    ...exactly,
    examples: [
      {
        features: [{ id: 'applications', on: false }],
        grants: [{ teamRoleId: role, permission: 'applications.read', granted: true }],
      },
    ],
  },
);
const OrganizationBody = Type.Object(
  { grants: Grants },
  { ...exactly, examples: [{ grants: [{ teamRoleId: role, permission: 'access.manage', granted: true }] }] },
);
const InWorkspace = Type.Object({ workspaceId: idText() });
const gate = inOrganization({ permission: manageAccess });
/** Bytes of two thousand grants. */
const bodyLimit = 512 * 1024;

export const matrixRoutes = {
  matrix: {
    method: 'GET',
    etag: 'sent',
    url: '/api/v1/workspaces/:workspaceId/access',
    gate,
    summary: 'Features, roles, permissions and grants of a workspace',
    params: InWorkspace,
    reply: Matrix,
  },
  changeMatrix: {
    method: 'PUT',
    etag: 'compared',
    url: '/api/v1/workspaces/:workspaceId/access',
    gate,
    summary: 'Switch features and grant or withdraw permissions; takes what changed, acts on the next request',
    params: InWorkspace,
    body: MatrixBody,
    bodyLimit,
    reply: Matrix,
  },
  previewMatrix: {
    method: 'POST',
    resource: null,
    url: '/api/v1/workspaces/:workspaceId/access/preview',
    gate,
    status: 200,
    summary: 'Who would lose or gain what, without saving',
    params: InWorkspace,
    body: MatrixBody,
    bodyLimit,
    reply: Effect,
  },
  organizationMatrix: {
    method: 'GET',
    etag: 'sent',
    url: '/api/v1/organization/access',
    gate,
    summary: 'Roles, permissions and grants that hold for the whole organization',
    reply: Matrix,
  },
  changeOrganizationMatrix: {
    method: 'PUT',
    etag: 'compared',
    url: '/api/v1/organization/access',
    gate,
    summary: 'Grant or withdraw permissions of the organization; takes what changed, acts on the next request',
    body: OrganizationBody,
    bodyLimit,
    reply: Matrix,
    problems: lockOuts,
  },
  previewOrganizationMatrix: {
    method: 'POST',
    resource: null,
    url: '/api/v1/organization/access/preview',
    gate,
    status: 200,
    summary: 'Who would lose or gain what in the organization, without saving',
    body: OrganizationBody,
    bodyLimit,
    reply: Effect,
  },
} as const satisfies Readonly<Record<string, RouteSpec>>;

interface Deps {
  readonly database: Database;
  readonly registry: Registry;
  readonly tenancy: Tenancy;
  readonly administration: AccessAdministration;
}

export function matrixHandlers(deps: Deps): RouteHandlers<typeof matrixRoutes> {
  const { database, registry, tenancy } = deps;
  const at = async (organization: OrganizationId, id: string): Promise<Place> => {
    const workspace = await tenancy.workspace(organization, id);
    if (!workspace) throw notFound();
    return { organization, workspace };
  };
  const whole = ({ organization }: OrganizationAccess): Place => ({ organization, workspace: null });
  const read = async (place: Place): Promise<Answer<Matrix>> =>
    tagged(await database.read(place.organization, (tx) => readMatrix(tx.sql<AccessTables>(), registry, place)));
  return {
    matrix: async ({ access, params }) => read(await at(access.organization, params.workspaceId)),
    changeMatrix: async ({ access, params, body, headers }) =>
      tagged(
        await changeMatrix(deps, access, await at(access.organization, params.workspaceId), body, headers['if-match']),
      ),
    previewMatrix: async ({ access, params, body }) =>
      previewMatrix(deps, await at(access.organization, params.workspaceId), body),
    organizationMatrix: ({ access }) => read(whole(access)),
    changeOrganizationMatrix: async ({ access, body, headers }) =>
      tagged(await changeMatrix(deps, access, whole(access), body, headers['if-match'])),
    previewOrganizationMatrix: ({ access, body }) => previewMatrix(deps, whole(access), body),
  };
}

const tagged = (matrix: Matrix): Answer<Matrix> => respond(matrix, { headers: { etag: entityTag(matrix.version) } });
