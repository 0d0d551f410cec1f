import { getOperationAST, GraphQLError, parse } from 'graphql';
import { badQuery, isRecord, Problem, Type } from '@dossier/sdk';
import type { Fault, Static } from '@dossier/sdk';
import { MOST_TOKENS, tooMuchIn } from '../../facilities/graphql/document-limits.ts';
import { MOST_FAULTS } from '../../facilities/http/problems.ts';
import type { GraphqlOutcome, GraphqlRequest } from '../../facilities/graphql/server.ts';
import { readJson } from '../../facilities/http/read-json.ts';

/**
 * Describes more than it checks: {@link readOperation} reports what is wrong, since GraphQL over HTTP answers 400
 * with GraphQL errors where a schema would answer 422.
 */
export const Operation = Type.Unsafe<unknown>({
  title: 'One GraphQL operation',
  description: 'Batches are refused.',
  // What of them goes to a field is looked at there; nested too deep, they are refused as documents are.
  properties: { variables: { 'x-any-text': true }, extensions: { 'x-any-text': true } },
  'x-documented': {
    type: 'object',
    required: ['query'],
    additionalProperties: false,
    properties: {
      query: { type: 'string', minLength: 1, description: 'The document.' },
      operationName: { type: ['string', 'null'], description: 'Which operation of the document.' },
      variables: { type: ['object', 'null'] },
      extensions: { type: ['object', 'null'] },
    },
  },
});

export const OperationInQuery = Type.Object(
  {
    query: Type.String({ minLength: 1, description: 'The document. It only reads.' }),
    operationName: Type.Optional(Type.String({ description: 'Which operation of the document.' })),
    variables: Type.Optional(Type.String({ description: 'A JSON object.' })),
    extensions: Type.Optional(Type.String({ description: 'A JSON object.' })),
  },
  { additionalProperties: false },
);

/** The operation, or what is wrong with the request. */
export function readOperation(body: unknown): GraphqlRequest | { readonly faults: readonly string[] } {
  if (!isRecord(body))
    return { faults: ['The body is one operation: an object with query, and if need be operationName and variables.'] };
  const { query, operationName, variables, extensions, ...others } = body;
  const faults = Object.keys(others).map((name) => `${name} is not known here. Leave it out.`);
  if (typeof query !== 'string' || query === '') faults.push('query is a string, the document.');
  if (operationName != null && typeof operationName !== 'string') faults.push('operationName is a string.');
  if (!isObjectOrAbsent(variables)) faults.push('variables is an object.');
  if (!isObjectOrAbsent(extensions)) faults.push('extensions is an object.');
  if (faults.length > 0 || typeof query !== 'string') return { faults };
  return {
    query,
    operationName: typeof operationName === 'string' ? operationName : null,
    variables: isObjectOrAbsent(variables) ? variables : null,
  };
}

/** Of many faults some, and how many more there are. */
export function badRequest(faults: readonly string[]): GraphqlOutcome {
  const listed =
    faults.length > MOST_FAULTS
      ? [...faults.slice(0, MOST_FAULTS - 1), `… and ${faults.length - MOST_FAULTS + 1} more.`]
      : faults;
  return {
    status: 400,
    refused: true,
    body: { errors: listed.map((fault) => new GraphQLError(fault, { extensions: { code: 'graphql-bad-request' } })) },
  };
}

/**
 * The same from a query string, where objects are JSON. Throws problems: `bad-query` (400) for what is no operation,
 * `method-not-allowed` (405) for one that does more than read.
 */
export function readOperationInQuery({
  query,
  operationName,
  variables,
  extensions,
}: Static<typeof OperationInQuery>): GraphqlRequest {
  const errors: Fault[] = [];
  const given = {
    variables: decoded('variables', variables, errors),
    extensions: decoded('extensions', extensions, errors),
  };
  if (errors.length > 0) throw badQuery(errors);
  const operation = {
    query,
    operationName: operationName ?? null,
    variables: isObjectOrAbsent(given.variables) ? given.variables : null,
  };
  if (!isRead(operation))
    throw new Problem(405, 'method-not-allowed', 'Method not allowed', {
      detail: 'GET only reads. Send this by POST.',
      headers: { allow: 'POST' },
    });
  return operation;
}

const isObjectOrAbsent = (value: unknown): value is Readonly<Record<string, unknown>> | null | undefined =>
  value == null || isRecord(value);

/** What a parameter says in JSON; what is wrong with it is added to `errors`. */
function decoded(name: string, text: string | undefined, errors: Fault[]): unknown {
  if (text === undefined || text === '') return undefined;
  const { value, faults } = readJson(text);
  if (faults.length > 0) errors.push(...faults.map((fault) => ({ ...fault, pointer: `?${name}${fault.pointer}` })));
  else if (!isObjectOrAbsent(value))
    errors.push({ pointer: `?${name}`, code: 'type', detail: `${name} must be a JSON object.` });
  return value;
}

function isRead({ query, operationName }: GraphqlRequest): boolean {
  if (tooMuchIn(query) !== undefined) return true;
  try {
    const operation = getOperationAST(parse(query, { maxTokens: MOST_TOKENS, noLocation: true }), operationName);
    return !operation || operation.operation === 'query';
  } catch {
    // What cannot be read changes nothing; the execution says what is wrong with it.
    return true;
  }
}
