/** Texts that say something. Alike on the server and in browsers. */

/**
 * At least one character that can be seen, as the pattern of a schema. Spaces cannot, nor what Unicode says to leave
 * out where it is not understood, nor the blank of Braille.
 */
export const VISIBLE = '[^\\p{Cc}\\p{Cf}\\p{Z}\\p{Default_Ignorable_Code_Point}\\u2800]';

const visible = new RegExp(VISIBLE, 'u');

/** Does the text say anything that can be seen? */
export const isVisible = (text: string): boolean => visible.test(text);
