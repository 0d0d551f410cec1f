import { event, idText, momentText, orNull, permission, service, Type } from '@dossier/sdk';
import type { OrganizationAccess, Reply } from '@dossier/sdk';

const Moment = orNull(momentText());
const example = {
  id: '0190c0de-0000-7000-8000-000000000081',
  name: 'Partner portal',
  prefix: 'dossier_live_HsVh8qZSLB8Y',
  scopes: ['applications:write', 'applications:read'],
  networks: ['192.0.2.0/24'],
  perMinute: null,
  createdAt: '2026-03-02T09:30:00.000Z',
  lastUsedAt: null,
  expiresAt: '2027-03-02T09:30:00.000Z',
  revokedAt: null,
  rotatedAt: null,
  former: null,
};

/**
 * An issued key as lists show it: never its secret. `networks` are addresses and CIDR ranges that may use it; empty
 * means anywhere. `perMinute` are requests a minute, if they are fewer than the installation allows every key; null
 * means as many as that. `former` is the secret from before the last rotation; null when there was none.
 */
export const ApiKey = Type.Object(
  {
    id: idText(),
    name: Type.String(),
    prefix: Type.String(),
    scopes: Type.Array(Type.String()),
    networks: Type.Array(Type.String()),
    perMinute: Type.Union([Type.Integer(), Type.Null()]),
    createdAt: momentText(),
    lastUsedAt: Moment,
    expiresAt: Moment,
    revokedAt: Moment,
    rotatedAt: Moment,
    former: Type.Union([
      Type.Object({ prefix: Type.String(), expiresAt: momentText(), lastUsedAt: Moment }),
      Type.Null(),
    ]),
  },
  { title: 'ApiKey', examples: [example] },
);
export type ApiKey = Reply<typeof ApiKey>;

/** The one answer that shows the secret. */
export const ApiKeyWithSecret = Type.Object(
  { ...ApiKey.properties, secret: Type.String() },
  { title: 'ApiKeyWithSecret', examples: [{ ...example, secret: 'dossier_live_HsVh8qZSLB8Y_…' }] },
);
export type ApiKeyWithSecret = Reply<typeof ApiKeyWithSecret>;

/**
 * A scope that keys may have, as the permissions of the installed modules name it. `opens` are the titles of the
 * permissions that it opens.
 */
export const ApiKeyScope = Type.Object(
  {
    scope: Type.String(),
    opens: Type.Array(Type.String()),
    usual: Type.Boolean({ description: 'A key has it when none are named.' }),
  },
  {
    title: 'ApiKeyScope',
    examples: [{ scope: 'applications:write', opens: ['Submit applications by API key'], usual: true }],
  },
);
export type ApiKeyScope = Reply<typeof ApiKeyScope>;

export interface ApiKeys {
  /**
   * `secret` is shown once. Throws `invalid` (422) with every fault, and 409 `too-many-keys` when the organization has
   * as many in force as there can be.
   */
  issue(
    access: OrganizationAccess,
    o: {
      name: string;
      scopes?: readonly string[];
      networks?: readonly string[];
      perMinute?: number | null;
      expiresAt?: string | null;
    },
  ): Promise<ApiKeyWithSecret>;
  /**
   * Oldest first; `after` is the id of the last one seen; throws 400 `bad-cursor` when it is none of the
   * organization's.
   */
  list(access: OrganizationAccess, page: { after?: string; limit: number }): Promise<readonly ApiKey[]>;
  /** Changes what is given. What a key may do is fixed when it is issued: for other scopes issue another. */
  change(
    access: OrganizationAccess,
    id: string,
    o: { name?: string; networks?: readonly string[]; perMinute?: number | null },
  ): Promise<ApiKey>;
  /**
   * A new secret, shown once. The one until now works for `overlapDays` more; an even older one ends at once.
   * Throws `rotated-just-now` (409) within a minute of the last rotation, so that a second click does not end the
   * secret that the first one showed, and `key-expired` (409).
   */
  rotate(access: OrganizationAccess, id: string, o: { overlapDays: number }): Promise<ApiKeyWithSecret>;
  revoke(access: OrganizationAccess, id: string): Promise<void>;
}
export const ApiKeys = service<ApiKeys>('api-keys/api-keys@1');

export const manageApiKeys = permission('apiKeys.manage', {
  title: 'Issue API keys with any scope, and revoke them',
  scope: 'organization',
});

const Named = Type.Object({ name: Type.String(), prefix: Type.String() });
export const apiKeyIssued = event('api-keys/issued@1', {
  says: '{actor} issued the API key {payload.name}.',
  title: 'An API key was issued',
  schema: Type.Object({ ...Named.properties, scopes: Type.Array(Type.String()) }),
});
export const apiKeyChanged = event('api-keys/changed@1', {
  says: '{actor} changed the API key {payload.name}.',
  title: 'An API key was changed',
  schema: Named,
});
/** `prefix` is that of the new secret. */
export const apiKeyRotated = event('api-keys/rotated@1', {
  says: '{actor} gave the API key {payload.name} a new secret.',
  title: 'An API key got a new secret',
  schema: Named,
});
export const apiKeyRevoked = event('api-keys/revoked@1', {
  says: '{actor} revoked the API key {payload.name}.',
  title: 'An API key was revoked',
  schema: Named,
});
