import { readFileSync } from 'node:fs';
import { isIP } from 'node:net';
import { Ajv2020 } from 'ajv/dist/2020.js';
import type { ErrorObject } from 'ajv';
import addFormats from 'ajv-formats';
import type { TSchema } from 'typebox';

/** One thing that is wrong with the configuration; `name` is the variable, or the member of the file, to correct. */
export interface SettingFault {
  readonly name: string;
  readonly detail: string;
}

/** Thrown with every fault at once, so that one restart is enough to correct them all. */
export class SettingsError extends Error {
  readonly code = 'K_SETTINGS';
  readonly faults: readonly SettingFault[];
  constructor(faults: readonly SettingFault[]) {
    super(`The configuration is not valid:\n${faults.map((fault) => `  ${fault.name}: ${fault.detail}`).join('\n')}`);
    this.name = 'SettingsError';
    this.faults = faults;
  }
}

export type Environment = Readonly<Record<string, string | undefined>>;

interface Property {
  readonly type?: string;
  readonly secret?: boolean;
  readonly default?: unknown;
}

/** Schemas come from TypeBox, which cannot write a wrong one; to compile the schema of schemas takes each start 200 ms. */
const ajv = addFormats.default(new Ajv2020({ allErrors: true, strict: false, validateSchema: false, useDefaults: true, verbose: true }));
const isUrl = (protocols: readonly string[], bare = false) => (text: string): boolean => {
  const url = URL.parse(text);
  return url !== null && protocols.includes(url.protocol) && (!bare || url.origin === text.replace(/\/$/, ''));
};
ajv.addFormat('http-origin', isUrl(['http:', 'https:'], true));
ajv.addFormat('postgres-url', isUrl(['postgres:', 'postgresql:']));
ajv.addFormat('mqtt-url', isUrl(['mqtt:', 'mqtts:']));
ajv.addFormat('network-list', (text: string) => text.split(',').every((one) => {
  const [address = '', bits, ...rest] = one.trim().split('/');
  const version = isIP(address);
  return version !== 0 && rest.length === 0 && (bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= (version === 4 ? 32 : 128)));
}));
ajv.addFormat('key-256', (text: string) => Buffer.from(text, 'base64').length === 32);

const wanted: Readonly<Record<string, string>> = {
  'http-origin': 'an origin such as https://dossier.example, without a path',
  'postgres-url': 'a URL such as postgres://user:password@host:5432/database',
  'mqtt-url': 'a URL such as mqtt://host:1883',
  'key-256': '32 bytes in base64 (openssl rand -base64 32)',
  'network-list': 'addresses or CIDR ranges separated by commas, such as 10.1.0.0/16,fd00::/8',
  uri: 'a URL',
};

/**
 * Reads one group of settings: defaults, then the file's members, then the environment (`nameOf` gives the variable of a member).
 * Faults are added to `faults` rather than thrown, so that the caller can report those of all groups together.
 */
export function readGroup(schema: TSchema, o: { file: Readonly<Record<string, unknown>>; env: Environment; nameOf: (member: string) => string; fileName: string; faults: SettingFault[] }): unknown {
  const properties: Readonly<Record<string, Property>> = 'properties' in schema ? (schema.properties as Readonly<Record<string, Property>>) : {};
  const values: Record<string, unknown> = {};
  const named = new Map<string, string>();
  for (const [member, value] of Object.entries(o.file)) {
    const property = properties[member];
    const place = `${o.fileName}: ${member}`;
    if (!property) o.faults.push({ name: place, detail: `is not a setting. Known are ${Object.keys(properties).join(', ')}.` });
    else if (property.secret) o.faults.push({ name: place, detail: `is a secret and does not belong in the configuration file. Set ${o.nameOf(member)} or ${o.nameOf(member)}_FILE.` });
    else values[member] = value;
    named.set(member, place);
  }
  for (const [member, property] of Object.entries(properties)) {
    const name = o.nameOf(member);
    const text = secretFromFile(name, property, o) ?? o.env[name];
    if (text === undefined || text === '') continue;
    named.set(member, name);
    values[member] = decoded(text, property);
  }
  for (const error of completed(schema, properties, values)) o.faults.push(described(error, named, o.nameOf));
  return values;
}

/** A schema of these alone says nothing about its members together. */
const apart = new Set(['type', 'properties', 'required', 'additionalProperties', '$id', 'title', 'description', 'examples', 'default']);

/** Fills in defaults, and tells what is wrong, in the order of the members. To compile a schema takes its time, and most settings are left as they are: of one that nobody set a plain default is taken as it stands. */
function completed(schema: TSchema, properties: Readonly<Record<string, Property>>, values: Record<string, unknown>): readonly ErrorObject[] {
  const errorsIn = (part: object, value: unknown): readonly ErrorObject[] => {
    const check = ajv.compile(part);
    return check(value) ? [] : check.errors ?? [];
  };
  if (!Object.keys(schema).every((keyword) => apart.has(keyword))) return errorsIn(schema, values);
  const required = new Set('required' in schema && Array.isArray(schema.required) ? schema.required : []);
  return Object.entries(properties).flatMap(([member, property]) => {
    const isPlain = typeof property.default !== 'object';
    if (values[member] === undefined && property.default !== undefined && isPlain) values[member] = property.default;
    else if (values[member] !== undefined || required.has(member) || !isPlain) return errorsIn({ type: 'object', properties: { [member]: property }, required: required.has(member) ? [member] : [] }, values);
    return [];
  });
}

function secretFromFile(name: string, property: Property, o: { env: Environment; faults: SettingFault[] }): string | undefined {
  const path = o.env[`${name}_FILE`];
  if (!property.secret || path === undefined || path === '') return undefined;
  try {
    return readFileSync(path, 'utf8').trim();
  } catch (error) {
    o.faults.push({ name: `${name}_FILE`, detail: `cannot be read: ${error instanceof Error ? error.message : String(error)}` });
    return undefined;
  }
}

/** Environment variables are text; numbers, booleans and JSON are read as such, and left as text when they are not, for the schema to name. */
function decoded(text: string, property: Property): unknown {
  if (property.type === 'integer' || property.type === 'number') return /^-?\d+(\.\d+)?$/.test(text) ? Number(text) : text;
  if (property.type === 'boolean') return text === 'true' ? true : text === 'false' ? false : text;
  if (property.type === 'array' || property.type === 'object') {
    try {
      return JSON.parse(text);
    } catch {
      return text;
    }
  }
  return text;
}

function described(error: ErrorObject, named: ReadonlyMap<string, string>, nameOf: (member: string) => string): SettingFault {
  const member = error.keyword === 'required' ? String(error.params['missingProperty']) : (error.instancePath.split('/')[1] ?? '');
  const name = named.get(member) ?? nameOf(member);
  if (error.keyword === 'required') return { name, detail: 'is missing.' };
  if (error.keyword === 'format') return { name, detail: `must be ${wanted[String(error.params['format'])] ?? `a ${String(error.params['format'])}`}.` };
  if (error.keyword === 'const' || error.keyword === 'anyOf') return { name, detail: `must be one of the allowed values; ${JSON.stringify(error.data)} is not.` };
  return { name, detail: `${error.message ?? 'is not valid'}.` };
}
