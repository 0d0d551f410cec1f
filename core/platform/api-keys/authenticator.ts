import { hash, timingSafeEqual } from 'node:crypto';
import { Problem, utc } from '@dossier/sdk';
import type { Authenticator, Clock, Database, Identity, Log, Vault } from '@dossier/sdk';
import type { ApiKeyTables } from './entities.ts';
import { keyIdOf, looksLikeKey } from './key-format.ts';

interface KnownKey {
  readonly organizationId: string;
  readonly id: string;
  readonly name: string;
  readonly fingerprint: string;
  readonly scopes: readonly string[];
  readonly expiresAt: string | null;
  readonly revokedAt: string | null;
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

/** A revocation on another node is seen after this many milliseconds at the latest; on this node at once. */
const remembered = 2_000;
/** The last use is written down at most once in this many milliseconds. */
const usePrecision = 60_000;
const capacity = 10_000;

/** Recognises API keys in `X-API-Key` and `Authorization` (`Bearer` or `ApiKey`). */
export interface KeyAuthenticator extends Authenticator {
  /** Forgets what was remembered about a key. */
  forget(keyId: string): void;
  /** Waits for the last uses that are still being written. */
  settled(): Promise<void>;
}

export function createAuthenticator({ database, clock, vault, log }: Deps): KeyAuthenticator {
  const known = new Map<string, { readonly at: number; readonly key: KnownKey | null }>();
  const writing = new Set<Promise<void>>();
  let revocations = 0;

  const find = (keyId: string): KnownKey | null | Promise<KnownKey | null> => {
    const now = clock.now().getTime();
    const found = known.get(keyId);
    return found && now - found.at < remembered ? found.key : read(keyId, now, found?.key);
  };

  const read = async (keyId: string, now: number, found: KnownKey | null | undefined): Promise<KnownKey | null> => {
    const before = revocations;
    const row = await database.lookUp((tx) => tx.sql<ApiKeyTables>().selectFrom('api_key')
      .select(['organizationId', 'id', 'name', 'fingerprint', 'scopes', 'expiresAt', 'revokedAt', 'lastUsedAt']).where('keyId', '=', keyId).executeTakeFirst());
    const key = row ? { ...row, usedAt: Math.max(row.lastUsedAt === null ? 0 : Date.parse(utc(row.lastUsedAt)), found?.usedAt ?? 0), proof: null } : null;
    // What was read before a revocation is used for this request and not kept for the next.
    if (before === revocations) remember(keyId, now, key);
    return key;
  };

  const remember = (keyId: string, at: number, key: KnownKey | null): void => {
    known.delete(keyId);
    if (known.size >= capacity) known.delete(known.keys().next().value!);
    known.set(keyId, { at, key });
  };

  const noteUse = (key: KnownKey): void => {
    const now = clock.now();
    if (now.getTime() - key.usedAt < usePrecision) return;
    key.usedAt = now.getTime();
    const write = database.write(key.organizationId, async (tx) => {
      await tx.sql<ApiKeyTables>().updateTable('api_key').set({ lastUsedAt: now.toISOString() }).where('organizationId', '=', key.organizationId).where('id', '=', key.id).execute();
    }).catch((error: unknown) => log.warn({ err: error, key: key.id }, 'The last use of an API key could not be written down.')).finally(() => writing.delete(write));
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

  const admitted = (key: KnownKey | null, text: string): Identity => {
    if (!key || !proven(key, text) || key.revokedAt !== null) throw refused();
    if (key.expiresAt !== null && Date.parse(utc(key.expiresAt)) <= clock.now().getTime()) throw refused();
    noteUse(key);
    const identity: Identity = { actor: { kind: 'key', id: key.id, name: key.name }, organization: key.organizationId, scopes: key.scopes, credential: key.id, via: 'key' };
    return key.expiresAt === null ? identity : { ...identity, until: utc(key.expiresAt) };
  };

  return {
    authenticate({ headers }) {
      const text = presented(headers);
      if (text === undefined) return undefined;
      const keyId = keyIdOf(text);
      const key = keyId === undefined ? null : find(keyId);
      return key instanceof Promise ? key.then((read) => admitted(read, text)) : admitted(key, text);
    },
    forget(keyId) {
      revocations++;
      known.delete(keyId);
    },
    async settled() {
      await Promise.all(writing);
    },
  };
}

/** The text that claims to be an API key; a Bearer token of another form belongs to another authenticator. */
function presented(headers: Parameters<Authenticator['authenticate']>[0]['headers']): string | undefined {
  const own = headers['x-api-key'];
  if (own !== undefined) return typeof own === 'string' ? own.trim() : '';
  const authorization = headers['authorization'];
  const match = typeof authorization === 'string' ? /^(bearer|apikey) +(\S+) *$/i.exec(authorization) : null;
  if (!match) return undefined;
  const [, scheme = '', text = ''] = match;
  return scheme.toLowerCase() === 'apikey' || looksLikeKey(text) ? text : undefined;
}

const same = (a: string, b: string): boolean => a.length === b.length && timingSafeEqual(Buffer.from(a), Buffer.from(b));

/** Unknown, mistyped, revoked and expired keys look the same from outside. */
const refused = (): Problem =>
  new Problem(401, 'invalid-credential', 'The API key is not valid', {
    detail: 'This API key is unknown, expired or revoked. Ask an administrator of the organization for a new one.',
    headers: { 'www-authenticate': 'Bearer realm="dossier", error="invalid_token"' },
  });
