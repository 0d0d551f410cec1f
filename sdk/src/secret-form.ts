import { randomBytes } from 'node:crypto';
import { crc32 } from 'node:zlib';

const alphabet = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';

/** How secrets of one kind are written, those that programs carry: API keys, access tokens. */
export interface SecretForm {
  /** What each of them begins with. */
  readonly scheme: string;
  /** Invents one. `text` is the whole, to be shown once; `id` finds its row, and is no secret. */
  make(): { readonly text: string; readonly id: string };
  /** The id of a well-formed one; null when form or checksum are wrong. */
  idOf(text: string): string | null;
}

/**
 * The form `<scheme><id>_<secret>_<checksum>`. The id (12 characters, 71 bits) finds the row, the secret (32
 * characters, 190 bits) proves the holder, and the checksum (CRC-32 of everything before it, 6 characters) tells a
 * mistyped or invented one apart without asking the database. By the scheme, of letters and
 * `_` alone, secret scanners recognise a leaked one: let it name the product and the kind, for example `dossier_live_`.
 */
export function secretForm(scheme: string): SecretForm {
  const form = new RegExp(`^(${scheme}([0-9A-Za-z]{12})_[0-9A-Za-z]{32})_([0-9A-Za-z]{6})$`);
  return {
    scheme,
    make() {
      const id = randomText(12);
      const body = `${scheme}${id}_${randomText(32)}`;
      return { text: `${body}_${checksum(body)}`, id };
    },
    idOf(text) {
      const [, body, id, sum] = form.exec(text) ?? [];
      return body !== undefined && id !== undefined && checksum(body) === sum ? id : null;
    },
  };
}

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
