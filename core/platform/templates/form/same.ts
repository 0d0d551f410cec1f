/**
 * Two texts that look the same are the same: "é" may be one character or two (Unicode, forms C and D). Alike on the
 * server and in browsers.
 */
export const composed = (value: unknown): unknown => (typeof value === 'string' ? value.normalize('NFC') : value);
