import { createHash } from 'node:crypto';

/** What stands for a text that was translated, to know later that it has changed: 22 characters. */
export const hashOf = (text: string): string =>
  createHash('sha256').update(text.normalize('NFC')).digest().subarray(0, 16).toString('base64url');
