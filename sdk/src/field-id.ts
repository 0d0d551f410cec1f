/** Fields of a template by the ids by which it names them, whatever their keys: alike on the server and in browsers. */
import { isRecord } from './record.ts';

/** The id of a field: its `x-id`, which is left out where it equals the key. */
export const idOf = (key: string, field: unknown): string =>
  isRecord(field) && typeof field['x-id'] === 'string' ? field['x-id'] : key;

/** The key and the schema of the field with an id, of the `properties` of a schema; undefined where there is none. */
export const fieldById = <F>(
  properties: Readonly<Record<string, F>>,
  id: string | null | undefined,
): readonly [key: string, field: F] | undefined =>
  Object.entries(properties).find(([key, field]) => idOf(key, field) === id);
