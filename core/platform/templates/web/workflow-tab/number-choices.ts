/** Settings of a check that name a number of the form: chosen from those that there are. */
import type { FieldSchema, FormSchema, FormValues } from '@dossier/sdk/web/ui/form-schema';
import { allFields } from '../model/content.ts';
import type { Content } from '../model/content.ts';

export interface NumberField {
  readonly id: string;
  readonly title: string;
}

/** Fields of money and other numbers, outside of rows. */
export const numbersOf = (content: Content): readonly NumberField[] =>
  allFields(content)
    .filter(({ path, field }) => path.length === 1 && (field['type'] === 'number' || field['type'] === 'integer'))
    .map(({ id, title }) => ({ id, title }));

const namesNumber = (field: FieldSchema): boolean => 'x-field' in field && field['x-field'] === 'number';

/** The settings with a choice for each member that names a number. One that is gone stays in sight, with its fault. */
export function withNumbers(schema: FormSchema, values: FormValues, numbers: readonly NumberField[]): FormSchema {
  const members = Object.entries(schema.properties ?? {}).map(([key, field]): [string, FieldSchema] => {
    if (!namesNumber(field)) return [key, field];
    const { [key]: value } = values;
    const gone = typeof value === 'string' && !numbers.some(({ id }) => id === value);
    const choices = numbers.map(({ id, title }) => ({ const: id, title }));
    return [key, { ...field, oneOf: [...choices, ...(gone ? [{ const: value, title: `${value} (gone)` }] : [])] }];
  });
  return { ...schema, properties: Object.fromEntries(members) };
}
