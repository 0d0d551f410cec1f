import { randomBytes } from 'node:crypto';
import { crc32 } from 'node:zlib';

/**
 * The written form of an API key: `dossier_live_<keyId>_<secret>_<checksum>`.
 * The key id (12 characters, 71 bits) finds the row, the secret (32 characters, 190 bits) proves the holder, and the checksum
 * (CRC-32 of everything before it, 6 characters) tells a mistyped or invented key apart without asking the database,
 * and lets secret scanners recognise a leaked one.
 */
const alphabet = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const start = 'dossier_live_';
const form = /^dossier_live_([0-9A-Za-z]{12})_[0-9A-Za-z]{32}_([0-9A-Za-z]{6})$/;

export interface KeyText {
  /** The whole key, shown once. */
  readonly secret: string;
  readonly keyId: string;
}

/** Invents a key. */
export function newKey(): KeyText {
  const keyId = randomText(12);
  const body = `${start}${keyId}_${randomText(32)}`;
  return { secret: `${body}_${checksum(body)}`, keyId };
}

/** The key id of a well-formed key, or undefined when form or checksum are wrong. */
export function keyIdOf(text: string): string | undefined {
  const match = form.exec(text);
  if (!match) return undefined;
  return checksum(text.slice(0, text.lastIndexOf('_'))) === match[2] ? match[1] : undefined;
}

/** Is this meant to be one of our keys, whether right or wrong? */
export const looksLikeKey = (text: string): boolean => text.startsWith(start);

/** What lists show of a key. */
export const prefixOf = (keyId: string): string => `${start}${keyId}`;

function checksum(body: string): string {
  let rest = crc32(body);
  let text = '';
  for (let i = 0; i < 6; i++) {
    text = alphabet[rest % 62]! + text;
    rest = Math.floor(rest / 62);
  }
  return text;
}

/** Bytes from 248 up are thrown away: 256 is no multiple of 62, and the first letters would come up more often. */
function randomText(length: number): string {
  let text = '';
  while (text.length < length) {
    for (const byte of randomBytes(length)) if (byte < 248 && text.length < length) text += alphabet[byte % 62]!;
  }
  return text;
}
