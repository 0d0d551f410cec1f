/** How a publication is cited, in one line to be copied. */
import type { PatentLine } from '../contract.ts';

/** More are not named: the first of them finds the publication. */
const NAMED = 3;

/** `ACME CORP. Heat pump. EP 1 000 000 B1, 2000-05-17.` What the office does not give is left out. */
export function citationOf({ applicants, title, spoken, date }: PatentLine): string {
  const names = applicants.slice(0, NAMED).join('; ');
  const holders = applicants.length > NAMED ? `${names} et al.` : names;
  return [holders, title ?? '', date === null ? spoken : `${spoken}, ${date}`]
    .filter((part) => part !== '')
    .map((part) => (part.endsWith('.') ? part : `${part}.`))
    .join(' ');
}
