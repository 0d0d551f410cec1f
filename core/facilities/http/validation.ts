import { Ajv2020 } from 'ajv/dist/2020.js';
import type { AnySchema, ValidateFunction } from 'ajv';
import addFormats from 'ajv-formats';
import type { TSchema } from 'typebox';
import { isEmail, isId } from '@dossier/sdk';
import { sizesFirst } from './sizes-first.ts';
import { allStorable, unstorable } from '../database/index.ts';
import type { FastifySchema, FastifySchemaCompiler } from 'fastify';

// Schemas are the plugins' own, and the tests that enumerate operations compile each: at run time they need no check
// against the meta-schema.
const options = { allErrors: true, strict: false, verbose: true, validateSchema: false } as const;
const strictly = addFormats
  .default(new Ajv2020({ ...options }))
  .addFormat('email', isEmail)
  .addFormat('uuid', isId);
const coercing = addFormats
  .default(new Ajv2020({ ...options, coerceTypes: 'array', useDefaults: true }))
  .addFormat('email', isEmail)
  .addFormat('uuid', isId);

/**
 * In addition to its schema every value is asked whether it can be stored. Compiled at the first request: most
 * operations of a node are not asked for a long time, and compiling all of them takes a tenth of the start.
 */
function compiledLate(
  ajv: Ajv2020,
  schema: AnySchema,
  prepared: (schema: AnySchema) => AnySchema = (given) => given,
): Check {
  let compiled: ValidateFunction | undefined;
  const asked = storedOf(schema);
  const check: Check = (value) => {
    compiled ??= ajv.compile(prepared(schema));
    const fits = compiled(value) === true;
    check.errors = fits ? null : compiled.errors;
    const stored = asked(value);
    if (allStorable(stored)) return fits;
    check.errors = [...(check.errors ?? []), ...unstorable(stored)];
    return false;
  };
  return check;
}

/**
 * What of a value has to be storable: all of it, but for members whose schema says `x-any-text`, because their plugin
 * keeps them in another form, and sees to their numbers too.
 */
function storedOf(schema: AnySchema): (value: unknown) => unknown {
  const properties: Readonly<Record<string, unknown>> =
    typeof schema === 'object' && 'properties' in schema ? schema['properties'] : {};
  const spared = Object.keys(properties).filter((name) => Object.hasOwn(Object(properties[name]), 'x-any-text'));
  if (spared.length === 0) return (value) => value;
  return (value) =>
    typeof value === 'object' && value !== null
      ? Object.fromEntries(Object.entries(value).filter(([name]) => !spared.includes(name)))
      : value;
}

/** `errors` are of the last value, as Fastify reads them. */
interface Check {
  (value: unknown): boolean;
  errors?: ValidateFunction['errors'];
}

const bodyOf = (schema: AnySchema): Check => compiledLate(strictly, schema, (given) => sizesFirst(given) as AnySchema);

/** Bodies are taken as they are (a number in a string is a fault); queries and paths are text and are converted. */
export const validatorCompiler: FastifySchemaCompiler<FastifySchema> = ({ schema, httpPart }) =>
  httpPart === 'body' ? bodyOf(schema) : compiledLate(coercing, schema);

/** Checks a body that Fastify did not; throws every fault, as Fastify does. */
export const bodyCheck = (schema: TSchema): ((body: unknown) => void) => {
  const check = bodyOf(schema);
  return (body) => {
    if (!check(body))
      throw Object.assign(new Error('The body does not fit its schema.'), {
        validation: check.errors ?? [],
        validationContext: 'body',
      });
  };
};
