import { isIP } from 'node:net';
import { Ajv2020 } from 'ajv/dist/2020.js';
import type { ErrorObject } from 'ajv';
import addFormats from 'ajv-formats';
import type { TSchema } from 'typebox';
import { howToEscape, isConnectionUrl } from './connection-url.ts';
import { givenByEnvironment } from './environment.ts';

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

/**
 * Schemas come from TypeBox, which cannot write a wrong one; to compile the schema of schemas takes each start 200 ms.
 */
const ajv = addFormats.default(
  new Ajv2020({ allErrors: true, strict: false, validateSchema: false, useDefaults: true, verbose: true }),
);
const isUrl =
  (protocols: readonly string[], bare = false) =>
  (text: string): boolean => {
    const url = URL.parse(text);
    return url !== null && protocols.includes(url.protocol) && (!bare || url.origin === text.replace(/\/$/, ''));
  };
ajv.addFormat('http-origin', isUrl(['http:', 'https:'], true));
ajv.addFormat('postgres-url', (text: string) => isConnectionUrl(text, ['postgres:', 'postgresql:']));
ajv.addFormat('mqtt-url', (text: string) => isConnectionUrl(text, ['mqtt:', 'mqtts:']));
ajv.addFormat('smtp-url', (text: string) => isConnectionUrl(text, ['smtp:', 'smtps:']));
ajv.addFormat('mqtt-prefix', (text: string) => /^[^+#$\s/]+(\/[^+#\s/]+){0,3}$/.test(text) && text.length <= 100);
ajv.addFormat('network-list', (text: string) =>
  text.split(',').every((one) => {
    const [address = '', bits, ...rest] = one.trim().split('/');
    const version = isIP(address);
    return (
      version !== 0 &&
      rest.length === 0 &&
      (bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= (version === 4 ? 32 : 128)))
    );
  }),
);
ajv.addFormat('key-256', (text: string) => Buffer.from(text, 'base64').length === 32);

const wanted: Readonly<Record<string, string>> = {
  'http-origin': 'an origin such as https://dossier.example, without a path',
  'postgres-url': `a URL such as postgres://user:password@host:5432/database. ${howToEscape}`,
  'mqtt-url': `a URL such as mqtt://host:1883. ${howToEscape}`,
  'smtp-url': `a URL such as smtp://user:password@mail.example:587. ${howToEscape}`,
  'mqtt-prefix': 'one to four names with slashes between them, such as dossier/production',
  'key-256': '32 bytes in base64 (openssl rand -base64 32)',
  'network-list': 'addresses or CIDR ranges separated by commas, such as 10.1.0.0/16,fd00::/8',
  uri: 'a URL',
  email: 'an e-mail address',
};

/**
 * Reads one group of settings: defaults, then the file's members, then the environment (`nameOf` gives the variable of
 * a member). Faults are added to `faults` rather than thrown, so that the caller can report those of all groups
 * together.
 */
export function readGroup(
  schema: TSchema,
  o: {
    file: Readonly<Record<string, unknown>>;
    env: Environment;
    nameOf: (member: string) => string;
    fileName: string;
    faults: SettingFault[];
  },
): unknown {
  const properties: Readonly<Record<string, Property>> =
    'properties' in schema ? (schema.properties as Readonly<Record<string, Property>>) : {};
  const values: Record<string, unknown> = {};
  const named = new Map<string, string>();
  /** Members with a fault already reported: that they are also missing says nothing new. */
  const reported = new Set<string>();
  for (const [member, value] of Object.entries(o.file)) {
    const property = properties[member];
    const place = `${o.fileName}: ${member}`;
    if (!property)
      o.faults.push({ name: place, detail: `is not a setting. Known are ${Object.keys(properties).join(', ')}.` });
    else if (property.secret) {
      reported.add(member);
      o.faults.push({
        name: place,
        detail: `is a secret and does not belong in the configuration file. Set ${o.nameOf(member)} or ${o.nameOf(member)}_FILE.`,
      });
    } else values[member] = value;
    named.set(member, place);
  }
  for (const [member, property] of Object.entries(properties)) {
    const name = o.nameOf(member);
    const { text, fault } = givenByEnvironment(name, property.secret === true, o.env);
    if (fault) {
      reported.add(member);
      o.faults.push(fault);
    }
    if (text === undefined) continue;
    named.set(member, name);
    values[member] = decoded(text, property);
  }
  const errors = completed(schema, properties, values).filter((error) => !reported.has(memberOf(error)));
  for (const [member, ofOne] of Map.groupBy(errors, memberOf)) {
    const details = [...Map.groupBy(ofOne, ({ instancePath }) => instancePath).values()].map((atOnePlace) =>
      described(atOnePlace, o.nameOf),
    );
    o.faults.push({ name: named.get(member) ?? o.nameOf(member), detail: [...new Set(details)].join(' ') });
  }
  return values;
}

/** A schema of these alone says nothing about its members together. */
const apart = new Set([
  'type',
  'properties',
  'required',
  'additionalProperties',
  '$id',
  'title',
  'description',
  'examples',
  'default',
]);

/**
 * Fills in defaults, and tells what is wrong, in the order of the members. To compile a schema takes its time, and most
 * settings are left as they are: of one that nobody set a plain default is taken as it stands.
 */
function completed(
  schema: TSchema,
  properties: Readonly<Record<string, Property>>,
  values: Record<string, unknown>,
): readonly ErrorObject[] {
  const errorsIn = (part: object, value: unknown): readonly ErrorObject[] => {
    const check = ajv.compile(part);
    return check(value) ? [] : (check.errors ?? []);
  };
  if (!Object.keys(schema).every((keyword) => apart.has(keyword))) return errorsIn(schema, values);
  const required = new Set('required' in schema && Array.isArray(schema.required) ? schema.required : []);
  return Object.entries(properties).flatMap(([member, property]) => {
    const isPlain = typeof property.default !== 'object';
    if (values[member] === undefined && property.default !== undefined && isPlain) values[member] = property.default;
    else if (values[member] !== undefined || required.has(member) || !isPlain)
      return errorsIn(
        { type: 'object', properties: { [member]: property }, required: required.has(member) ? [member] : [] },
        values,
      );
    return [];
  });
}

/**
 * Environment variables are text; numbers, booleans and JSON are read as such, and left as text when they are not, for
 * the schema to name.
 */
function decoded(text: string, property: Property): unknown {
  if (property.type === 'integer' || property.type === 'number')
    return /^-?\d+(\.\d+)?$/.test(text) ? Number(text) : text;
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

const memberOf = ({ keyword, instancePath, params }: ErrorObject): string =>
  instancePath.split('/')[1] ??
  (keyword === 'required' || keyword === 'dependentRequired' ? String(params['missingProperty']) : '');

/**
 * What says most of a value comes first: that it is none of a choice says more than each of its branches, and a format
 * more than the pattern next to it.
 */
const order = ['required', 'dependentRequired', 'enum', 'const', 'type', 'format', 'minLength'];
const rank = ({ keyword }: ErrorObject): number => (order.indexOf(keyword) + order.length + 1) % (order.length + 1);

/** One sentence of everything that a schema has against one value. */
function described(errors: readonly ErrorObject[], nameOf: (member: string) => string): string {
  const inner = errors[0]!.instancePath.split('/').slice(2).join('.');
  return `${oneOf(errors) ?? sentence(helpful(errors), nameOf)}${inner === '' ? '' : ` (${inner})`}.`;
}

/** With a fault of the branch that has the right type, those of the other branches mislead. */
function helpful(errors: readonly ErrorObject[]): ErrorObject {
  const isUnion = errors.some(({ keyword }) => keyword === 'anyOf' || keyword === 'oneOf');
  const reported = isUnion
    ? errors.filter(({ keyword }) => !['anyOf', 'oneOf', 'type', 'const'].includes(keyword))
    : errors;
  return (reported.length > 0 ? reported : errors).toSorted((one, other) => rank(one) - rank(other))[0]!;
}

/**
 * What a union wants: its constants or its types; undefined when one of its branches has the right type, whose fault
 * then says more.
 */
function oneOf(errors: readonly ErrorObject[]): string | undefined {
  const union = errors.find(({ keyword }) => keyword === 'anyOf' || keyword === 'oneOf');
  if (!union) return undefined;
  const branches = (Array.isArray(union.schema) ? union.schema : []) as readonly object[];
  if (branches.every((branch) => 'const' in branch))
    return `must be one of ${branches.map(({ const: value }) => String(value)).join(', ')}`;
  const [unfit, others] = [
    errors.filter(({ keyword }) => keyword === 'type'),
    errors.filter((error) => error !== union && error.keyword !== 'type'),
  ];
  return others.length > 0 || unfit.length === 0
    ? undefined
    : `must be ${[...new Set(unfit.map(({ params }) => typeNames(params)))].join(' or ')}`;
}

const types: Readonly<Record<string, string>> = {
  integer: 'a whole number',
  number: 'a number',
  boolean: 'true or false',
  string: 'a text',
  array: 'a list in JSON',
  object: 'an object in JSON',
  null: 'null',
};
const typeNames = (params: ErrorObject['params']): string =>
  [params['type']]
    .flat()
    .map((type) => types[String(type)] ?? String(type))
    .join(' or ');

function sentence(error: ErrorObject, nameOf: (member: string) => string): string {
  const { params, keyword } = error;
  switch (keyword) {
    case 'required':
      return 'is missing';
    case 'dependentRequired':
      return `is missing: ${nameOf(String(params['property']))} is set, and needs it`;
    case 'format':
      return `must be ${wanted[String(params['format'])] ?? `a ${String(params['format'])}`}`;
    case 'type':
      return `must be ${typeNames(params)}`;
    case 'minimum':
      return `must be at least ${String(params['limit'])}`;
    case 'maximum':
      return `must be at most ${String(params['limit'])}`;
    case 'minLength':
      return Number(params['limit']) === 1
        ? 'must not be empty'
        : `needs at least ${String(params['limit'])} characters`;
    case 'maxLength':
      return `takes at most ${String(params['limit'])} characters`;
    case 'pattern':
      return `is not written as expected: ${String(error.parentSchema?.['description'] ?? params['pattern']).replace(/\.$/, '')}`;
    case 'enum':
      return `must be one of ${(params['allowedValues'] as readonly unknown[]).map(String).join(', ')}`;
    case 'const':
      return `must be ${String(params['allowedValue'])}`;
    default:
      return error.message ?? 'is not valid';
  }
}
