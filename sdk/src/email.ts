import { domainToASCII, domainToUnicode } from 'node:url';
import { asSeen } from './visible.ts';

/**
 * The ways in which one mailbox is written down, in lower case: first with its domain as people read it, then as it is
 * sent, `xn--…` (RFC 5890), if that is another text. The part before the @ is compared as a text.
 */
export function spellingsOf(email: string): readonly string[] {
  const text = asSeen(email).toLowerCase();
  const at = text.lastIndexOf('@');
  const domain = domainToASCII(text.slice(at + 1));
  // What is no domain of the web is compared as it stands.
  if (at < 1 || domain === '' || /[^\x00-\x7f]|xn--/.exec(text.slice(at + 1)) === null) return [text];
  const before = text.slice(0, at + 1);
  return [...new Set([`${before}${domainToUnicode(domain).normalize('NFC')}`, `${before}${domain}`])];
}

/** The text by which a mailbox is known, whatever the spelling. */
export const mailboxOf = (email: string): string => spellingsOf(email)[0]!;
