/** The formats that answers can have, of JSON Schema 2020-12. Alike on the server and in browsers. */
import { fullFormats } from 'ajv-formats/dist/formats.js';
import { isEmail } from '@dossier/sdk/email-format';

export const formats = ['date', 'date-time', 'time', 'email', 'uri'] as const;

/** The formats are read with ordinary patterns, so their text is bounded first. */
const longest = 2000;

const named = (name: (typeof formats)[number]): unknown => (name === 'email' ? isEmail : fullFormats[name]);

/** Is this a text of the format? Every text is of one that is not known here. */
export function isOfFormat(name: unknown, text: string): boolean {
  const known = formats.find((one) => one === name);
  return known === undefined || (text.length <= longest && accepts(named(known), text));
}

function accepts(format: unknown, text: string): boolean {
  if (typeof format === 'function') return Boolean(format(text));
  if (format instanceof RegExp) return format.test(text);
  return typeof format === 'object' && format !== null && 'validate' in format && accepts(format.validate, text);
}
