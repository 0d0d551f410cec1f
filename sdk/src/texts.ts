import { Type } from 'typebox';
import { WITH_NAME } from './names.ts';

/**
 * The schema of a name or a title of at most so many characters: a visible one at least, so that nothing is called " ",
 * on one line, and nothing that turns the text around it.
 */
export const visibleText = (most: number) =>
  Type.String({ maxLength: most, ...WITH_NAME, description: 'Write at least one visible character, on one line.' });

/**
 * A text as a database can hold it: without the character NUL and halves of characters (unpaired surrogates), each of
 * which becomes U+FFFD, and cut between two characters to `most` UTF-16 units. For what others say and nobody can send
 * again in better words; what is sent by a client is refused instead.
 */
export const storable = (text: string, most: number): string =>
  (text.length > most ? text.slice(0, most).replace(/[\ud800-\udbff]$/, '') : text)
    .replaceAll('\0', '\ufffd')
    .toWellFormed();

/**
 * What went wrong in words that can be stored, from whatever was thrown; of 1,000 UTF-16 units at most unless given.
 * Never throws.
 */
export function reasonOf(error: unknown, most = 1000): string {
  try {
    const text: unknown = error instanceof Error ? error.message || error.name : String(error);
    if (typeof text === 'string' && text !== '') return storable(text, most);
  } catch {
    // It has no text, as an object without prototype has none.
  }
  return 'Nothing was said about the reason.';
}

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/** A text as HTML shows it, between tags and as the value of an attribute in quotes. */
export const escapeHtml = (text: string): string => text.replace(/[&<>"']/g, (sign) => entities[sign]!);
