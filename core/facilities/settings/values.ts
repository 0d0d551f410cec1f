import { Ajv2020 } from 'ajv/dist/2020.js';
import type { ErrorObject } from 'ajv';
import addFormats from 'ajv-formats';
import { canonicalTimeZone, conflict, isEmail } from '@dossier/sdk';
import type { ErasedSpec, SettingValues, TSchema } from '@dossier/sdk';

// Plugins write their schemas with TypeBox. A check against the meta-schema would delay the first read of settings by
// 60 ms and more.
const ajv = addFormats
  .default(new Ajv2020({ allErrors: true, useDefaults: true, strict: false, verbose: true, validateSchema: false }))
  .addFormat('email', isEmail)
  .addFormat('time-zone', (name) => canonicalTimeZone(name) !== undefined);
const compiled = new WeakMap<TSchema, ReturnType<typeof ajv.compile>>();

/**
 * Checks settings against their schema, with defaults filled in; the faults are empty when they fit. A member that the
 * schema does not name is a fault unless it says otherwise.
 */
export function checkValues(
  schema: TSchema,
  given: SettingValues,
): { readonly value: SettingValues; readonly faults: readonly ErrorObject[] } {
  let check = compiled.get(schema);
  if (!check) compiled.set(schema, (check = ajv.compile(enterable(schema))));
  const value = structuredClone(given);
  const faults = check(value) ? [] : (check.errors ?? []);
  return { faults, value: { ...value, ...zonesOf(schema, value) } };
}

/** The schema of what is entered: read-only members are computed, and never stored. */
function enterable(schema: TSchema): object {
  if (!('properties' in schema)) return schema;
  const computed = readOnlyOf(schema);
  const members = Object.entries(schema.properties as Readonly<Record<string, unknown>>);
  return {
    additionalProperties: false,
    ...schema,
    properties: Object.fromEntries(members.filter(([name]) => !computed.includes(name))),
  };
}

/** Time zones among the settings, each under the one name that is kept. */
function zonesOf(schema: TSchema, value: SettingValues): SettingValues {
  const members = Object.entries(
    'properties' in schema ? (schema.properties as Readonly<Record<string, { readonly format?: string }>>) : {},
  ).filter(([, { format }]) => format === 'time-zone');
  return Object.fromEntries(
    members.flatMap(([name]) =>
      typeof value[name] === 'string' ? [[name, canonicalTimeZone(value[name]) ?? value[name]]] : [],
    ),
  );
}

/**
 * The settings as the plugin is handed them: never half of them. `stored` is null when nobody has entered any. Throws
 * `not-set-up` or `settings-failing` (409).
 */
export function completeValues({ id, settings: schema }: ErasedSpec, stored: SettingValues | null): SettingValues {
  if (!schema) return {};
  const { value, faults } = checkValues(schema, stored ?? {});
  if (faults.length === 0) return value;
  const title = titleOf(id, schema);
  if (stored === null)
    throw conflict(
      'not-set-up',
      `${title} is not set up for this organization. An administrator does it under Settings, Integrations.`,
    );
  throw failing(title, `they are not complete: ${ajv.errorsText([...faults])}`);
}

/** What is stored cannot be used; `why` names members, never values. */
export const failing = (title: string, why: string): Error =>
  conflict(
    'settings-failing',
    `The settings of ${title} cannot be used, because ${why}. An administrator enters them again under Settings, Integrations.`,
  );

export const titleOf = (plugin: string, schema: TSchema): string =>
  'title' in schema && typeof schema.title === 'string' ? schema.title : plugin;

/** Names of the write-only members of a settings schema. */
export const secretsOf = (schema: TSchema): readonly string[] =>
  marked(schema, (property) => property.writeOnly === true);

/** Names of the members that the plugin computes. */
export const readOnlyOf = (schema: TSchema): readonly string[] =>
  marked(schema, (property) => property.readOnly === true);

interface Marks {
  readonly writeOnly?: boolean;
  readonly readOnly?: boolean;
}
const marked = (schema: TSchema, has: (property: Marks) => boolean): readonly string[] =>
  'properties' in schema
    ? Object.entries(schema.properties as Readonly<Record<string, Marks>>)
        .filter(([, property]) => has(property))
        .map(([name]) => name)
    : [];
