import { costLimitRule } from '@escape.tech/graphql-armor-cost-limit';
import { maxAliasesRule } from '@escape.tech/graphql-armor-max-aliases';
import { maxDirectivesRule } from '@escape.tech/graphql-armor-max-directives';
import type { FastifyBaseLogger, FastifyInstance } from 'fastify';
import { GraphQLError, GraphQLScalarType, Kind, NoSchemaIntrospectionCustomRule, printSchema } from 'graphql';
import type { ExecutionResult, ValidationRule, ValueNode } from 'graphql';
import mercurius from 'mercurius';
import { asProblem, contentOf } from '../http/index.ts';
import type { Identity, Problem } from '@dossier/sdk';
import { createBudget, valuesPerOperation } from './fields.ts';
import type { FieldTable, OperationContext } from './fields.ts';
import { MOST_TOKENS, tooMuchIn, tooMuchInVariables } from './document-limits.ts';

/** One operation as sent to `POST /graphql`. */
export interface GraphqlRequest {
  readonly query: string;
  readonly variables?: Readonly<Record<string, unknown>> | null;
  readonly operationName?: string | null;
}

/** `refused`: the request asked too much, or was none; otherwise its document was executed or found wrong. */
export interface GraphqlOutcome {
  readonly status: number;
  readonly body: ExecutionResult;
  readonly refused: boolean;
}

export interface GraphqlServer {
  /** The schema as people read it: types and fields with their descriptions. Written once. */
  schema(): string;
  execute(request: GraphqlRequest, identity: Identity | undefined, requestId: string): Promise<GraphqlOutcome>;
}

/** Any JSON value: answers, schemas. */
const JsonScalar = new GraphQLScalarType({
  name: 'JSON',
  description: 'Any JSON value.',
  serialize: (value) => value,
  parseValue: (value) => value,
  parseLiteral: literal,
});

/**
 * Limits found by attack: depth alone lets alias bombs through, so tokens, aliases, directives and cost are bounded
 * too. These refusals take a few milliseconds, before any field runs; lists in lists are refused while their values are
 * counted, which takes longer.
 */
export async function createGraphqlServer(
  server: FastifyInstance,
  fields: FieldTable,
  o: { introspection: boolean },
): Promise<GraphqlServer> {
  const rules: ValidationRule[] = [
    maxAliasesRule({ n: 30 }),
    maxDirectivesRule({ n: 20 }),
    costLimitRule({ maxCost: 8_000, ignoreIntrospection: false }),
  ];
  await server.register(mercurius, {
    schema: fields.sdl,
    resolvers: { ...fields.resolvers, JSON: JsonScalar } as never,
    routes: false,
    jit: 0,
    cache: 200,
    queryDepth: 10,
    allowBatchedQueries: false,
    graphql: { parseOptions: { maxTokens: MOST_TOKENS }, validateOptions: { maxErrors: 20 } },
    // The usual one takes the faults of a problem for errors of their own, and one without faults for none at all.
    errorFormatter: ({ data, errors }) =>
      ({ statusCode: 200, response: { data, errors: [...(errors ?? [])] } }) as never,
    validationRules: o.introspection ? rules : [...rules, NoSchemaIntrospectionCustomRule],
  });
  let schema: string | undefined;
  return {
    schema: () => (schema ??= `${printSchema(server.graphql.schema)}\n`),
    async execute(request, identity, requestId) {
      const excess = tooMuchIn(request.query) ?? tooMuchInVariables(request.variables);
      if (excess !== undefined) return { status: 400, refused: true, body: { errors: [limited(excess)] } };
      const context: OperationContext = {
        identity,
        accessOf: new Map(),
        budget: createBudget(),
        thrownBy: new WeakMap(),
      };
      try {
        // A text that is no GraphQL would be tried as a document in JSON, past the limit of tokens. With a comma, which
        // GraphQL overlooks, it is neither.
        const result = await Promise.race([
          server.graphql<Record<string, unknown>>(
            `${request.query},`,
            context as never,
            request.variables ?? {},
            request.operationName ?? undefined,
          ),
          context.budget.spent,
        ]);
        if (!result) return { status: 400, refused: true, body: { errors: [tooMuch()] } };
        return {
          status: result.errors && result.data === undefined ? 400 : 200,
          refused: false,
          body: result.errors
            ? { ...result, errors: result.errors.map((error) => shown(error, requestId, context, server.log)) }
            : result,
        };
      } catch (error) {
        const errors = refusals(error, requestId, server.log);
        return {
          status: errors.some(({ extensions }) => extensions['code'] === 'internal') ? 500 : 400,
          refused: errors.some(({ extensions }) => extensions['code'] !== 'graphql-invalid'),
          body: { errors },
        };
      }
    },
  };
}

const limited = (sentence: string): GraphQLError =>
  new GraphQLError(sentence, { extensions: { code: 'graphql-limit' } });
const tooMuch = (): GraphQLError =>
  limited(`One operation gives at most ${valuesPerOperation} values. Ask for less at once.`);

/** An error of a field carries the code, status and faults of its problem; nothing of the server's inside. */
function shown(
  error: GraphQLError,
  requestId: string,
  { thrownBy }: OperationContext,
  log: FastifyBaseLogger,
): GraphQLError {
  if (!error.originalError)
    return new GraphQLError(error.message, {
      nodes: error.nodes,
      path: error.path,
      extensions: { code: 'graphql-invalid' },
    });
  const problem = asProblem(error.originalError, requestId);
  if (problem.status >= 500)
    log.error(
      {
        err: error.originalError,
        code: problem.code,
        reqId: requestId,
        path: error.path,
        ...thrownBy.get(error.originalError),
      },
      'GraphQL field failed',
    );
  return new GraphQLError(problem.message, {
    nodes: error.nodes,
    path: error.path,
    extensions: { code: problem.code, status: problem.status, ...(problem.errors.length > 0 ? faultsOf(problem) : {}) },
  });
}

function faultsOf(problem: Problem): Pick<ReturnType<typeof contentOf>, 'errors' | 'more'> {
  const { errors, more } = contentOf(problem);
  return { errors, ...(more === undefined ? {} : { more }) };
}

function refusals(error: unknown, requestId: string, log: FastifyBaseLogger): GraphQLError[] {
  const listed =
    typeof error === 'object' && error !== null && 'errors' in error && Array.isArray(error.errors)
      ? (error.errors as readonly { message: string; nodes?: GraphQLError['nodes'] }[])
      : [];
  if (listed.length > 0)
    return listed.map(
      (one) => new GraphQLError(one.message, { nodes: one.nodes, extensions: { code: graphqlCode(one.message) } }),
    );
  const known =
    error instanceof GraphQLError ||
    (error instanceof Error && 'statusCode' in error && Number(error.statusCode) < 500);
  if (known)
    return [
      new GraphQLError((error as Error).message, { extensions: { code: graphqlCode((error as Error).message) } }),
    ];
  const problem = asProblem(error, requestId);
  if (problem.status >= 500)
    log.error({ err: error, code: problem.code, reqId: requestId }, 'GraphQL operation failed');
  return [new GraphQLError(problem.message, { extensions: { code: problem.code } })];
}

/** The rules that bound a request tell of it in words only. */
const graphqlCode = (message: string): string =>
  /limit of \d+ exceeded|more that \d+ tokens|depth exceeded|depth limit/i.test(message)
    ? 'graphql-limit'
    : /introspection/i.test(message)
      ? 'graphql-introspection-off'
      : 'graphql-invalid';

function literal(node: ValueNode): unknown {
  switch (node.kind) {
    case Kind.INT:
    case Kind.FLOAT:
      return Number(node.value);
    case Kind.STRING:
    case Kind.BOOLEAN:
    case Kind.ENUM:
      return node.value;
    case Kind.LIST:
      return node.values.map(literal);
    case Kind.OBJECT:
      return Object.fromEntries(node.fields.map((field) => [field.name.value, literal(field.value)]));
    default:
      return null;
  }
}
