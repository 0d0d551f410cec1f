/** What other facilities use of this one. */
export type { KeyRing } from './vault-keys.ts';
export { decrypt, derived, derivedKey, encrypt } from './vault-sealing.ts';
