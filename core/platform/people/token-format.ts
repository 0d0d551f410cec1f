import { randomInt } from 'node:crypto';
import { crc32 } from 'node:zlib';

const digits = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const shape = /^dossier_pat_([0-9A-Za-z]{12})_([0-9A-Za-z]{32})_([0-9A-Za-z]{6})$/;

/** What every personal access token begins with; secret scanners find leaked ones by it. */
export const tokenScheme = 'dossier_pat_';

/** A new token: 12 characters to look it up by, 32 secret ones (190 bits), 6 of checksum. */
export function makeToken(): { token: string; prefix: string } {
  const prefix = randomDigits(12);
  const body = `${tokenScheme}${prefix}_${randomDigits(32)}`;
  return { token: `${body}_${checksum(body)}`, prefix };
}

/** The look-up prefix of a well-formed token, or null. A mistyped or made-up token is found out here, before any look-up. */
export function prefixOf(token: string): string | null {
  const parts = shape.exec(token);
  if (!parts) return null;
  return checksum(token.slice(0, -7)) === parts[3] ? parts[1]! : null;
}

function checksum(body: string): string {
  let rest = crc32(body);
  let text = '';
  for (let i = 0; i < 6; i++) {
    text = digits[rest % 62]! + text;
    rest = Math.floor(rest / 62);
  }
  return text;
}

function randomDigits(length: number): string {
  let text = '';
  for (let i = 0; i < length; i++) text += digits[randomInt(62)]!;
  return text;
}
