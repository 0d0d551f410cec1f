import { inOrganization, respond, Type } from '@dossier/sdk';
import type { RouteHandlers, RouteSpec } from '@dossier/sdk';
import { manageApiKeys } from './contract.ts';
import type { ApiKeys } from './contract.ts';

const OrNull = Type.Union([Type.String(), Type.Null()]);
const key = {
  id: Type.String(), name: Type.String(), prefix: Type.String(), scopes: Type.Array(Type.String()),
  createdAt: Type.String(), lastUsedAt: OrNull, expiresAt: OrNull, revokedAt: OrNull,
};

export const routes = {
  list: { method: 'GET', url: '/api/v1/api-keys', gate: inOrganization({ permission: manageApiKeys }), summary: 'API keys of the organization, without their secrets', reply: Type.Array(Type.Object(key)) },
  issue: {
    method: 'POST', url: '/api/v1/api-keys', gate: inOrganization({ permission: manageApiKeys }), summary: 'Issue an API key; the reply shows its secret, once',
    body: Type.Object({
      name: Type.String({ minLength: 1, maxLength: 100 }),
      scopes: Type.Optional(Type.Array(Type.String({ maxLength: 100 }), { maxItems: 100 })),
      expiresAt: Type.Optional(Type.Union([Type.String({ maxLength: 40 }), Type.Null()])),
    }, { additionalProperties: false }),
    reply: Type.Object({ ...key, secret: Type.String() }),
  },
  revoke: { method: 'DELETE', url: '/api/v1/api-keys/:id', gate: inOrganization({ permission: manageApiKeys }), summary: 'Revoke an API key; its next request is refused', params: Type.Object({ id: Type.String() }) },
} as const satisfies Readonly<Record<string, RouteSpec>>;

export const handlers = (keys: ApiKeys): RouteHandlers<typeof routes> => ({
  list: ({ access }) => keys.list(access),
  async issue({ access, body }) {
    const issued = await keys.issue(access, body);
    // A proxy or a browser must not keep the only copy of the secret.
    return respond(issued, { headers: { 'cache-control': 'no-store' } });
  },
  revoke: ({ access, params }) => keys.revoke(access, params.id),
});
