import { asFiled, parseNumber } from '../numbers/parse.ts';
import { canonical } from '../numbers/words.ts';
import type { Index } from './types.ts';

const ofApplications = ['ap', 'sap', 'pr', 'spr', 'num'];
const ofPublications = ['pn', 'spn', 'ct', 'ex', 'op', 'rf', 'oc', 'num'];

/**
 * A number in any usual spelling, as the service keeps and finds it: `EP 22733014.3` as an application is
 * `EP20220733014`, `EP 1 000 000` is `EP1000000`. Null where the text leads to no number or to several, and for
 * indexes of other things.
 */
export function numberKept({ name }: Index, text: string): string | null {
  const filed = ofApplications.includes(name) ? asFiled(text) : null;
  if (filed !== null || !ofPublications.includes(name)) return filed;
  const read = parseNumber(text);
  return read.ok ? canonical(read.number) : null;
}
