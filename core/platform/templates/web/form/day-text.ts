/** Days whose year is hardly meant, as when "26" was typed for it: they are asked about. */
import { isDay } from '@dossier/sdk/web/ui/text-checks';
import type { FieldSchema } from '../../form/index.ts';

const usual = { from: 1900, to: 2100 };

/**
 * The days that a person may mean who wrote this one (`2026-11-26`), or a year of more digits; null where its year is
 * usual, or is judged by a bound of the field.
 */
export function daysMeant(text: string, schema: FieldSchema): readonly string[] | null {
  const [, year = '', day = ''] = /^(\d+)(-\d\d-\d\d)$/.exec(text) ?? [];
  const number = Number(year);
  const isOdd =
    (number < usual.from && schema['x-earliest'] === undefined) ||
    (number > usual.to && schema['x-latest'] === undefined);
  if (day === '' || !isOdd) return null;
  return [...yearsMeant(number).map((one) => `${String(one).padStart(4, '0')}${day}`), text].filter(isDay);
}

/** Of two digits the century is missing, of five one is too many: the first or the last. */
function yearsMeant(year: number): readonly number[] {
  if (year < 100) return [2000 + year, 1900 + year];
  return year > 9999 ? [Math.floor(year / 10), year % 10_000] : [];
}
