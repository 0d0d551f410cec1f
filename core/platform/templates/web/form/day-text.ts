/** Days whose year is hardly meant, as when "26" was typed for it: they are asked about. */
import { dayOf } from '@dossier/sdk/web/ui/reader';
import { isDay } from '@dossier/sdk/web/ui/text-checks';
import type { FieldSchema } from '../../form/index.ts';

const usual = { from: 1900, to: 2100 };

/**
 * The days within the bounds of the field that a person may mean who wrote this one (`0026-11-26`, or a year of more
 * digits); null where its year is usual, or is judged by a bound of the field.
 */
export function daysMeant(text: string, schema: FieldSchema): readonly string[] | null {
  const [, year = '', day = ''] = /^(\d+)(-\d\d-\d\d)$/.exec(text) ?? [];
  const number = Number(year);
  const isOdd =
    (number < usual.from && schema['x-earliest'] === undefined) ||
    (number > usual.to && schema['x-latest'] === undefined);
  if (day === '' || !isOdd) return null;
  // Two digits lack the century.
  const centuries = number < 100 ? [2000, 1900] : [];
  const [earliest, latest] = [boundOf(schema, 'x-earliest', ''), boundOf(schema, 'x-latest', '9999')];
  return [...centuries.map((one) => `${one + number}${day}`), text].filter(
    (one) => isDay(one) && one >= earliest && one <= latest,
  );
}

const boundOf = (schema: FieldSchema, name: string, none: string): string => {
  const bound = schema[name];
  return typeof bound !== 'string' ? none : bound === 'today' ? dayOf(new Date()) : bound;
};
