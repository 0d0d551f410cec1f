import { checkField } from './field-rules.ts';
import { isObject } from './faults.ts';
import type { Faults } from './faults.ts';

/** The dialect of a field schema. */
export const DIALECT = 'https://json-schema.org/draft/2020-12/schema';
const MOST_FIELDS = 300;

/** Names that every object inherits: a field of such a name would be found where it is not. */
const isInherited = (key: string): boolean => key in Object.prototype || key === 'prototype';

/**
 * Checks the field schema of a template: one object whose properties are the fields, in the subset of JSON Schema 2020-12 that a wizard can show.
 * Reports every fault, each with a pointer below `faults`.
 */
export function checkSchema(schema: unknown, faults: Faults): void {
  if (!isObject(schema)) return faults.add('bad-schema', 'The schema is an object.');
  for (const key of Object.keys(schema)) {
    if (!['$schema', 'type', 'title', 'description', 'properties', 'required'].includes(key)) {
      faults.add('unknown-keyword', key === 'additionalProperties' ? 'Leave "additionalProperties" out: answers that the schema does not know are always kept and named.' : `The schema does not take "${key}".`, key);
    }
  }
  if (schema.$schema !== undefined && schema.$schema !== DIALECT) faults.add('bad-dialect', `The dialect is ${DIALECT}.`, '$schema');
  if (schema.type !== 'object') faults.add('bad-type', 'The type of the schema is "object".', 'type');
  if (!isObject(schema.properties)) return faults.add('no-fields', '"properties" holds the fields.', 'properties');
  const keys = Object.keys(schema.properties);
  if (keys.length > MOST_FIELDS) faults.add('too-many', `A template has at most ${MOST_FIELDS} fields.`, 'properties');
  for (const key of keys.slice(0, MOST_FIELDS)) {
    const at = faults.below('properties', key);
    if (!/^[A-Za-z][A-Za-z0-9_-]{0,63}$/.test(key) || isInherited(key)) at.add('bad-key', 'A field key begins with a letter, has letters, digits, "_" and "-" only, at most 64 of them, and is no name that JavaScript reserves on objects.');
    checkField(schema.properties[key], at);
  }
  checkRequired(schema.required, schema.properties, faults.below('required'));
}

function checkRequired(required: unknown, properties: Readonly<Record<string, unknown>>, faults: Faults): void {
  if (required === undefined) return;
  if (!Array.isArray(required)) return faults.add('bad-list', '"required" is a list of field keys.');
  required.forEach((key: unknown, i) => {
    if (typeof key !== 'string' || !Object.hasOwn(properties, key)) faults.add('unknown-field', 'There is no field of this key.', i);
    else if (required.indexOf(key) !== i) faults.add('twice', 'This field is in the list already.', i);
  });
}
