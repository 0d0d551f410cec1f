import { getOperationAST, GraphQLError, parse } from 'graphql';
import { Problem, Type } from '@dossier/sdk';
import type { GraphqlOutcome, GraphqlRequest } from '../graphql/server.ts';

/** Describes more than it checks: what is wrong is told by {@link readOperation}, since GraphQL over HTTP answers 400 with GraphQL errors where a schema would answer 422. */
export const Operation = Type.Unsafe<unknown>({
  title: 'One GraphQL operation', description: 'Batches are refused.',
  properties: { query: { description: 'String: the document.' }, operationName: { description: 'String or null: which operation of the document.' }, variables: { description: 'Object or null.' }, extensions: { description: 'Object or null.' } },
});

export const OperationInQuery = Type.Object({
  query: Type.Optional(Type.String({ description: 'The document.' })), operationName: Type.Optional(Type.String()),
  variables: Type.Optional(Type.String({ description: 'A JSON object.' })), extensions: Type.Optional(Type.String({ description: 'A JSON object.' })),
});

/** The operation, or what is wrong with the request. */
export function readOperation(body: unknown): GraphqlRequest | { readonly faults: readonly string[] } {
  if (!isObject(body)) return { faults: ['The body is one operation: an object with query, and if need be operationName and variables.'] };
  const { query, operationName, variables, extensions, ...others } = body;
  const faults = Object.keys(others).map((name) => `${name} is not known here. Leave it out.`);
  if (typeof query !== 'string' || query === '') faults.push('query is a string, the document.');
  if (operationName != null && typeof operationName !== 'string') faults.push('operationName is a string.');
  if (!isObjectOrAbsent(variables)) faults.push('variables is an object.');
  if (!isObjectOrAbsent(extensions)) faults.push('extensions is an object.');
  if (faults.length > 0 || typeof query !== 'string') return { faults };
  return { query, operationName: typeof operationName === 'string' ? operationName : null, variables: isObjectOrAbsent(variables) ? variables : null };
}

export const badRequest = (faults: readonly string[]): GraphqlOutcome =>
  ({ status: 400, refused: true, body: { errors: faults.map((fault) => new GraphQLError(fault, { extensions: { code: 'graphql-bad-request' } })) } });

/** The same from a query string, where objects are JSON. Only reads: throws the problem `method-not-allowed` (405) for anything else. */
export function readOperationInQuery(given: { readonly query?: string; readonly operationName?: string; readonly variables?: string; readonly extensions?: string }): ReturnType<typeof readOperation> {
  const operation = readOperation({ ...given, variables: decoded(given.variables), extensions: decoded(given.extensions) });
  if ('query' in operation && !isRead(operation)) throw new Problem(405, 'method-not-allowed', 'Method not allowed', { detail: 'GET only reads. Send this by POST.', headers: { allow: 'POST' } });
  return operation;
}

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> => typeof value === 'object' && value !== null && !Array.isArray(value);
const isObjectOrAbsent = (value: unknown): value is Readonly<Record<string, unknown>> | null | undefined => value == null || isObject(value);

function decoded(text: string | undefined): unknown {
  if (text === undefined || text === '') return undefined;
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

function isRead({ query, operationName }: GraphqlRequest): boolean {
  try {
    const operation = getOperationAST(parse(query, { maxTokens: 2_000, noLocation: true }), operationName);
    return !operation || operation.operation === 'query';
  } catch {
    // What cannot be read changes nothing; the execution says what is wrong with it.
    return true;
  }
}
