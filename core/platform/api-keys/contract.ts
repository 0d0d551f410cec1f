import { event, permission, service, Type } from '@dossier/sdk';
import type { OrganizationAccess } from '@dossier/sdk';

/** An issued key as lists show it: never its secret. */
export interface ApiKey {
  readonly id: string;
  readonly name: string;
  readonly prefix: string;
  readonly scopes: readonly string[];
  /** Addresses and CIDR ranges that may use the key; empty means anywhere. */
  readonly networks: readonly string[];
  /** Requests a minute, if they are fewer than the installation allows every key; null means as many as that. */
  readonly perMinute: number | null;
  readonly createdAt: string;
  readonly lastUsedAt: string | null;
  readonly expiresAt: string | null;
  readonly revokedAt: string | null;
  readonly rotatedAt: string | null;
  /** The secret from before the last rotation; null when there was none. */
  readonly former: { readonly prefix: string; readonly expiresAt: string; readonly lastUsedAt: string | null } | null;
}

export interface ApiKeys {
  /** `secret` is shown once. Throws `invalid` (422) with every fault, and 409 `too-many-keys` when the organization has as many in force as there can be. */
  issue(access: OrganizationAccess, o: { name: string; scopes?: readonly string[]; networks?: readonly string[]; perMinute?: number | null; expiresAt?: string | null }): Promise<ApiKey & { readonly secret: string }>;
  /** Oldest first; `after` is the id of the last one seen. */
  list(access: OrganizationAccess, page: { after?: string; limit: number }): Promise<readonly ApiKey[]>;
  /** Changes what is given. What a key may do is fixed when it is issued: for other scopes issue another. */
  change(access: OrganizationAccess, id: string, o: { name?: string; networks?: readonly string[]; perMinute?: number | null }): Promise<ApiKey>;
  /**
   * A new secret, shown once. The one until now works for `overlapDays` more; an even older one ends at once.
   * Throws `rotated-just-now` (409) within a minute of the last rotation, so that a second click does not end the secret that the first one showed, and `key-expired` (409).
   */
  rotate(access: OrganizationAccess, id: string, o: { overlapDays: number }): Promise<ApiKey & { readonly secret: string }>;
  revoke(access: OrganizationAccess, id: string): Promise<void>;
}
export const ApiKeys = service<ApiKeys>('api-keys/api-keys@1');

export const manageApiKeys = permission('apiKeys.manage', { title: 'Issue API keys with any scope, and revoke them', scope: 'organization' });

const Named = Type.Object({ name: Type.String(), prefix: Type.String() });
export const apiKeyIssued = event('api-keys/issued@1', { title: 'An API key was issued', schema: Type.Object({ ...Named.properties, scopes: Type.Array(Type.String()) }) });
export const apiKeyChanged = event('api-keys/changed@1', { title: 'An API key was changed', schema: Named });
/** `prefix` is that of the new secret. */
export const apiKeyRotated = event('api-keys/rotated@1', { title: 'An API key got a new secret', schema: Named });
export const apiKeyRevoked = event('api-keys/revoked@1', { title: 'An API key was revoked', schema: Named });
