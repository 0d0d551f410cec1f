import { hash, timingSafeEqual } from 'node:crypto';
import { createMemory, Problem, utc } from '@dossier/sdk';
import type { Selectable } from 'kysely';
import type { AccessChange, Authenticator, Clock, Credentials, Database, Identity, Log, Vault } from '@dossier/sdk';
import type { ApiKeyTables } from './entities.ts';
import { keyForm } from './key-form.ts';
import { networksOf } from './networks.ts';
import type { Networks } from './networks.ts';

/** One secret of a key: the present one, or the one from before the last rotation. */
interface KnownKey {
  readonly organizationId: string;
  readonly id: string;
  readonly name: string;
  readonly fingerprint: string;
  readonly scopes: readonly string[];
  readonly networks: Networks | null;
  readonly perMinute: number | null;
  /** When this secret ends, in UTC. */
  readonly until: string | null;
  readonly revokedAt: string | null;
  readonly isFormer: boolean;
  /** Epoch milliseconds of the last use that was written down. */
  usedAt: number;
  /** Hash of the text that was found right; null until then. Lives as long as the key is remembered. */
  proof: string | null;
}

interface Deps {
  readonly database: Database;
  readonly clock: Clock;
  readonly vault: Vault;
  readonly log: Log;
}

/** Milliseconds. A change is seen at once, on every node (`forget`). */
const remembered = 1_000;
/** The last use is written down at most once in this many milliseconds. */
const usePrecision = 60_000;

/** Recognises API keys in `X-API-Key` and `Authorization` (`Bearer` or `ApiKey`). */
export interface KeyAuthenticator extends Authenticator {
  forget(change?: AccessChange): void;
  /** Waits for the last uses that are still being written. */
  settled(): Promise<void>;
}

export function createAuthenticator({ database, clock, vault, log }: Deps): KeyAuthenticator {
  const memory = createMemory<KnownKey | null>({ milliseconds: remembered, capacity: 10_000, now: () => clock.time() });
  const writing = new Set<Promise<void>>();

  const read = async (keyId: string, former: KnownKey | null | undefined): Promise<KnownKey | null> => {
    const row = await database.lookUp((tx) =>
      tx
        .sql<ApiKeyTables>()
        .selectFrom('api_key')
        .selectAll()
        .where((is) => is.or([is('keyId', '=', keyId), is('formerKeyId', '=', keyId)]))
        .executeTakeFirst(),
    );
    return row ? secretOf(row, keyId, former?.usedAt ?? 0) : null;
  };

  const noteUse = (key: KnownKey, keyId: string): void => {
    const now = clock.now();
    if (now.getTime() - key.usedAt < usePrecision) return;
    key.usedAt = now.getTime();
    const write = database
      .write(key.organizationId, async (tx) => {
        await tx
          .sql<ApiKeyTables>()
          .updateTable('api_key')
          .set(key.isFormer ? { formerLastUsedAt: now.toISOString() } : { lastUsedAt: now.toISOString() })
          .where('organizationId', '=', key.organizationId)
          .where('id', '=', key.id)
          .where(key.isFormer ? 'formerKeyId' : 'keyId', '=', keyId)
          .execute();
      })
      .catch((error: unknown) =>
        log.warn({ err: error, key: key.id }, 'The last use of an API key could not be written down.'),
      )
      .finally(() => writing.delete(write));
    writing.add(write);
  };

  const proven = (key: KnownKey, text: string): boolean => {
    // The keyed fingerprint is computed once; after that a plain hash recognises the same text.
    const proof = hash('sha256', text, 'base64url');
    if (key.proof !== null && same(key.proof, proof)) return true;
    if (!same(vault.fingerprint(text, 'api-key'), key.fingerprint)) return false;
    key.proof = proof;
    return true;
  };

  const admitted = (key: KnownKey | null, keyId: string, text: string, ip: string): Identity => {
    if (!key || !proven(key, text) || key.revokedAt !== null) throw refused();
    if (key.until !== null && Date.parse(key.until) <= clock.time()) throw refused();
    const identity: Identity = {
      actor: { kind: 'key', id: key.id, name: key.name },
      organization: key.organizationId,
      scopes: key.scopes,
      credential: key.id,
      via: 'key',
      ...(key.until === null ? {} : { until: key.until }),
      ...(key.perMinute === null ? {} : { perMinute: key.perMinute }),
    };
    if (key.networks && !key.networks.holds(ip)) return { ...identity, refused: elsewhere(ip) };
    noteUse(key, keyId);
    return identity;
  };

  return {
    authenticate(request) {
      const text = presented(request);
      if (text === undefined) return undefined;
      const keyId = keyForm.idOf(text);
      if (keyId === null) throw refused();
      const key = memory.get(keyId, (former) => read(keyId, former));
      return key instanceof Promise
        ? key.then((read) => admitted(read, keyId, text, request.ip))
        : admitted(key, keyId, text, request.ip);
    },
    forget(change) {
      memory.forget((key) => change === undefined || key?.id === change.credential);
    },
    async settled() {
      await Promise.all(writing);
    },
  };
}

/** What the row says of the secret with this key id. */
function secretOf(row: Selectable<ApiKeyTables['api_key']>, keyId: string, usedAt: number): KnownKey {
  const isFormer = row.keyId !== keyId;
  const ends = [row.expiresAt, isFormer ? row.formerUntil : null]
    .flatMap((time) => (time === null ? [] : [utc(time)]))
    .sort();
  const lastUse = isFormer ? row.formerLastUsedAt : row.lastUsedAt;
  return {
    organizationId: row.organizationId,
    id: row.id,
    name: row.name,
    fingerprint: (isFormer ? row.formerFingerprint : row.fingerprint) ?? '',
    scopes: row.scopes,
    networks: networksOf(row.networks),
    perMinute: row.perMinute,
    until: ends[0] ?? null,
    revokedAt: row.revokedAt,
    isFormer,
    usedAt: Math.max(lastUse === null ? 0 : Date.parse(utc(lastUse)), usedAt),
    proof: null,
  };
}

/** The text that claims to be an API key; a Bearer token of another form belongs to another authenticator. */
function presented(request: Credentials): string | undefined {
  const own = request.header('x-api-key');
  if (own !== undefined) return typeof own === 'string' ? own.trim() : '';
  const { authorization } = request;
  if (authorization?.scheme === 'apikey') return authorization.token;
  return authorization?.scheme === 'bearer' && authorization.token.startsWith(keyForm.scheme)
    ? authorization.token
    : undefined;
}

const same = (a: string, b: string): boolean =>
  a.length === b.length && timingSafeEqual(Buffer.from(a), Buffer.from(b));

/** Unknown, mistyped, revoked and expired keys look the same from outside. */
const refused = (): Problem =>
  new Problem(401, 'invalid-credential', 'The API key is not valid', {
    detail: 'This API key is unknown, expired or revoked. Ask an administrator of the organization for a new one.',
    headers: { 'www-authenticate': 'Bearer realm="dossier", error="invalid_token"' },
  });

/** A right key in the wrong place: it may have been stolen, so the audit trail keeps the try. */
const elsewhere = (ip: string): Problem =>
  new Problem(403, 'key-network', 'Not from this network', {
    detail: `This API key is not accepted from ${ip}. Use it from one of its networks, or ask an administrator of the organization to add this one.`,
  });
