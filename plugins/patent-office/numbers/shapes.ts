import { withoutZeros } from './offices.ts';

/** What is written between the country and the kind, in the form of docdb; several where it may be any of them. */
export type Shape =
  | { readonly numbers: readonly string[]; readonly vague?: readonly string[] }
  | { readonly application: true; readonly numbers: readonly string[] };

const one = (number: string): Shape => ({ numbers: [number] });
const noZeros = (digits: string): string => digits.replace(/^0+(?=\d)/, '');

/**
 * The number of an office in the form that the service keeps. `written` has blanks taken out and dashes, dots, commas
 * and strokes left in; null when the office has no such number.
 */
export function shapeOf(country: string, written: string): Shape | null {
  const special = byOffice[country]?.(written);
  if (special !== undefined) return special;
  const compact = written.replace(/[-.,/']/g, '');
  if (!/^[A-Z]{0,2}\d{1,13}$/.test(compact)) return null;
  return one(withoutZeros.has(country) ? compact.replace(/^([A-Z]*)0+(?=\d)/, '$1') : compact);
}

/** Where an office has forms of its own; undefined is the usual form. */
const byOffice: Readonly<Record<string, (written: string) => Shape | null | undefined>> = {
  EP: (written) => {
    const digits = written.replace(/[-.,/']/g, '');
    // Eight digits, and often one more to check them, are the number of an application.
    if (/^\d{8}(?:\.\d)?$/.test(written.replace(/[-,/']/g, '')) && !/^0/.test(written))
      return { application: true, numbers: [] };
    const bare = noZeros(digits);
    return /^\d{1,7}$/.test(bare) ? one(bare.padStart(7, '0')) : null;
  },
  WO: (written) => {
    const [, year = '', serial = ''] =
      /^\/?((?:19|20)\d{2})[-/.,]?(\d{5,6})$/.exec(written) ??
      /^\/?((?:19|20)\d{2})[-/.,](\d{1,6})$/.exec(written) ??
      /^\/?(\d{2})[-/.,]?(\d{5,6})$/.exec(written) ??
      /^\/?(\d{2})[-/.,](\d{1,6})$/.exec(written) ??
      [];
    if (!year) return null;
    const full = year.length === 4 ? Number(year) : Number(year) + (Number(year) >= 78 ? 1900 : 2000);
    const short = String(full).slice(2);
    const bare = noZeros(serial);
    if (full >= 2004) return one(full + bare.padStart(6, '0'));
    if (full === 2003) return one(short + bare.padStart(6, '0'));
    // In the course of 2002 numbers grew by a digit.
    if (full === 2002 && bare.length < 6 && (year.length === 4 || serial.length < 5))
      return { numbers: [short + bare.padStart(6, '0'), short + bare.padStart(5, '0')] };
    if (full === 2002) return one(short + serial);
    return bare.length <= 5 ? one(short + bare.padStart(5, '0')) : null;
  },
  US: (written) => {
    // Two digits of a series before the stroke.
    if (/^\d{2}\/\d{3},?\d{3}$/.test(written)) return { application: true, numbers: [] };
    const compact = written.replace(/[-.,/']/g, '');
    const [, year, serial = ''] = /^(20\d{2})(\d{6,7})$/.exec(compact) ?? [];
    // The service keeps six digits of the seven, as long as the first is none.
    if (year && year > '2000') return one(year + noZeros(serial).padStart(6, '0'));
    return undefined;
  },
  DE: (written) => {
    const [, digits] = /^(\d{8}|\d{12})\.\d$/.exec(written.replace(/[-,/']/g, '')) ?? [];
    return digits ? { application: true, numbers: [digits] } : undefined;
  },
  JP: (written) => {
    const [, era = '', eraYear = '', eraSerial = ''] =
      /^([HST])(\d{1,2})-(\d{1,6})$/.exec(written) ?? /^([HST])(\d{2})-?(\d{1,6})$/.exec(written) ?? [];
    if (era) return one(era + eraYear.padStart(2, '0') + noZeros(eraSerial));
    const [, year = '', serial = ''] =
      /^((?:19|20)\d{2})[-/.](\d{1,6})$/.exec(written) ?? /^((?:199|20\d)\d)(\d{6})$/.exec(written) ?? [];
    if (year) return one(year + noZeros(serial).padStart(6, '0'));
    const [, short = '', rest = ''] = /^(\d{1,2})[-/](\d{1,6})$/.exec(written) ?? [];
    // A year without its era: Heisei had 31 of them, Showa 64.
    if (short) {
      const eras = Number(short) <= 31 ? ['H', 'S'] : ['S'];
      return { numbers: eras.map((letter) => letter + short.padStart(2, '0') + noZeros(rest)) };
    }
    return undefined;
  },
  KR: (written) => {
    const [, year, serial = ''] = /^(?:[12]0)?-?((?:19|20)\d{2})-?(\d{7})$/.exec(written) ?? [];
    return year ? one(year + serial) : undefined;
  },
  BR: (written) => {
    const [, digits] = /^(\d{12})[-.]?\d$/.exec(written) ?? [];
    return digits ? one(digits) : undefined;
  },
  MX: (written) => {
    const [, year, serial = ''] = /^\/?A?\/?((?:19|20)\d{2})[-/]?(\d{6})$/.exec(written) ?? [];
    return year ? one(year + serial) : undefined;
  },
};
