import { isRecord } from '@dossier/sdk';
import { checkField, checkText } from './field-rules.ts';
import type { Faults } from './faults.ts';
import { innerOf, kindIdOf } from './form/form.ts';
import type { Kinds } from './kinds.ts';

/** The dialect of a field schema. */
export const DIALECT = 'https://json-schema.org/draft/2020-12/schema';
const MOST_FIELDS = 500;
/** Levels of groups below the form. */
const DEEPEST = 4;

interface Level {
  /** May fields of type object hold others? A wizard shows none. */
  readonly groups: boolean;
  /** Are they the fields of rows? */
  readonly inRows?: boolean;
  readonly kinds: Kinds;
  readonly level: number;
  readonly pause: () => Promise<void>;
}

/** Names that every object inherits: a field of such a name would be found where it is not. */
const isInherited = (key: string): boolean => key in Object.prototype || key === 'prototype';

/**
 * Checks a field schema: one object whose properties are the fields, in the subset of JSON Schema 2020-12 that a wizard
 * can show, and with `groups` fields of type object, which hold others. Reports every fault, each with a pointer below
 * `faults`.
 */
export async function checkSchema(
  schema: unknown,
  faults: Faults,
  { groups, kinds, pause }: Omit<Level, 'level' | 'inRows'>,
): Promise<void> {
  if (!isRecord(schema)) return faults.add('bad-schema', 'The schema is an object.');
  checkKeywords(schema, ['$schema', 'type', 'title', 'description', 'properties', 'required'], 'The schema', faults);
  if (schema.$schema !== undefined && schema.$schema !== DIALECT)
    faults.add('bad-dialect', `The dialect is ${DIALECT}.`, '$schema');
  if (schema.type !== 'object') faults.add('bad-type', 'The type of the schema is "object".', 'type');
  if (fieldsIn(schema, 0) > MOST_FIELDS)
    faults.add(
      'too-many',
      `A form has at most ${MOST_FIELDS} fields${groups ? ', those in groups included' : ''}.`,
      'properties',
    );
  await checkMembers(schema, faults, { groups, kinds, level: 0, pause });
}

function checkKeywords(schema: object, known: readonly string[], what: string, faults: Faults): void {
  for (const key of Object.keys(schema)) {
    if (!known.includes(key))
      faults.add(
        'unknown-keyword',
        key === 'additionalProperties'
          ? 'Leave "additionalProperties" out: answers that the schema does not know are always kept and named.'
          : `${what} does not take "${key}".`,
        key,
      );
  }
}

/** Those that are looked into; deeper ones are refused anyway. */
function fieldsIn({ properties }: Readonly<Record<string, unknown>>, level: number): number {
  if (!isRecord(properties) || level > DEEPEST) return 0;
  return Object.values(properties).reduce<number>(
    (sum, field) => sum + 1 + (isRecord(field) ? fieldsIn(innerOf(field) ?? {}, level + 1) : 0),
    0,
  );
}

async function checkMembers(
  { properties, required }: Readonly<Record<string, unknown>>,
  faults: Faults,
  { groups, inRows = false, kinds, level, pause }: Level,
): Promise<void> {
  if (!isRecord(properties)) return faults.add('no-fields', '"properties" holds the fields.', 'properties');
  for (const key of Object.keys(properties).slice(0, MOST_FIELDS)) {
    await pause();
    const at = faults.below('properties', key);
    if (!/^[A-Za-z][A-Za-z0-9_-]{0,63}$/.test(key) || isInherited(key))
      at.add(
        'bad-key',
        'A field key begins with a letter, has letters, digits, "_" and "-" only, at most 64 of them, and is no name that JavaScript reserves on objects.',
      );
    const field = properties[key];
    if (groups && isRecord(field) && field.type === 'object')
      await checkGroup(field, at, { groups, kinds, level: level + 1, pause });
    else checkField(field, at, kinds, groups ? ['object'] : []);
    if (!isRecord(field)) continue;
    if (inRows && notInRows.includes(kindIdOf(field)))
      at.add('not-in-rows', `A ${kindIdOf(field)} cannot stand in the rows of a group.`, 'x-kind');
    else if (kindIdOf(field) === 'group') await checkRows(field, at.below('items'), { groups, kinds, level, pause });
  }
  checkRequired(required, properties, faults.below('required'));
}

async function checkGroup(group: Readonly<Record<string, unknown>>, faults: Faults, at: Level): Promise<void> {
  if (at.level > DEEPEST)
    return faults.add('too-deep', `Groups of fields stand at most ${DEEPEST} deep. Make the form flatter.`);
  checkKeywords(group, ['type', 'title', 'description', 'properties', 'required'], 'A field of type object', faults);
  checkText(group, faults);
  await checkMembers(group, faults, at);
}

/** Kinds that stand in the form itself only. */
const notInRows: readonly string[] = ['group', 'file'];

async function checkRows({ items }: Readonly<Record<string, unknown>>, faults: Faults, at: Level): Promise<void> {
  if (!isRecord(items)) return;
  checkKeywords(items, ['type', 'properties', 'required', 'x-order'], 'The rows of a group', faults);
  await checkMembers(items, faults, { ...at, groups: false, inRows: true, level: at.level + 1 });
}

function checkRequired(required: unknown, properties: Readonly<Record<string, unknown>>, faults: Faults): void {
  if (required === undefined) return;
  if (!Array.isArray(required)) return faults.add('bad-list', '"required" is a list of field keys.');
  const before = new Set<unknown>();
  required.forEach((key: unknown, i) => {
    if (typeof key !== 'string' || !Object.hasOwn(properties, key))
      faults.add('unknown-field', 'There is no field of this key.', i);
    else if (before.has(key)) faults.add('twice', 'This field is in the list already.', i);
    before.add(key);
  });
}
