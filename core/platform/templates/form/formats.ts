/** The formats that answers can have, of JSON Schema 2020-12. */
import { fullFormats } from 'ajv-formats/dist/formats.js';
import { isEmail } from '@dossier/sdk';
import type { Formats } from './field-check.ts';

/** Formats that a person can type. */
export const typedFormats = ['date', 'email', 'uri'] as const;
/** The others, which programs write: `2026-11-26T09:00:00Z`. */
export const writtenFormats = ['date-time', 'time'] as const;

/** The formats of which a library knows more than the engine of forms (`field-check.ts`). */
export const isOfFormat: Formats = (name, text) => {
  if (name === 'email') return isEmail(text);
  return name === 'date-time' || name === 'time' ? accepts(fullFormats[name], text) : true;
};

function accepts(format: unknown, text: string): boolean {
  if (typeof format === 'function') return Boolean(format(text));
  return typeof format === 'object' && format !== null && 'validate' in format && accepts(format.validate, text);
}
