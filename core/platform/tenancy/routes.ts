import { inOrganization, Type } from '@dossier/sdk';
import type { RouteHandlers, RouteSpec } from '@dossier/sdk';
import { manageOrganization } from './contract.ts';
import type { Tenancy } from './contract.ts';

const WorkspaceType = Type.Union([Type.Literal('STAFF'), Type.Literal('CLIENT'), Type.Literal('MIXED')]);

export const routes = {
  createWorkspace: {
    method: 'POST', url: '/api/v1/workspaces', gate: inOrganization({ permission: manageOrganization }),
    summary: 'Create a workspace',
    body: Type.Object({ name: Type.String({ minLength: 1, maxLength: 200 }), type: WorkspaceType }, { additionalProperties: false }),
    reply: Type.Object({ id: Type.String(), name: Type.String(), type: WorkspaceType, createdAt: Type.String() }),
  },
} as const satisfies Readonly<Record<string, RouteSpec>>;

export const handlers = (tenancy: Tenancy): RouteHandlers<typeof routes> => ({
  createWorkspace: ({ access, body }) => tenancy.createWorkspace(access, body),
});
