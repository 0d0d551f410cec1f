import { Readable } from 'node:stream';
import type { BinaryHttpOptions, Http, HttpAnswer } from '@dossier/sdk';
import type { PublicAddresses } from './public-addresses.ts';
import { requestOf, requestPublic } from './public-request.ts';
import { bounds, failure, HttpError, refuseInTransaction, whicheverFirst } from './bounds.ts';
import type { Bounds } from './bounds.ts';

interface Opened extends HttpAnswer {
  readonly body: AsyncIterable<Uint8Array>;
}

/**
 * Outbound HTTP. Redirects are not followed (an answer must come from the configured host), bodies are cut at
 * `maxBytes` (1 MiB), and every call ends after `timeout` milliseconds (10,000). `inTransaction` refuses calls that
 * would hold a transaction open; `addresses` says where a call with `guard: 'public'` may go.
 */
export function createHttpClient(inTransaction: () => boolean, addresses: PublicAddresses): Http {
  const stream: Http['stream'] = async (url, o = {}) => {
    refuseInTransaction(inTransaction);
    const within = bounds(o);
    try {
      const { status, headers, body } = await (o.guard === 'public'
        ? whicheverFirst(within.signal, opened(addresses, url, o, within))
        : fetched(url, o, within));
      return { status, headers, body: limited(body, o.maxBytes ?? 1 << 20, within) };
    } catch (error) {
      throw failure(error, within);
    }
  };
  return {
    stream,
    async bytes(url, o) {
      const { body, ...answer } = await stream(url, o);
      return { ...answer, bytes: await whole(body) };
    },
    async request(url, o) {
      const { body, ...answer } = await stream(url, o);
      return { ...answer, text: (await whole(body)).toString('utf8') };
    },
  };
}

/** Through a socket of its own; `addresses` say where it may lead. */
async function opened(
  addresses: PublicAddresses | null,
  url: string,
  { method = 'GET', headers = {}, body }: BinaryHttpOptions,
  { signal }: Bounds,
): Promise<Opened> {
  const o = { method, headers, body, signal };
  const answer = await (addresses ? requestPublic(addresses, url, o) : requestOf(new URL(url), o));
  const named = Object.entries(answer.headers).flatMap(([name, value]) =>
    value === undefined ? [] : [[name, String(value)] as const],
  );
  return { status: answer.statusCode ?? 0, headers: Object.fromEntries(named), body: answer };
}

/** Through the pool of the process, which takes bodies that are whole. */
async function fetched(
  url: string,
  { method = 'GET', headers = {}, body }: BinaryHttpOptions,
  within: Bounds,
): Promise<Opened> {
  if (body !== undefined && typeof body !== 'string' && !(body instanceof Uint8Array))
    return opened(null, url, { method, headers, body }, within);
  const response = await fetch(url, {
    method,
    headers,
    redirect: 'manual',
    signal: within.signal,
    ...(body === undefined ? {} : { body: typeof body === 'string' ? body : new Uint8Array(body) }),
  });
  return {
    status: response.status,
    headers: Object.fromEntries(response.headers),
    body: response.body ?? Readable.from([]),
  };
}

async function* limited(body: AsyncIterable<Uint8Array>, limit: number, within: Bounds): AsyncGenerator<Uint8Array> {
  let size = 0;
  try {
    for await (const part of body) {
      size += part.length;
      if (size > limit) throw new HttpError('too-large', 'The answer of the service is too large.');
      yield part;
    }
  } catch (error) {
    throw failure(error, within);
  }
}

async function whole(body: AsyncIterable<Uint8Array>): Promise<Buffer> {
  const parts: Uint8Array[] = [];
  for await (const part of body) parts.push(part);
  return Buffer.concat(parts);
}
