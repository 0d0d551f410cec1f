import { isRecord } from '@dossier/sdk';
import { portable } from './openapi-pattern.ts';

/**
 * A schema as clients are to read it: with what the handler checks (`x-documented`) in place of what the validator
 * gets, and its patterns in the syntax that every language has. A pattern that cannot be written so is left out: its
 * description mentions it. The schema itself stays as it is.
 */
export function documented(schema: unknown): object {
  return isRecord(schema) ? translatedOnce(schema) : {};
}

/** Of these the value is data, and of those its members are schemas, under any names. */
const data: ReadonlySet<string> = new Set(['const', 'enum', 'default', 'examples', 'example']);
const byName: ReadonlySet<string> = new Set(['properties', 'patternProperties', 'dependentSchemas', '$defs']);

/** A schema never changes, and stands in many operations: in each alias, and in the row of a list. */
const known = new WeakMap<object, object>();

function translatedOnce(schema: Readonly<Record<string, unknown>>): object {
  let result = known.get(schema);
  if (!result) known.set(schema, (result = translated(schema)));
  return result;
}

function translated({ 'x-documented': checked, ...own }: Readonly<Record<string, unknown>>): object {
  const all = Object.entries({ ...own, ...(isRecord(checked) ? checked : {}) });
  return Object.fromEntries(
    all
      .map(([keyword, value]) => [keyword, valueOf(keyword, value)])
      .filter(([keyword, value]) => keyword !== 'pattern' || value !== null),
  );
}

function valueOf(keyword: string, value: unknown): unknown {
  if (keyword === 'pattern') return portable(String(value));
  if (byName.has(keyword) && isRecord(value))
    return Object.fromEntries(Object.entries(value).map(([name, schema]) => [name, within(schema)]));
  return data.has(keyword) ? value : within(value);
}

const within = (value: unknown): unknown =>
  Array.isArray(value) ? value.map(within) : isRecord(value) ? translatedOnce(value) : value;
