import { Readable } from 'node:stream';
import type { Http } from '@dossier/sdk';

/** Bytes of an answer: a piece of a file, with room for its headings. */
const MOST_BYTES = 16 << 20;

/** A request as the library of S3 hands it to whatever sends it. */
interface SignedRequest {
  readonly method: string;
  readonly protocol: string;
  readonly hostname: string;
  readonly port?: number;
  readonly path: string;
  readonly query?: Readonly<Record<string, string | readonly string[] | null>>;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: unknown;
}

/**
 * The `requestHandler` of an S3 client, whose requests leave by our own {@link Http}, with its limits and its look at
 * where an address leads. Rejects with `HttpError`, also while the body is read. `timeout`: milliseconds to the last
 * byte.
 */
export const requestHandler = (http: Pick<Http, 'stream'>, timeout: number) => ({
  async handle(request: SignedRequest, { abortSignal }: { readonly abortSignal?: AbortSignal } = {}) {
    const answer = await http.stream(addressOf(request), {
      method: request.method,
      headers: request.headers,
      guard: 'public',
      maxBytes: MOST_BYTES,
      timeout,
      ...bodyOf(request.body),
      ...(abortSignal ? { signal: abortSignal } : {}),
    });
    return {
      response: { statusCode: answer.status, headers: { ...answer.headers }, body: Readable.from(answer.body) },
    };
  },
});

function addressOf({ protocol, hostname, port, path, query = {} }: SignedRequest): string {
  const parts = Object.entries(query).flatMap(([name, value]) =>
    [value ?? ''].flat().map((one) => `${encodeURIComponent(name)}=${encodeURIComponent(one)}`),
  );
  const host = port === undefined ? hostname : `${hostname}:${port}`;
  return `${protocol}//${host}${path}${parts.length === 0 ? '' : `?${parts.join('&')}`}`;
}

/** Bodies are whole: files are sent in parts that are held at once. */
function bodyOf(body: unknown): { readonly body?: string | Uint8Array } {
  if (body === undefined || body === null) return {};
  if (typeof body === 'string' || body instanceof Uint8Array) return { body };
  throw new TypeError('A body that is not whole cannot be sent to a bucket.');
}
