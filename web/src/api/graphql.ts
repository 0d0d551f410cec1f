import { ProblemError } from '@dossier/sdk/web';
import type { GraphDocument } from '@dossier/sdk/web';
import { faultsOf } from './faults.ts';
import { send } from './http.ts';

interface GraphError {
  readonly message: string;
  readonly extensions?: { readonly code?: string; readonly status?: number; readonly errors?: unknown };
}

/** One read. The first error of the reply is thrown as a problem, so that pages handle one kind of error. */
export const query = async <Result, Variables>(
  document: GraphDocument<Result, Variables>,
  variables: Variables,
  o: { signal?: AbortSignal } = {},
): Promise<Result> => {
  const reply = await send<{ data?: Result | null; errors?: readonly GraphError[] }>(
    'POST',
    '/graphql',
    { query: document.text, variables },
    o,
  );
  const error = reply.errors?.[0];
  if (error) {
    throw new ProblemError({
      status: error.extensions?.status ?? 400,
      code: error.extensions?.code ?? 'graphql',
      title: 'That did not work',
      detail: error.message,
      errors: faultsOf(error.extensions?.errors),
    });
  }
  if (!reply.data)
    throw new ProblemError({
      status: 502,
      code: 'empty-reply',
      title: 'That did not work',
      detail: 'The server sent no data. Please try again.',
      errors: [],
    });
  return reply.data;
};
