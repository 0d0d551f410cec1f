import type { DocNumber, Filing, Priority } from './types.ts';

/** Reads `EP 4352417 B1 20240417`. Throws on anything else: the collection is ours. */
export function numberOf(text: string): DocNumber {
  const [, country, number, kind, date] = /^([A-Z]{2}) (\w+) ([A-Z]\d?) (\d{8})$/.exec(text) ?? [];
  if (!country || !number || !kind || !date) throw new Error(`The collection has no number like “${text}”.`);
  return { country, number, kind, date };
}

/** Utility models and translations keep their letter in the epodoc number. */
export const publicationEpodoc = ({ country, number, kind }: DocNumber): string =>
  `${country}${number}${/^[UT]/.test(kind) ? kind.charAt(0) : ''}`;

/** Country, year of four digits, serial number; an international one names its receiving office after the year. */
export function filingOf(text: string): Filing {
  const filed = numberOf(text);
  const { country, number, kind, date } = filed;
  const year = date.slice(0, 4);
  const serial = number.startsWith(year) ? number.slice(4) : number.replace(new RegExp(`^${year.slice(2)}`), '');
  if (kind === 'W')
    return { ...filed, epodoc: `WO${year}${country}${serial.slice(1)}`, original: `${country}${year}/${serial}` };
  if (country === 'DE') {
    const [, right = '', of = '', rest = ''] = /^(\d\d)(\d{4})(\d{6})$/.exec(number) ?? [];
    return { ...filed, epodoc: `DE${of}${right}${rest.slice(1)}${kind === 'U' ? 'U' : ''}`, original: number };
  }
  return {
    ...filed,
    epodoc: `${country}${year}${serial.padStart(7, '0')}${kind === 'P' || kind === 'U' ? kind : ''}`,
    original: originalOf(country, number),
  };
}

const originalOf = (country: string, number: string): string => {
  if (country === 'EP')
    return `${number}.${[...number].reduce((sum, digit, i) => sum + Number(digit) * (i + 1), 0) % 10}`;
  if (country === 'US' && number.length === 12) return `${number.slice(4, 6)}/${number.slice(6, 9)},${number.slice(9)}`;
  if (country === 'JP') return `${number.slice(0, 4)}-${number.slice(4)}`;
  return number;
};

export function priorityOf(text: string): Priority {
  const filed = filingOf(text);
  const type = filed.kind === 'W' ? 'international' : filed.country === 'EP' ? 'regional' : 'national';
  return { ...filed, type, active: true };
}
