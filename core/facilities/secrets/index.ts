/** What other facilities use of this one. */
export type { KeyRing } from './vault-keys.ts';
export { derived } from './vault-sealing.ts';
