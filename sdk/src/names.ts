import { checkedBelow } from './formats.ts';
import { isVisible, VISIBLE } from './visible.ts';

/**
 * The same for readers that know no properties of characters, as far as the basic plane goes: beyond it every character
 * is one that can be seen. A test compares the two.
 */
const UNSEEN =
  '\\u0000-\\u0020\\u007F-\\u00A0\\u00AD\\u034F\\u0600-\\u0605\\u061C\\u06DD\\u070F\\u0890-\\u0891\\u08E2\\u115F-\\u1160\\u1680\\u17B4-\\u17B5\\u180B-\\u180F' +
  '\\u2000-\\u200F\\u2028-\\u202F\\u205F-\\u206F\\u2800\\u3000\\u3164\\uFE00-\\uFE0F\\uFEFF\\uFFA0\\uFFF0-\\uFFFB';

/** Keywords of a text with a visible character: as it is checked, and as the OpenAPI document tells it. */
export const WITH_VISIBLE = { pattern: VISIBLE, ...checkedBelow({ pattern: `[^${UNSEEN}]` }) };

/** Ends of lines and other controls, and what turns the text around it (UAX 9, explicit directional formatting). */
const DISTURBING = '\\p{Cc}\\p{Zl}\\p{Zp}\\u202A-\\u202E\\u2066-\\u2069';
const CONTROLS = '\\u0000-\\u001F\\u007F-\\u009F\\u2028-\\u202E\\u2066-\\u2069';
const disturbing = new RegExp(`[${DISTURBING}]`, 'u');

/** The pattern of a name in a schema: what {@link isName} asks, but for its length. */
export const NAME = `^(?=.*${VISIBLE})[^${DISTURBING}]*$`;

/** As {@link WITH_VISIBLE}, of a name. */
export const WITH_NAME = {
  pattern: NAME,
  ...checkedBelow({ pattern: `^[^${CONTROLS}]*[^${UNSEEN}][^${CONTROLS}]*$` }),
};

/**
 * A name as it is stored: without space around it, and in Unicode's composed form (NFC), so that two that look the same
 * are the same.
 */
export const asName = (text: string): string => text.normalize('NFC').trim();

/**
 * Can it stand for something in a heading, a list and a mail: of 1 to `longest` characters on one line, one of which
 * can be seen? `longest` is in UTF-16 units.
 */
export function isName(text: string, longest: number): boolean {
  const name = asName(text);
  return name.length <= longest && isVisible(name) && !disturbing.test(name);
}
