import { Ajv2020 } from 'ajv/dist/2020.js';
import type { ErrorObject } from 'ajv';
import addFormats from 'ajv-formats';
import type { TSchema } from '@dossier/sdk';

export type Values = Readonly<Record<string, unknown>>;

const ajv = addFormats.default(new Ajv2020({ allErrors: true, useDefaults: true, strict: false, verbose: true }));
const compiled = new WeakMap<TSchema, ReturnType<typeof ajv.compile>>();

/** Checks settings against their schema, with defaults filled in; the faults are empty when they fit. */
export function checkValues(schema: TSchema, given: Values): { readonly value: Values; readonly faults: readonly ErrorObject[] } {
  let check = compiled.get(schema);
  if (!check) compiled.set(schema, (check = ajv.compile(schema)));
  const value = structuredClone(given);
  return { faults: check(value) ? [] : (check.errors ?? []), value };
}

/** The settings, or an error that names what is missing: a plugin is never handed half of them. */
export function completeValues(plugin: string, schema: TSchema, given: Values): Values {
  const { value, faults } = checkValues(schema, given);
  if (faults.length > 0) throw new Error(`The settings of plugin ${plugin} are not complete: ${ajv.errorsText([...faults])}`);
  return value;
}

/** Names of the write-only members of a settings schema. */
export const secretsOf = (schema: TSchema): readonly string[] =>
  'properties' in schema ? Object.entries(schema.properties as Readonly<Record<string, { readonly writeOnly?: boolean }>>).filter(([, property]) => property.writeOnly === true).map(([name]) => name) : [];
