import { advisoryLock, asName, badCursor, conflict, invalid, isId, newId, notFound, utc } from '@dossier/sdk';
import type {
  AccessControl,
  Clock,
  Database,
  Emits,
  Fault,
  OrganizationAccess,
  Registry,
  ValidPart,
  Transaction,
  Vault,
} from '@dossier/sdk';
import type { Selectable } from 'kysely';
import { keyFaults } from './check-key.ts';
import { apiKeyChanged, apiKeyIssued, apiKeyRevoked, apiKeyRotated } from './contract.ts';
import type { ApiKey, ApiKeys } from './contract.ts';
import type { ApiKeyTables } from './entities.ts';
import { keyForm, prefixOf } from './key-form.ts';
import { usualScopes } from './scopes.ts';

/** Milliseconds in which a second rotation is taken for a second click. */
const justNow = 60_000;
const day = 24 * 60 * 60_000;

interface Deps {
  readonly database: Database;
  readonly clock: Clock;
  readonly vault: Vault;
  readonly registry: Registry;
  readonly control: AccessControl;
  readonly log: Emits<typeof apiKeyIssued | typeof apiKeyChanged | typeof apiKeyRotated | typeof apiKeyRevoked>;
}

/** Keys in force of one organization. */
export const MOST_KEYS = 500;

export interface KeyService extends ApiKeys {
  /** What is wrong with as much of what is said of a key as could be read. */
  faults(o: ValidPart<Parameters<ApiKeys['issue']>[1]>): readonly Fault[];
  get(access: OrganizationAccess, id: string): Promise<ApiKey>;
}

type Row = Selectable<ApiKeyTables['api_key']>;

/**
 * Issues, lists, changes, rotates and revokes the keys of an organization. A secret leaves once, in the reply that made
 * it; the database keeps a keyed fingerprint.
 */
export function createApiKeys({ database, clock, vault, registry, control, log }: Deps): KeyService {
  const fingerprintOf = (secret: string): string => vault.fingerprint(secret, 'api-key');
  const where = (tx: Transaction, access: OrganizationAccess, id: string) =>
    tx
      .sql<ApiKeyTables>()
      .updateTable('api_key')
      .where('organizationId', '=', access.organization)
      .where('id', '=', id);

  /** Runs `work` on the locked row. Foreign, unknown and malformed ids look the same. */
  const atKey = <T>(
    access: OrganizationAccess,
    id: string,
    work: (tx: Transaction, row: Row) => Promise<T>,
  ): Promise<T> => {
    if (!isId(id)) throw notFound();
    return database.write(access, async (tx) => {
      const row = await tx
        .sql<ApiKeyTables>()
        .selectFrom('api_key')
        .selectAll()
        .where('organizationId', '=', access.organization)
        .where('id', '=', id)
        .forUpdate()
        .executeTakeFirst();
      if (!row) throw notFound();
      return work(tx, row);
    });
  };
  /** What opened by it until now may open nothing from the next request on. */
  const emitChanged = (access: OrganizationAccess, id: string): void =>
    control.changed(access, { organization: access.organization, credential: id });
  const demandLive = (row: Row): void => {
    if (row.revokedAt !== null) throw conflict('key-revoked', 'This key was revoked. Issue a new one.');
  };

  const faultsOf: KeyService['faults'] = (o) => keyFaults(o, { registry, now: clock.time() });

  return {
    faults: faultsOf,

    async issue(access, { name, scopes = usualScopes, networks = [], perMinute = null, expiresAt = null }) {
      const faults = faultsOf({ name, scopes, networks, perMinute, expiresAt });
      if (faults.length > 0) throw invalid(faults);
      const { text: secret, id: keyId } = keyForm.make();
      const row: Row = {
        organizationId: access.organization,
        id: newId(),
        name: asName(name),
        keyId,
        fingerprint: fingerprintOf(secret),
        scopes: [...new Set(scopes)],
        networks: [...new Set(networks)],
        perMinute,
        createdAt: clock.now().toISOString(),
        lastUsedAt: null,
        expiresAt: expiresAt === null ? null : utc(expiresAt),
        revokedAt: null,
        rotatedAt: null,
        formerKeyId: null,
        formerFingerprint: null,
        formerUntil: null,
        formerLastUsedAt: null,
      };
      const key = view(row);
      await database.write(access, async (tx) => {
        await demandRoom(tx, access, clock.now().toISOString());
        await tx
          .sql<ApiKeyTables>()
          .insertInto('api_key')
          .values({ ...row, scopes: JSON.stringify(row.scopes), networks: JSON.stringify(row.networks) })
          .execute();
        const after = {
          name: key.name,
          prefix: key.prefix,
          scopes: key.scopes,
          networks: key.networks,
          perMinute,
          expiresAt: key.expiresAt,
        };
        log.emit(
          apiKeyIssued,
          access,
          { subject: { type: 'api-key', id: key.id }, after },
          { name: key.name, prefix: key.prefix, scopes: row.scopes.slice() },
        );
      });
      return { ...key, secret };
    },

    list: (access, { after, limit }) =>
      database.read(access, async (tx) => {
        const keys = tx
          .sql<ApiKeyTables>()
          .selectFrom('api_key')
          .selectAll()
          .where('organizationId', '=', access.organization)
          .orderBy('id')
          .limit(limit);
        // A key is never deleted, so an id that is none here came with another list.
        if (after !== undefined && !(await keys.where('id', '=', after).executeTakeFirst())) throw badCursor();
        return (await (after === undefined ? keys : keys.where('id', '>', after)).execute()).map(view);
      }),

    async get(access, id) {
      const row =
        isId(id) &&
        (await database.read(access, (tx) =>
          tx
            .sql<ApiKeyTables>()
            .selectFrom('api_key')
            .selectAll()
            .where('organizationId', '=', access.organization)
            .where('id', '=', id)
            .executeTakeFirst(),
        ));
      if (!row) throw notFound();
      return view(row);
    },

    async change(access, id, o) {
      const faults = faultsOf(o);
      if (faults.length > 0) throw invalid(faults);
      return atKey(access, id, async (tx, row) => {
        demandLive(row);
        const wanted = {
          ...(o.name === undefined ? {} : { name: asName(o.name) }),
          ...(o.networks ? { networks: [...new Set(o.networks)] } : {}),
          ...(o.perMinute === undefined ? {} : { perMinute: o.perMinute }),
        };
        const other = Object.entries(wanted).filter(
          ([member, value]) => JSON.stringify(value) !== JSON.stringify(row[member as keyof typeof wanted]),
        );
        if (other.length === 0) return view(row);
        const after = { ...row, ...wanted };
        await where(tx, access, id)
          .set({ name: after.name, networks: JSON.stringify(after.networks), perMinute: after.perMinute })
          .execute();
        const before = Object.fromEntries(other.map(([member]) => [member, row[member as keyof typeof wanted]]));
        log.emit(
          apiKeyChanged,
          access,
          { subject: { type: 'api-key', id }, before, after: Object.fromEntries(other) },
          { name: after.name, prefix: prefixOf(row.keyId) },
        );
        emitChanged(access, id);
        return view(after);
      });
    },

    rotate: (access, id, { overlapDays }) =>
      atKey(access, id, async (tx, row) => {
        demandLive(row);
        const now = clock.now();
        const end = row.expiresAt === null ? Infinity : Date.parse(utc(row.expiresAt));
        if (end <= now.getTime())
          throw conflict(
            'key-expired',
            'This key has expired, and a new secret would not work either. Issue a new key.',
          );
        if (row.rotatedAt !== null && now.getTime() - Date.parse(utc(row.rotatedAt)) < justNow) {
          throw conflict(
            'rotated-just-now',
            'This key got a new secret less than a minute ago. Use that one, or wait a minute to replace it.',
          );
        }
        const { text: secret, id: keyId } = keyForm.make();
        const next = {
          keyId,
          fingerprint: fingerprintOf(secret),
          lastUsedAt: null,
          rotatedAt: now.toISOString(),
          formerKeyId: row.keyId,
          formerFingerprint: row.fingerprint,
          formerUntil: new Date(Math.min(now.getTime() + overlapDays * day, end)).toISOString(),
          formerLastUsedAt: row.lastUsedAt,
        };
        await where(tx, access, id).set(next).execute();
        const change = {
          subject: { type: 'api-key', id },
          before: { prefix: prefixOf(row.keyId) },
          after: { prefix: prefixOf(keyId), formerUntil: next.formerUntil },
        };
        log.emit(apiKeyRotated, access, change, { name: row.name, prefix: prefixOf(keyId) });
        emitChanged(access, id);
        return { ...view({ ...row, ...next }), secret };
      }),

    revoke: (access, id) =>
      atKey(access, id, async (tx, row) => {
        if (row.revokedAt !== null) return;
        const revokedAt = clock.now().toISOString();
        await where(tx, access, id).set({ revokedAt }).execute();
        log.emit(
          apiKeyRevoked,
          access,
          { subject: { type: 'api-key', id }, before: { revokedAt: null }, after: { revokedAt } },
          { name: row.name, prefix: prefixOf(row.keyId) },
        );
        emitChanged(access, id);
      }),
  };
}

/** Counts and takes in one go: of two at once the second counts the first. */
async function demandRoom(tx: Transaction, { organization }: OrganizationAccess, now: string): Promise<void> {
  await advisoryLock(tx, `api-keys/keys ${organization}`);
  const { n } = await tx
    .sql<ApiKeyTables>()
    .selectFrom('api_key')
    .select(({ fn }) => fn.countAll<string>().as('n'))
    .where('organizationId', '=', organization)
    .where('revokedAt', 'is', null)
    .where(({ eb, or }) => or([eb('expiresAt', 'is', null), eb('expiresAt', '>', now)]))
    .executeTakeFirstOrThrow();
  if (Number(n) >= MOST_KEYS)
    throw conflict(
      'too-many-keys',
      `An organization has at most ${MOST_KEYS} keys in force. Revoke those that nobody uses any more.`,
    );
}

const moment = (time: string | null): string | null => (time === null ? null : utc(time));

const view = (row: Row): ApiKey => ({
  id: row.id,
  name: row.name,
  prefix: prefixOf(row.keyId),
  scopes: row.scopes,
  networks: row.networks,
  perMinute: row.perMinute,
  createdAt: utc(row.createdAt),
  lastUsedAt: moment(row.lastUsedAt),
  expiresAt: moment(row.expiresAt),
  revokedAt: moment(row.revokedAt),
  rotatedAt: moment(row.rotatedAt),
  former:
    row.formerKeyId === null || row.formerUntil === null
      ? null
      : {
          prefix: prefixOf(row.formerKeyId),
          expiresAt: utc(row.formerUntil),
          lastUsedAt: moment(row.formerLastUsedAt),
        },
});
