import { ProblemError } from '@dossier/sdk/web';
import type { ProblemBody } from '@dossier/sdk/web';

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null && !Array.isArray(value);

const textOf = (value: unknown, otherwise: string): string => (typeof value === 'string' && value !== '' ? value : otherwise);

const faultsOf = (value: unknown): ProblemBody['errors'] =>
  Array.isArray(value) ? value.filter(isRecord).map((one) => ({ pointer: textOf(one['pointer'], ''), detail: textOf(one['detail'], 'This is not valid.') })) : [];

/** Reads a refusal. Proxies and crashed servers answer without problem details; then the status speaks. */
export const problemOf = (status: number, body: unknown): ProblemError => {
  const fields = isRecord(body) ? body : {};
  return new ProblemError({
    status,
    code: textOf(fields['code'], `http-${status}`),
    title: textOf(fields['title'], 'That did not work'),
    detail: textOf(fields['detail'], status >= 500 ? 'The server had a problem. Please try again in a moment.' : 'The server refused this request.'),
    errors: faultsOf(fields['errors']),
  });
};

export const unreachable = (cause: unknown): ProblemError =>
  new ProblemError({ status: 0, code: 'unreachable', title: 'No connection', detail: 'The server could not be reached. Check your connection and try again.', errors: [] }, cause);

/** Leaves for the sign-in page and comes back to where the person is now. */
export const toSignIn = (): void => {
  location.assign(`/auth/login?returnTo=${encodeURIComponent(location.pathname + location.search)}`);
};

export const csrfHeader = { 'x-dossier-csrf': '1' } as const;

/** One request with a JSON body and reply. A lost session leads to sign-in, unless `stay`. */
export const send = async <Result>(
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE', path: string, body?: unknown,
  o: { signal?: AbortSignal; headers?: Readonly<Record<string, string>>; stay?: boolean } = {},
): Promise<Result> => {
  let response: Response;
  try {
    response = await fetch(path, {
      method,
      credentials: 'same-origin',
      signal: o.signal ?? null,
      headers: {
        accept: 'application/json',
        ...(method === 'GET' ? {} : csrfHeader),
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...o.headers,
      },
      body: body === undefined ? null : JSON.stringify(body),
    });
  } catch (error) {
    if (o.signal?.aborted) throw error;
    throw unreachable(error);
  }
  const json = response.headers.get('content-type')?.includes('json') ? await response.json().catch(() => undefined) : undefined;
  if (response.status === 401 && !o.stay) toSignIn();
  if (!response.ok) throw problemOf(response.status, json);
  return json;
};
