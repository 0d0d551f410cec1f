import type { PatentNumber } from './types.ts';

/** The number in one word, for addresses and comparison: `EP1000000A1`. Two spellings of one number have the same. */
export const canonical = ({ country, number, kind }: PatentNumber): string => country + number + (kind ?? '');

/** As the service takes it in an address: `EP.1000000.B1`. */
export const docdbInput = ({ country, number, kind }: PatentNumber): string =>
  [country, number, ...(kind === null ? [] : [kind])].join('.');

/**
 * The numbers that the service may keep a publication under, the usual one first: published applications of the USA
 * occur with six and with seven digits behind their year.
 */
export function forms(number: PatentNumber): PatentNumber[] {
  const [, year, serial] = (number.country === 'US' && /^(20\d{2})(\d{6})$/.exec(number.number)) || [];
  return year && serial ? [number, { ...number, number: `${year}0${serial}` }] : [number];
}

/** Whether what the office has is what was asked for: its number in another form, or any kind where none was said. */
export const isMeant = (found: PatentNumber, number: PatentNumber): boolean =>
  forms(number).some((form) => canonical({ ...form, kind: number.kind ?? found.kind }) === canonical(found));

const grouped = (digits: string, by: string): string => digits.replace(/\B(?=(?:\d{3})+$)/g, by);

/** The number as offices print it, for pages: `EP 1 000 000 B1`. */
export function spoken({ country, number, kind }: PatentNumber): string {
  return [country, printed(country, number, kind), kind].filter((part) => part !== null).join(' ');
}

function printed(country: string, number: string, kind: string | null): string {
  const year = /^((?:19|20)\d{2})(\d{6,7})$/.exec(number);
  if (country === 'US' && year) return `${year[1]}/${(year[2] ?? '').padStart(7, '0')}`;
  if (country === 'US') return grouped(number, ',');
  if (country === 'WO' && year) return `${year[1]}/${year[2]}`;
  if (country === 'WO') return `${number.slice(0, 2)}/${number.slice(2)}`;
  if (country === 'JP' && year) return `${year[1]}-${year[2]}`;
  if (country === 'JP' && /^[HST]\d{3,}$/.test(number)) return `${number.slice(0, 3)}-${number.slice(3)}`;
  if (country === 'KR' && year) return `${/^[UY]/.test(kind ?? '') ? 20 : 10}-${year[1]}-${year[2]}`;
  const [, sort, filed, first, second] = (country === 'DE' && /^(\d{2})(\d{4})(\d{3})(\d{3})$/.exec(number)) || [];
  if (sort && filed && first && second) return `${sort} ${filed} ${first} ${second}`;
  return /^\d{5,8}$/.test(number) ? grouped(number, ' ') : number;
}
