import { createHmac } from 'node:crypto';
import type { KeyObject } from 'node:crypto';
import type { Vault } from '@dossier/sdk';
import { decrypt, derivedKey, keyIdOf, sealsUnder } from './vault-sealing.ts';

/**
 * Seals and fingerprints of the installation, under keys derived from its root key (see `vault-keys.ts`), which stays
 * when `SECRET_KEY` changes: what was sealed opens and sessions and API keys are recognised after a rotation too.
 * The context is additional authenticated data: a ciphertext moved to another organization or field does not open.
 * Texts of the form `v1.`, from before the keys had ids, still open.
 */
export function createVault(root: Buffer): Vault {
  if (root.length !== 32) throw new TypeError('The root key has 32 bytes.');
  const sealing = derivedKey(root, 'seal');
  const seals = sealsUnder(sealing, keyIdOf(root), 'installation');
  const hashing = new Map<string, KeyObject>();
  return {
    seal: seals.seal,
    open: (sealed, context) =>
      sealed.startsWith('v1.')
        ? decrypt(sealing, sealed.slice(3), context).toString('utf8')
        : seals.open(sealed, context),
    fingerprint(secret, purpose) {
      let hashKey = hashing.get(purpose);
      if (!hashKey) hashing.set(purpose, (hashKey = derivedKey(root, `fingerprint ${purpose}`)));
      return createHmac('sha256', hashKey).update(secret).digest('base64url');
    },
  };
}
