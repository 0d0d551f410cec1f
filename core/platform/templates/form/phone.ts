/** Phone numbers by the numbering plans of all countries. Alike on the server and in browsers. */
import { isSupportedCountry, isValidPhoneNumber } from 'libphonenumber-js/min';
import type { FieldSchema } from './form.ts';

/** What is wrong with a phone number, null when nothing is. Without a country code it is one of the field's country. */
export function phoneFault(answer: unknown, field: FieldSchema): string | null {
  const country = field['x-country'];
  const home = typeof country === 'string' && isSupportedCountry(country) ? country : undefined;
  if (typeof answer === 'string' && isValidPhoneNumber(answer, home)) return null;
  return home === undefined
    ? 'is no phone number. Begin with + and the code of the country'
    : 'is no phone number. One of another country begins with + and its code';
}
