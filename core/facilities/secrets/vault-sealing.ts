import { createCipheriv, createDecipheriv, createHmac, createSecretKey, hkdfSync, randomBytes } from 'node:crypto';
import type { KeyObject } from 'node:crypto';

/** A key for one purpose from another one: HKDF-SHA-256 (RFC 5869). */
export const derived = (key: Buffer, purpose: string): Buffer =>
  Buffer.from(hkdfSync('sha256', key, Buffer.alloc(0), `dossier ${purpose}`, 32));

/** The same, as {@link encrypt} takes it. */
export const derivedKey = (key: Buffer, purpose: string): KeyObject => createSecretKey(derived(key, purpose));

/** Names a key without telling anything of it: 12 characters. */
export const keyIdOf = (key: Buffer): string =>
  createHmac('sha256', derived(key, 'key id')).digest().subarray(0, 9).toString('base64url');

/**
 * AES-256-GCM: nonce (12 bytes, random), tag (16), ciphertext, in base64url. `bound` is authenticated with it and
 * stored nowhere: with another one it does not open. Keys are objects that are made once: to make one out of bytes at
 * each call takes three times as long as all the rest.
 */
export function encrypt(key: KeyObject, plain: Buffer, bound: string): string {
  const nonce = randomBytes(12);
  const cipher = createCipheriv('aes-256-gcm', key, nonce).setAAD(Buffer.from(bound));
  const sealed = Buffer.concat([cipher.update(plain), cipher.final()]);
  return Buffer.concat([nonce, cipher.getAuthTag(), sealed]).toString('base64url');
}

/**
 * Throws when the text is none of {@link encrypt}, was changed, was made under another key or is bound to something
 * else.
 */
export function decrypt(key: KeyObject, text: string, bound: string): Buffer {
  const bytes = Buffer.from(text, 'base64url');
  if (bytes.length < 28) throw new Error('This is not a sealed secret.');
  const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, 12))
    .setAAD(Buffer.from(bound))
    .setAuthTag(bytes.subarray(12, 28));
  return Buffer.concat([decipher.update(bytes.subarray(28)), decipher.final()]);
}

/** Seals texts under one key. */
export interface Seals {
  seal(plain: string, context: string): string;
  /** Throws for what was sealed under another key, or for another context, or was changed. */
  open(sealed: string, context: string): string;
}

/**
 * Sealed form: `v2.`, the id of the key, `.`, what {@link encrypt} gives. `owner` is part of what a text is bound to,
 * so that no two owners open each other's.
 */
export function sealsUnder(key: KeyObject, keyId: string, owner: string): Seals {
  const boundTo = (context: string): string => `${keyId}|${owner}|${context}`;
  return {
    seal: (plain, context) => `v2.${keyId}.${encrypt(key, Buffer.from(plain), boundTo(context))}`,
    open(sealed, context) {
      const [version, id, text = '', ...rest] = sealed.split('.');
      if (version !== 'v2' || rest.length > 0) throw new Error('This is not a sealed secret.');
      if (id !== keyId) throw new Error(`This was sealed under the key ${id ?? ''}, and this is the key ${keyId}.`);
      return decrypt(key, text, boundTo(context)).toString('utf8');
    },
  };
}
