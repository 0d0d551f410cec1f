import { buildSchema, execute, parse } from 'graphql';
import { documentation } from '@dossier/core/testing';
import type { Question } from './answers.ts';
import type { Reply } from './reply.ts';

/** Replies as the server would give them, which is what its OpenAPI document and its GraphQL schema say. */
export interface AsDocumented {
  /** What is sent: what was made up, with what the document has where nothing was. */
  rest(method: string, url: string, made: Reply): { readonly status: number; readonly body: unknown };
  /** What the query asks for, of what was made up. */
  graphql(question: Question, made: unknown): unknown;
}

/** `invented` hears of each reply that the server would never give. */
export const asDocumented = async (invented: (what: string) => void): Promise<AsDocumented> => {
  const documents = await documentation();
  const schema = buildSchema(documents.sdl);
  return {
    rest(method, url, made) {
      try {
        const example = documents.example(method, url);
        const { status, body } = { ...example, ...made };
        const type = status >= 400 ? 'application/problem+json' : 'application/json';
        documents.demand(method, url, status, { type, body });
        return { status, body };
      } catch (error) {
        const what = error instanceof Error ? error.message : String(error);
        invented(what);
        // What the page makes of it is seen all the same; of what there is not, nothing was made up.
        return documents.has(method, url)
          ? { status: made.status ?? 200, body: made.body ?? {} }
          : { status: 500, body: { status: 500, code: 'invented', title: 'Invented', detail: what, errors: [] } };
      }
    },
    graphql({ query, variables }, made) {
      const result = execute({
        schema,
        document: parse(query),
        variableValues: { ...variables },
        rootValue: made,
        // By the name under which it is asked for: each of a page of papers has its own.
        fieldResolver: (source: unknown, _args, _context, { path }) => Object(source)[path.key],
      });
      if ('errors' in result)
        for (const { message, path } of result.errors ?? []) invented(`GraphQL ${path?.join('.')}: ${message}`);
      return 'errors' in result ? { data: made } : result;
    },
  };
};
