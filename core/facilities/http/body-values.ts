import { endOfString } from './inexact-numbers.ts';

/**
 * Values in one body: members and items, at every depth. Far more than any form, list or table that people fill in has.
 */
export const MOST_VALUES = 20_000;
const [QUOTE, COMMA, LIST, OBJECT] = ['"', ',', '[', '{'].map((sign) => sign.charCodeAt(0));

/**
 * Whether a JSON text holds more than {@link MOST_VALUES} values. Asked before it is read: an upload of 35 MB may have
 * ten million of them, each of which is created, checked and reported. Strings are skipped, so that a file costs
 * nothing.
 */
export function hasTooManyValues(json: string): boolean {
  // Each takes at least itself and a sign.
  if (json.length < 2 * MOST_VALUES) return false;
  let values = 0;
  for (let at = 0; at < json.length; at++) {
    const sign = json.charCodeAt(at);
    if (sign === QUOTE) at = endOfString(json, at) - 1;
    else if ((sign === COMMA || sign === LIST || sign === OBJECT) && ++values > MOST_VALUES) return true;
  }
  return false;
}
