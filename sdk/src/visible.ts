/** Texts that say something. Alike on the server and in browsers. */

/**
 * At least one character that can be seen, as the pattern of a schema. Spaces cannot, nor what Unicode says to leave
 * out where it is not understood, nor the blank of Braille.
 */
export const VISIBLE = '[^\\p{Cc}\\p{Cf}\\p{Z}\\p{Default_Ignorable_Code_Point}\\u2800]';

const visible = new RegExp(VISIBLE, 'u');

/** Does the text say anything that can be seen? */
export const isVisible = (text: string): boolean => visible.test(text);

/**
 * A text as it looks, by which it is judged and compared: composed (NFC), without signs that nobody sees (U+200E, or
 * U+202A and U+202C around a number that was copied), with plain spaces, and none around it. What is stored stays as it
 * was written: between letters of Persian and in emoji such signs have a meaning.
 */
export const asSeen = (text: string): string =>
  text
    .normalize('NFC')
    .replaceAll(/\p{Default_Ignorable_Code_Point}/gu, '')
    .replaceAll(/\p{Zs}/gu, ' ')
    .trim();
