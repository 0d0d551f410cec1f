/** At least one character that can be seen, as the pattern of a schema. Spaces cannot, nor what Unicode says to leave out where it is not understood, nor the blank of Braille. */
export const VISIBLE = '[^\\p{Cc}\\p{Cf}\\p{Z}\\p{Default_Ignorable_Code_Point}\\u2800]';

const visible = new RegExp(VISIBLE, 'u');

/** Does the text say anything that can be seen? */
export const isVisible = (text: string): boolean => visible.test(text);

/** Ends of lines and other controls, and what turns the text around it (UAX 9, explicit directional formatting). */
const DISTURBING = '\\p{Cc}\\p{Zl}\\p{Zp}\\u202A-\\u202E\\u2066-\\u2069';
const disturbing = new RegExp(`[${DISTURBING}]`, 'u');

/** The pattern of a name in a schema: what {@link isName} asks, but for its length. */
export const NAME = `^(?=.*${VISIBLE})[^${DISTURBING}]*$`;

/** A name as it is stored: without space around it, and in Unicode's composed form (NFC), so that two that look the same are the same. */
export const asName = (text: string): string => text.normalize('NFC').trim();

/** Can it stand for something in a heading, a list and a mail: of 1 to `longest` characters on one line, one of which can be seen? `longest` is in UTF-16 units. */
export function isName(text: string, longest: number): boolean {
  const name = asName(text);
  return name.length <= longest && visible.test(name) && !disturbing.test(name);
}
