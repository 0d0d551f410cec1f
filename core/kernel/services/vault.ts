import { createCipheriv, createDecipheriv, createHmac, hkdfSync, randomBytes } from 'node:crypto';
import { mkdirSync, readFileSync, writeFileSync, linkSync, unlinkSync } from 'node:fs';
import { join } from 'node:path';
import type { Vault } from '@dossier/sdk';

/**
 * Seals secrets with AES-256-GCM under keys derived (HKDF-SHA-256) from one installation key.
 * The context is additional authenticated data: a ciphertext moved to another organization or field does not open.
 * Sealed form: `v1.` nonce (12 bytes), tag (16), ciphertext, in base64url.
 */
export function createVault(key: Buffer): Vault {
  if (key.length !== 32) throw new TypeError('The installation key has 32 bytes.');
  const derived = (purpose: string): Buffer => Buffer.from(hkdfSync('sha256', key, Buffer.alloc(0), `dossier ${purpose}`, 32));
  const sealing = derived('seal');
  const hashing = new Map<string, Buffer>();
  return {
    seal(plain, context) {
      const nonce = randomBytes(12);
      const cipher = createCipheriv('aes-256-gcm', sealing, nonce).setAAD(Buffer.from(context));
      const sealed = Buffer.concat([cipher.update(plain, 'utf8'), cipher.final()]);
      return `v1.${Buffer.concat([nonce, cipher.getAuthTag(), sealed]).toString('base64url')}`;
    },
    open(sealed, context) {
      const bytes = Buffer.from(sealed.startsWith('v1.') ? sealed.slice(3) : '', 'base64url');
      if (bytes.length < 28) throw new Error('This is not a sealed secret.');
      const decipher = createDecipheriv('aes-256-gcm', sealing, bytes.subarray(0, 12)).setAAD(Buffer.from(context)).setAuthTag(bytes.subarray(12, 28));
      return Buffer.concat([decipher.update(bytes.subarray(28)), decipher.final()]).toString('utf8');
    },
    fingerprint(secret, purpose) {
      let hashKey = hashing.get(purpose);
      if (!hashKey) hashing.set(purpose, (hashKey = derived(`fingerprint ${purpose}`)));
      return createHmac('sha256', hashKey).update(secret).digest('base64url');
    },
  };
}

/** The installation key: the given one, else the one in `dataDir/secret.key`, made at the first start with mode 0600. */
export function installationKey(dataDir: string, given: string | undefined): Buffer {
  if (given !== undefined) return Buffer.from(given, 'base64');
  const path = join(dataDir, 'secret.key');
  const stored = read(path);
  if (stored) return stored;
  mkdirSync(dataDir, { recursive: true });
  // Written aside and linked: of two first starts one wins whole, and a crash leaves no half key.
  const aside = `${path}.${process.pid}.${randomBytes(4).toString('hex')}`;
  writeFileSync(aside, `${randomBytes(32).toString('base64')}\n`, { mode: 0o600 });
  try {
    linkSync(aside, path);
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error;
  } finally {
    unlinkSync(aside);
  }
  const made = read(path);
  if (!made) throw new Error(`The key in ${path} is not 32 bytes in base64. Restore it from a backup: without it sealed secrets cannot be opened.`);
  return made;
}

function read(path: string): Buffer | undefined {
  try {
    const key = Buffer.from(readFileSync(path, 'utf8'), 'base64');
    if (key.length !== 32) throw new Error(`The key in ${path} is not 32 bytes in base64. Restore it from a backup: without it sealed secrets cannot be opened.`);
    return key;
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined;
    throw error;
  }
}
