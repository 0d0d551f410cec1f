import type { FastifyInstance, InjectOptions } from 'fastify';
import { demandDocumented } from './documented.ts';
import type { Installed } from './documented.ts';

export interface TestAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | string[] | number | undefined>>;
  /** Parsed when the answer is JSON, else the text. Typed loosely: tests assert on it with `match`. */
  readonly body: Json;
  readonly text: string;
  readonly bytes: Buffer;
}

/**
 * What the standard library says of parsed JSON: anything, indexable without a cast. For tests alone: one that reads a
 * member that is not there gets undefined and fails at its assertion.
 */
export type Json = ReturnType<typeof JSON.parse>;

/** Sends requests through the whole server without a socket. */
export interface TestClient {
  get(url: string, headers?: Readonly<Record<string, string>>): Promise<TestAnswer>;
  post(url: string, body?: unknown, headers?: Readonly<Record<string, string>>): Promise<TestAnswer>;
  put(url: string, body?: unknown, headers?: Readonly<Record<string, string>>): Promise<TestAnswer>;
  delete(url: string, headers?: Readonly<Record<string, string>>): Promise<TestAnswer>;
  request(o: InjectOptions): Promise<TestAnswer>;
  graphql(query: string, variables?: Readonly<Record<string, unknown>>): Promise<Json>;
  /** Sends files as multipart/form-data. */
  upload(
    url: string,
    parts: readonly (
      | { name: string; value: string }
      | { name: string; fileName: string; contentType: string; bytes: Uint8Array | string }
    )[],
    headers?: Readonly<Record<string, string>>,
  ): Promise<TestAnswer>;
}

/** Requests that read the log of events. */
const readsLog = /\/(audit|events)\b/;

/**
 * Asks a kernel, and sees to it that its answers are those that it documents. `logged` resolves when the log shows all
 * that has committed; it is waited for before the log is read.
 */
export function testClient(
  kernel: { readonly server: FastifyInstance; readonly plan: Installed },
  credential: Readonly<Record<string, string>> = {},
  logged: () => Promise<void> = async () => undefined,
): TestClient {
  const request = async (o: InjectOptions): Promise<TestAnswer> => {
    if (readsLog.test(String(o.url))) await logged();
    const response = await kernel.server.inject({ ...o, headers: { ...credential, ...o.headers } });
    const type = String(response.headers['content-type'] ?? '');
    const isJson = /\bjson\b/.test(type);
    const body: Json = isJson && response.payload !== '' ? JSON.parse(response.payload) : response.payload;
    demandDocumented(kernel.plan, String(o.method ?? 'GET'), String(o.url), response.statusCode, { type, body });
    return {
      status: response.statusCode,
      headers: response.headers,
      body,
      text: response.payload,
      bytes: response.rawPayload,
    };
  };
  const withBody =
    (method: 'POST' | 'PUT') =>
    (url: string, body?: unknown, headers: Readonly<Record<string, string>> = {}): Promise<TestAnswer> =>
      request({
        method,
        url,
        headers,
        ...(body === undefined
          ? {}
          : {
              payload: typeof body === 'string' ? body : JSON.stringify(body),
              headers: { 'content-type': 'application/json', ...headers },
            }),
      });
  return {
    request,
    get: (url, headers = {}) => request({ method: 'GET', url, headers }),
    post: withBody('POST'),
    put: withBody('PUT'),
    delete: (url, headers = {}) => request({ method: 'DELETE', url, headers }),
    graphql: async (query, variables = {}) => (await withBody('POST')('/graphql', { query, variables })).body,
    async upload(url, parts, headers = {}) {
      const form = new FormData();
      for (const part of parts) {
        if ('value' in part) form.append(part.name, part.value);
        else
          form.append(
            part.name,
            new File([typeof part.bytes === 'string' ? part.bytes : new Uint8Array(part.bytes)], part.fileName, {
              type: part.contentType,
            }),
          );
      }
      const encoded = new Response(form);
      return request({
        method: 'POST',
        url,
        payload: Buffer.from(await encoded.arrayBuffer()),
        headers: { 'content-type': encoded.headers.get('content-type')!, ...headers },
      });
    },
  };
}
