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
    networks: p.json<readonly string[]>(),
    perMinute: p.integer().nullable(),
    createdAt: p.datetime(),
    lastUsedAt: p.datetime().nullable(),
    expiresAt: p.datetime().nullable(),
    revokedAt: p.datetime().nullable(),
    rotatedAt: p.datetime().nullable(),
    formerKeyId: p.text().nullable(),
    formerFingerprint: p.text().nullable(),
    formerUntil: p.datetime().nullable(),
    formerLastUsedAt: p.datetime().nullable(),
  },
});

type TextList = ColumnType<readonly string[], string, string>;

/**
 * The table as the query builder sees it; times are text in and out. `fingerprint` is keyed: the secret itself is stored nowhere.
 * The `former…` columns hold the secret from before the last rotation, which works until `formerUntil`.
 */
export interface ApiKeyTables {
  readonly api_key: {
    organizationId: string; id: string; name: string; keyId: string; fingerprint: string; scopes: TextList; networks: TextList; perMinute: number | null;
    createdAt: string; lastUsedAt: string | null; expiresAt: string | null; revokedAt: string | null; rotatedAt: string | null;
    formerKeyId: string | null; formerFingerprint: string | null; formerUntil: string | null; formerLastUsedAt: string | null;
  };
}
