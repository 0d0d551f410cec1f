import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import type { TSchema } from 'typebox';
import { validationProblem } from './problems.ts';
import type { FastifySchema, FastifySchemaCompiler } from 'fastify';

const options = { allErrors: true, strict: false, verbose: true } as const;
const strictly = addFormats.default(new Ajv2020({ ...options }));
const coercing = addFormats.default(new Ajv2020({ ...options, coerceTypes: 'array', useDefaults: true }));

/** Bodies are taken as they are (a number in a string is a fault); queries and paths are text and are converted. */
export const validatorCompiler: FastifySchemaCompiler<FastifySchema> = ({ schema, httpPart }) => (httpPart === 'body' ? strictly : coercing).compile(schema);

/** Checks a body that Fastify did not; throws the problem with every fault. */
export const bodyCheck = (schema: TSchema): ((body: unknown) => void) => {
  const check = strictly.compile(schema);
  return (body) => {
    if (!check(body)) throw validationProblem(check.errors ?? [], 'body');
  };
};
