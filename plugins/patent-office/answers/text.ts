import { Unread } from './limits.ts';

/**
 * The text of a body, by its byte order mark or by what its declaration names; UTF-8 otherwise.
 * @throws Unread when it is not of that encoding, as when it was cut within a character
 */
export function decode(body: Uint8Array): string {
  try {
    return new TextDecoder(encodingOf(body), { fatal: true }).decode(body);
  } catch {
    throw new Unread('malformed', 'The answer is not of the encoding that it names.');
  }
}

function encodingOf(body: Uint8Array): string {
  if (body[0] === 0xff && body[1] === 0xfe) return 'utf-16le';
  if (body[0] === 0xfe && body[1] === 0xff) return 'utf-16be';
  const head = new TextDecoder('latin1').decode(body.subarray(0, 200));
  return /^(?:\u00EF\u00BB\u00BF)?<\?xml[^>]*\sencoding\s*=\s*["']([\w.:-]+)["']/.exec(head)?.[1] ?? 'utf-8';
}
