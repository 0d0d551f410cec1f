import { defineEntity, p } from '@mikro-orm/core';
import type { TableOf } from '@dossier/sdk';

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

/**
 * The table as the query builder sees it. `fingerprint` is keyed: the secret itself is stored nowhere.
 * The `former…` columns hold the secret from before the last rotation, which works until `formerUntil`.
 */
export interface ApiKeyTables {
  readonly api_key: TableOf<typeof ApiKeyEntity>;
}
