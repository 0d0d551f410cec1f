import { badCursor, checkedBelow, idText, inOrganization, isId, respond, Type } from '@dossier/sdk';
import type { Answer, RouteChecks, RouteHandlers, RouteSpec } from '@dossier/sdk';
import { MOST_KEYS } from './api-keys.ts';
import type { KeyService } from './api-keys.ts';
import { ApiKey, ApiKeyScope, ApiKeyWithSecret, manageApiKeys } from './contract.ts';

const Name = Type.String({ minLength: 1, maxLength: 100 });
const Networks = Type.Array(Type.String({ maxLength: 50 }), {
  maxItems: 50,
  description:
    'Addresses and CIDR ranges that may use the key, for example 192.0.2.0/24 or 2001:db8::/32; empty means anywhere.',
});
// Its bounds are kept by the service, with a sentence for people.
const PerMinute = Type.Union([Type.Number(), Type.Null()], {
  description:
    'Requests a minute, a whole number from 1 to 1,000,000, if they are fewer than the installation allows every key; null means as many as that.',
});
const Id = Type.Object({ id: idText() });
const gate = inOrganization({ permission: manageApiKeys });

export const routes = {
  list: {
    method: 'GET',
    url: '/api/v1/api-keys',
    gate,
    summary: 'API keys of the organization, without their secrets',
    query: Type.Object({
      limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 200, default: 100 })),
      cursor: Type.Optional(Type.String({ maxLength: 100, description: 'From the Link header of the page before.' })),
    }),
    reply: Type.Array(ApiKey),
  },
  scopes: {
    method: 'GET',
    url: '/api/v1/api-keys/scopes',
    gate,
    summary: 'Scopes that a key may have, with what each opens',
    reply: Type.Array(ApiKeyScope),
  },
  issue: {
    method: 'POST',
    resource: '/api/v1/api-keys/:id',
    url: '/api/v1/api-keys',
    gate,
    summary: `Issue an API key; the reply shows its secret, once. An organization has at most ${MOST_KEYS} in force`,
    body: Type.Object(
      {
        name: Name,
        scopes: Type.Optional(Type.Array(Type.String({ maxLength: 100 }), { maxItems: 100 })),
        networks: Type.Optional(Networks),
        perMinute: Type.Optional(PerMinute),
        expiresAt: Type.Optional(
          Type.Union([Type.String({ maxLength: 40, ...checkedBelow({ format: 'date-time' }) }), Type.Null()], {
            description: 'ISO 8601 with its zone; null means that it does not expire.',
          }),
        ),
      },
      {
        additionalProperties: false,
        examples: [
          {
            name: 'Partner portal',
            scopes: ['applications:write', 'applications:read'],
            networks: ['192.0.2.0/24'],
            expiresAt: '2027-03-02T09:30:00Z',
          },
        ],
      },
    ),
    reply: ApiKeyWithSecret,
    problems: { 409: 'The organization has as many keys in force as there may be (`too-many-keys`)' },
  },
  // When it was last used is no change of it.
  get: {
    method: 'GET',
    etag: { of: ['id', 'name', 'prefix', 'scopes', 'networks', 'perMinute', 'expiresAt', 'revokedAt', 'rotatedAt'] },
    url: '/api/v1/api-keys/:id',
    gate,
    summary: 'An API key of the organization, without its secret',
    params: Id,
    reply: ApiKey,
  },
  change: {
    method: 'PATCH',
    url: '/api/v1/api-keys/:id',
    gate,
    summary: 'Rename an API key, or change where and how often it may be used',
    params: Id,
    body: Type.Object(
      { name: Type.Optional(Name), networks: Type.Optional(Networks), perMinute: Type.Optional(PerMinute) },
      { additionalProperties: false, examples: [{ name: 'Partner portal, Berlin' }] },
    ),
    reply: ApiKey,
    problems: { 409: 'The key was revoked (`key-revoked`)' },
  },
  rotate: {
    method: 'POST',
    resource: '/api/v1/api-keys/:id',
    url: '/api/v1/api-keys/:id/rotate',
    status: 200,
    gate,
    summary: 'Give an API key a new secret; the reply shows it, once',
    params: Id,
    body: Type.Object(
      {
        overlapDays: Type.Integer({
          minimum: 0,
          maximum: 7,
          description: 'Days for which the previous secret works in addition to the new one; with 0 it ends at once.',
        }),
      },
      { additionalProperties: false, examples: [{ overlapDays: 1 }] },
    ),
    reply: ApiKeyWithSecret,
    problems: {
      409: 'The key has expired or was revoked (`key-expired`, `key-revoked`), or got a new secret less than a minute ago (`rotated-just-now`)',
    },
  },
  revoke: {
    method: 'DELETE',
    url: '/api/v1/api-keys/:id',
    gate,
    summary: 'Revoke an API key; its next request is refused',
    params: Id,
  },
} as const satisfies Readonly<Record<string, RouteSpec>>;

export const handlers = (keys: KeyService, scopes: () => readonly ApiKeyScope[]): RouteHandlers<typeof routes> => ({
  scopes: async () => scopes(),
  async list({ access, query: { limit = 100, cursor } }) {
    if (cursor !== undefined && !isId(cursor)) throw badCursor();
    const found = await keys.list(access, { limit: limit + 1, ...(cursor === undefined ? {} : { after: cursor }) });
    if (found.length <= limit) return found;
    const page = found.slice(0, limit);
    return respond(page, {
      headers: { link: `</api/v1/api-keys?limit=${limit}&cursor=${page.at(-1)!.id}>; rel="next"` },
    });
  },
  get: ({ access, params }) => keys.get(access, params.id),
  async issue({ access, body }) {
    const made = await keys.issue(access, body);
    return withSecret(made, { location: `/api/v1/api-keys/${made.id}` });
  },
  change: ({ access, params, body }) => keys.change(access, params.id, body),
  rotate: async ({ access, params, body }) => withSecret(await keys.rotate(access, params.id, body)),
  revoke: ({ access, params }) => keys.revoke(access, params.id),
});

export const checks = ({ faults }: Pick<KeyService, 'faults'>): RouteChecks<typeof routes> => ({
  issue: async ({ body }) => faults(body),
  change: async ({ body }) => faults(body),
});

/** A proxy or a browser must not keep the only copy of the secret. */
const withSecret = (key: ApiKeyWithSecret, headers: Readonly<Record<string, string>> = {}): Answer<ApiKeyWithSecret> =>
  respond(key, { headers: { 'cache-control': 'no-store', ...headers } });
