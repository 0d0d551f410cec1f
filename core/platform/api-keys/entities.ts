import { defineEntity, p } from '@mikro-orm/core';
import type { ColumnType } from 'kysely';

export const ApiKeyEntity = defineEntity({
  name: 'ApiKey',
  tableName: 'api_key',
  properties: {
    organizationId: p.uuid().primary(),
    id: p.uuid().primary(),
    name: p.text(),
    keyId: p.text(),
    fingerprint: p.text(),
    scopes: p.json<readonly string[]>(),
    createdAt: p.datetime(),
    lastUsedAt: p.datetime().nullable(),
    expiresAt: p.datetime().nullable(),
    revokedAt: p.datetime().nullable(),
  },
});

/** The table as the query builder sees it; times are text in and out. `fingerprint` is keyed: the secret itself is stored nowhere. */
export interface ApiKeyTables {
  readonly api_key: {
    organizationId: string; id: string; name: string; keyId: string; fingerprint: string; scopes: ColumnType<readonly string[], string, string>;
    createdAt: string; lastUsedAt: string | null; expiresAt: string | null; revokedAt: string | null;
  };
}
