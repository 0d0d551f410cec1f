import type { ApiKey } from '../contract.ts';

export type { ApiKey, ApiKeyScope as KeyScope, ApiKeyWithSecret as KeyWithSecret } from '../contract.ts';

export type KeyState = 'active' | 'expiring' | 'expired' | 'revoked';

/** How long before its end a key is said to end, in milliseconds. */
const soon = 14 * 24 * 60 * 60_000;

export const stateOf = (key: ApiKey, now = Date.now()): KeyState => {
  if (key.revokedAt !== null) return 'revoked';
  const left = key.expiresAt === null ? Infinity : Date.parse(key.expiresAt) - now;
  return left <= 0 ? 'expired' : left < soon ? 'expiring' : 'active';
};

/** The former secret, while it works in addition to the present one. */
export const overlapOf = (key: ApiKey, now = Date.now()): ApiKey['former'] =>
  key.revokedAt === null && key.former !== null && Date.parse(key.former.expiresAt) > now ? key.former : null;
