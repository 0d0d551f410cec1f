/** The form of an address of electronic mail. Alike on the server and in browsers. */
import { fullFormats } from 'ajv-formats/dist/formats.js';

/** RFC 5321, 4.5.3.1.3: 256 octets with the angle brackets. */
const longest = 254;
/**
 * What a domain is written with. Others `domainToASCII` would take for parts of an address of the web, and leave out.
 */
const domainLetters = /^[\p{L}\p{M}\p{N}.\u3002-]+$/u;
/** RFC 1035, 2.3.4. */
const longestLabel = 63;
const ascii = fullFormats.email instanceof RegExp ? fullFormats.email : /^$/;

/**
 * The format `email` wherever a schema names it: as ajv-formats has it, and with an internationalized domain (RFC
 * 6531), which is judged by the form in which it is sent, `xn--…`. The text stays as it was written; addresses are
 * compared in lower case, as texts.
 */
export function isEmail(text: string): boolean {
  if (/^[\x21-\x7e]*$/.test(text)) return ascii.test(text);
  const at = text.lastIndexOf('@');
  if (text.length > longest || at < 1 || !domainLetters.test(text.slice(at + 1))) return false;
  const domain = asSent(text.slice(at + 1));
  // Letters of other alphabets may stand before the @ too, in the place of which a plain one is judged.
  const whole = `${text.slice(0, at).replace(/[\p{L}\p{M}\p{N}]/gu, (one) => (one < '\x7f' ? one : 'x'))}@${domain}`;
  return (
    whole.length <= longest && domain.split('.').every((label) => label.length <= longestLabel) && ascii.test(whole)
  );
}

/** A domain as it is sent, `xn--…` (RFC 5890); empty for what is none. */
function asSent(domain: string): string {
  try {
    return new URL(`http://${domain}`).hostname;
  } catch {
    return '';
  }
}
