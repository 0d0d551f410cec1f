import { invalid, isId, newId, notFound, utc } from '@dossier/sdk';
import type { AccessControl, Clock, Database, Emits, Fault, Registry, Vault } from '@dossier/sdk';
import { apiKeyIssued, apiKeyRevoked } from './contract.ts';
import type { ApiKey, ApiKeys } from './contract.ts';
import type { ApiKeyTables } from './entities.ts';
import { newKey, prefixOf } from './key-format.ts';

/** What a third party needs to submit applications and look after them. */
const usualScopes = ['templates:read', 'applications:write', 'applications:read', 'documents:write'];

interface Deps {
  readonly database: Database;
  readonly clock: Clock;
  readonly vault: Vault;
  readonly registry: Registry;
  readonly control: AccessControl;
  readonly log: Emits<typeof apiKeyIssued | typeof apiKeyRevoked>;
  /** Called after a revocation has committed. */
  readonly revoked: (keyId: string) => void;
}

/** Issues, lists and revokes the keys of an organization. The secret leaves once, in the reply to `issue`; the database keeps a keyed fingerprint. */
export function createApiKeys({ database, clock, vault, registry, control, log, revoked }: Deps): ApiKeys {
  return {
    async issue(access, { name, scopes = usualScopes, expiresAt = null }) {
      const faults = [...nameFaults(name), ...scopeFaults(scopes, registry), ...expiryFaults(expiresAt, clock.now())];
      if (faults.length > 0) throw invalid(faults);
      const { secret, keyId } = newKey();
      const key = { id: newId(), name: name.trim(), scopes: [...new Set(scopes)], createdAt: clock.now().toISOString(), lastUsedAt: null, expiresAt: expiresAt === null ? null : utc(expiresAt), revokedAt: null };
      const prefix = prefixOf(keyId);
      await database.write(access, async (tx) => {
        await tx.sql<ApiKeyTables>().insertInto('api_key')
          .values({ organizationId: access.organization, ...key, keyId, fingerprint: vault.fingerprint(secret, 'api-key'), scopes: JSON.stringify(key.scopes) }).execute();
        log.emit(apiKeyIssued, access, { subject: { type: 'api-key', id: key.id }, after: { name: key.name, prefix, scopes: key.scopes, expiresAt: key.expiresAt } }, { name: key.name, prefix, scopes: key.scopes });
      });
      return { ...key, prefix, secret };
    },

    list: (access) =>
      database.read(access, async (tx) => {
        const rows = await tx.sql<ApiKeyTables>().selectFrom('api_key')
          .select(['id', 'name', 'keyId', 'scopes', 'createdAt', 'lastUsedAt', 'expiresAt', 'revokedAt']).where('organizationId', '=', access.organization).orderBy('id').execute();
        return rows.map(({ keyId, ...row }): ApiKey => ({
          ...row, prefix: prefixOf(keyId), createdAt: utc(row.createdAt), lastUsedAt: row.lastUsedAt && utc(row.lastUsedAt), expiresAt: row.expiresAt && utc(row.expiresAt), revokedAt: row.revokedAt && utc(row.revokedAt),
        }));
      }),

    async revoke(access, id) {
      if (!isId(id)) throw notFound();
      await database.write(access, async (tx) => {
        const db = tx.sql<ApiKeyTables>();
        const row = await db.selectFrom('api_key').select(['name', 'keyId', 'revokedAt']).where('organizationId', '=', access.organization).where('id', '=', id).forUpdate().executeTakeFirst();
        if (!row) throw notFound();
        if (row.revokedAt !== null) return;
        const revokedAt = clock.now().toISOString();
        await db.updateTable('api_key').set({ revokedAt }).where('organizationId', '=', access.organization).where('id', '=', id).execute();
        log.emit(apiKeyRevoked, access, { subject: { type: 'api-key', id }, before: { revokedAt: null }, after: { revokedAt } }, { name: row.name, prefix: prefixOf(row.keyId) });
        control.changed(access, { organization: access.organization, credential: id });
        database.afterCommit(() => revoked(row.keyId));
      });
    },
  };
}

const nameFaults = (name: string): readonly Fault[] =>
  name.trim().length >= 1 && name.trim().length <= 100 ? [] : [{ pointer: '/name', code: 'bad-name', detail: 'Give the key a name of 1 to 100 characters, for example the partner that will use it.' }];

function scopeFaults(scopes: readonly string[], registry: Registry): readonly Fault[] {
  const known = [...new Set(registry.permissions.flatMap((permission) => permission.keyScope ?? []))].sort();
  if (scopes.length === 0) return [{ pointer: '/scopes', code: 'missing', detail: `Name at least one scope. Known are ${known.join(', ')}.` }];
  return scopes.flatMap((scope, i) => (known.includes(scope) ? [] : [{ pointer: `/scopes/${i}`, code: 'unknown-scope', detail: `"${scope.slice(0, 100)}" is not a scope. Known are ${known.join(', ')}.` }])).slice(0, 20);
}

function expiryFaults(expiresAt: string | null, now: Date): readonly Fault[] {
  if (expiresAt === null) return [];
  const time = Date.parse(expiresAt);
  if (Number.isNaN(time)) return [{ pointer: '/expiresAt', code: 'bad-time', detail: 'Write the time as ISO 8601 with its zone, for example 2030-01-31T12:00:00Z.' }];
  return time > now.getTime() ? [] : [{ pointer: '/expiresAt', code: 'past', detail: 'This time has passed. Choose a later one, or leave it out for a key that does not expire.' }];
}
