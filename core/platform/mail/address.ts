import { Format } from 'typebox/format';

/** RFC 5321, 4.5.3.1.3: 256 octets with the angle brackets. */
const longest = 254;
/** Control, format and separator characters: what breaks headers, or makes an address look like another one. */
const unseen = /[\p{C}\p{Z}]/u;

/**
 * Is this one plain address? TypeBox knows the grammar (RFC 6531); quoted local parts, which it also takes, are
 * refused: nobody has one, and much trips over them.
 */
export const isAddress = (text: string): boolean =>
  !unseen.test(text) &&
  !text.includes('"') &&
  Buffer.byteLength(text) <= longest &&
  Format.IsIdnEmail(text) &&
  text.slice(text.lastIndexOf('@')).includes('.');

/** A text that stays on one line, whatever a person put into it. */
export const oneLine = (text: string, limit: number): string =>
  text
    .replace(/[\p{Cc}\p{Zl}\p{Zp}\s]+/gu, ' ')
    .trim()
    .slice(0, limit);
