import { event, permission, service, Type } from '@dossier/sdk';
import type { OrganizationAccess } from '@dossier/sdk';

/** An issued key as lists show it: never its secret. */
export interface ApiKey {
  readonly id: string;
  readonly name: string;
  readonly prefix: string;
  readonly scopes: readonly string[];
  readonly createdAt: string;
  readonly lastUsedAt: string | null;
  readonly expiresAt: string | null;
  readonly revokedAt: string | null;
}

export interface ApiKeys {
  /** `secret` is shown once. */
  issue(access: OrganizationAccess, o: { name: string; scopes?: readonly string[]; expiresAt?: string | null }): Promise<ApiKey & { readonly secret: string }>;
  list(access: OrganizationAccess): Promise<readonly ApiKey[]>;
  revoke(access: OrganizationAccess, id: string): Promise<void>;
}
export const ApiKeys = service<ApiKeys>('api-keys/api-keys@1');

export const manageApiKeys = permission('apiKeys.manage', { title: 'Issue and revoke API keys', scope: 'organization' });

export const apiKeyIssued = event('api-keys/issued@1', { title: 'An API key was issued', schema: Type.Object({ name: Type.String(), prefix: Type.String(), scopes: Type.Array(Type.String()) }) });
export const apiKeyRevoked = event('api-keys/revoked@1', { title: 'An API key was revoked', schema: Type.Object({ name: Type.String(), prefix: Type.String() }) });
