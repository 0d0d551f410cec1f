import { entityTag, inOrganization, notFound, respond, Type } from '@dossier/sdk';
import type { Answer, Database, OrganizationAccess, OrganizationId, Registry, RouteHandlers, RouteSpec } from '@dossier/sdk';
import type { Tenancy } from '../../tenancy/contract.ts';
import { manageAccess } from '../contract.ts';
import type { AccessAdministration } from '../contract.ts';
import type { AccessTables } from '../entities.ts';
import { changeMatrix } from '../matrix/change.ts';
import { readMatrix } from '../matrix/matrix.ts';
import type { Matrix, Place } from '../matrix/matrix.ts';
import { previewMatrix } from '../matrix/preview.ts';

const OrNull = Type.Union([Type.String(), Type.Null()]);
const By = { by: Type.Object({ id: Type.String(), name: Type.String() }), at: Type.String({ format: 'date-time' }) };
const Box = { teamRoleId: Type.String(), permission: Type.String() };
const role = '0190c0de-0000-7000-8000-000000000021';
const example = {
  version: '7c1f', features: [{ id: 'applications', title: 'Applications', description: '', on: true, requires: [], changed: null }], roles: [{ id: role, teamId: '0190c0de-0000-7000-8000-000000000011', teamName: 'Lending', name: 'Officer' }],
  permissions: [{ id: 'applications.read', title: 'Read applications', feature: 'applications', featureTitle: 'Applications' }], grants: [{ teamRoleId: role, permission: 'applications.read' }],
  changes: [{ teamRoleId: role, permission: 'applications.read', by: { id: '0190c0de-0000-7000-8000-000000000001', name: 'Ada Lindqvist' }, at: '2026-03-02T09:30:00.000Z' }],
};
const MatrixReply = Type.Object({
  version: Type.String({ description: 'Also the ETag: send it as If-Match to be told (412) when somebody else has saved meanwhile.' }),
  features: Type.Array(Type.Object({ id: Type.String(), title: Type.String(), description: Type.String(), on: Type.Boolean(), requires: Type.Array(Type.String()), changed: Type.Union([Type.Object(By), Type.Null()]) })),
  roles: Type.Array(Type.Object({ id: Type.String(), teamId: Type.String(), teamName: Type.String(), name: Type.String() })),
  permissions: Type.Array(Type.Object({ id: Type.String(), title: Type.String(), feature: OrNull, featureTitle: OrNull })),
  grants: Type.Array(Type.Object(Box)),
  changes: Type.Array(Type.Object({ ...Box, ...By }), { description: 'Who ticked or unticked a box last.' }),
}, { title: 'AccessMatrix', examples: [example] });

const exactly = { additionalProperties: false };
const Grants = Type.Optional(Type.Array(Type.Object({ teamRoleId: Type.String({ maxLength: 64 }), permission: Type.String({ maxLength: 200 }), granted: Type.Boolean() }, exactly), { maxItems: 2000 }));
const Features = Type.Optional(Type.Array(Type.Object({ id: Type.String({ maxLength: 200 }), on: Type.Boolean() }, exactly), { maxItems: 500 }));
const MatrixBody = Type.Object({ features: Features, grants: Grants }, { ...exactly, examples: [{ features: [{ id: 'applications', on: false }], grants: [{ teamRoleId: role, permission: 'applications.read', granted: true }] }] });
const OrganizationBody = Type.Object({ grants: Grants }, { ...exactly, examples: [{ grants: [{ teamRoleId: role, permission: 'access.manage', granted: true }] }] });
const Concerned = Type.Array(Type.Object({ userId: Type.String(), name: Type.String(), permissions: Type.Array(Type.String()), features: Type.Array(Type.String()) }));
const EffectReply = Type.Object({ losing: Concerned, gaining: Concerned }, { title: 'AccessEffect', examples: [{ losing: [{ userId: '0190c0de-0000-7000-8000-000000000001', name: 'Ada Lindqvist', permissions: ['applications.read'], features: [] }], gaining: [] }] });
const InWorkspace = Type.Object({ workspaceId: Type.String() });
const gate = inOrganization({ permission: manageAccess });

export const matrixRoutes = {
  matrix: { method: 'GET', etag: 'sent', url: '/api/v1/workspaces/:workspaceId/access', gate, summary: 'Features, roles, permissions and grants of a workspace', params: InWorkspace, reply: MatrixReply },
  changeMatrix: { method: 'PUT', etag: 'compared', url: '/api/v1/workspaces/:workspaceId/access', gate, summary: 'Switch features and grant or withdraw permissions; takes what changed, acts on the next request', params: InWorkspace, body: MatrixBody, reply: MatrixReply },
  previewMatrix: { method: 'POST', url: '/api/v1/workspaces/:workspaceId/access/preview', gate, status: 200, summary: 'Who would lose or gain what, without saving', params: InWorkspace, body: MatrixBody, reply: EffectReply },
  organizationMatrix: { method: 'GET', etag: 'sent', url: '/api/v1/organization/access', gate, summary: 'Roles, permissions and grants that hold for the whole organization', reply: MatrixReply },
  changeOrganizationMatrix: { method: 'PUT', etag: 'compared', url: '/api/v1/organization/access', gate, summary: 'Grant or withdraw permissions of the organization; takes what changed, acts on the next request', body: OrganizationBody, reply: MatrixReply },
  previewOrganizationMatrix: { method: 'POST', url: '/api/v1/organization/access/preview', gate, status: 200, summary: 'Who would lose or gain what in the organization, without saving', body: OrganizationBody, reply: EffectReply },
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
  const read = async (place: Place): Promise<Answer> => tagged(await database.read(place.organization, (tx) => readMatrix(tx.sql<AccessTables>(), registry, place)));
  return {
    matrix: async ({ access, params }) => read(await at(access.organization, params.workspaceId)),
    changeMatrix: async ({ access, params, body, headers }) => tagged(await changeMatrix(deps, access, await at(access.organization, params.workspaceId), body, headers['if-match'])),
    previewMatrix: async ({ access, params, body }) => previewMatrix(deps, await at(access.organization, params.workspaceId), body),
    organizationMatrix: ({ access }) => read(whole(access)),
    changeOrganizationMatrix: async ({ access, body, headers }) => tagged(await changeMatrix(deps, access, whole(access), body, headers['if-match'])),
    previewOrganizationMatrix: ({ access, body }) => previewMatrix(deps, whole(access), body),
  };
}

const tagged = (matrix: Matrix): Answer => respond(matrix, { headers: { etag: entityTag(matrix.version) } });
