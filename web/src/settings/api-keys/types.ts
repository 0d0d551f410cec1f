/** A key as lists show it. */
export interface ApiKey {
  readonly id: string;
  readonly name: string;
  /** How its secret begins: people recognise it by this. */
  readonly prefix: string;
  readonly scopes: readonly string[];
  /** Addresses and ranges that may use it; empty means anywhere. */
  readonly networks: readonly string[];
  /** Requests a minute; null for as many as the installation allows every key. */
  readonly perMinute: number | null;
  readonly createdAt: string;
  readonly lastUsedAt: string | null;
  readonly expiresAt: string | null;
  readonly revokedAt: string | null;
  /** The secret from before the last rotation. */
  readonly former: { readonly prefix: string; readonly expiresAt: string; readonly lastUsedAt: string | null } | null;
}

export interface KeyWithSecret extends ApiKey {
  readonly secret: string;
}

export interface KeyScope {
  readonly scope: string;
  readonly opens: readonly string[];
  readonly usual: boolean;
}

export type KeyState = 'active' | 'expiring' | 'expired' | 'revoked';

/** How long before its end a key is said to end, in milliseconds. */
const soon = 14 * 24 * 60 * 60_000;

export const stateOf = (key: ApiKey, now = Date.now()): KeyState => {
  if (key.revokedAt !== null) return 'revoked';
  const left = key.expiresAt === null ? Infinity : Date.parse(key.expiresAt) - now;
  return left <= 0 ? 'expired' : left < soon ? 'expiring' : 'active';
};

/** The former secret, while it works beside the present one. */
export const overlapOf = (key: ApiKey, now = Date.now()): ApiKey['former'] =>
  key.revokedAt === null && key.former !== null && Date.parse(key.former.expiresAt) > now ? key.former : null;
