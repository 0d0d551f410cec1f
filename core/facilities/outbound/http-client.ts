import type { Http } from '@dossier/sdk';
import type { PublicAddresses } from './public-addresses.ts';
import { requestPublic } from './public-request.ts';

/**
 * A failed outbound call: `reason` is `timeout`, `unreachable`, `blocked`, `too-large` or `aborted`. The text names no
 * address, so that it may be shown.
 */
export class HttpError extends Error {
  readonly reason: 'timeout' | 'unreachable' | 'blocked' | 'too-large' | 'aborted';
  constructor(reason: HttpError['reason'], text: string, cause?: unknown) {
    super(text, { cause });
    this.name = 'HttpError';
    this.reason = reason;
  }
}

/**
 * Whether the name is unknown, its address is closed or nobody listens there: an organization gets the same answer, or
 * it could draw a map of the network.
 */
const notThere = 'The service cannot be reached. It needs a public address that answers.';

/**
 * Outbound HTTP. Redirects are not followed (an answer must come from the configured host), bodies are cut at
 * `maxBytes` (1 MiB), and every call ends after `timeout` milliseconds (10,000). `inTransaction` refuses calls that
 * would hold a transaction open; `addresses` says where a call with `guard: 'public'` may go.
 */
export function createHttpClient(inTransaction: () => boolean, addresses: PublicAddresses): Http {
  return {
    async request(url, o = {}) {
      if (inTransaction())
        throw new Error(
          'K_OUTSIDE_CALL_IN_TRANSACTION: call first, then write. A transaction that waits for another service stops everybody.',
        );
      const limit = AbortSignal.timeout(o.timeout ?? 10_000);
      const signal = o.signal ? AbortSignal.any([limit, o.signal]) : limit;
      const [method, headers, most] = [o.method ?? 'GET', o.headers ?? {}, o.maxBytes ?? 1 << 20];
      try {
        if (o.guard === 'public') {
          const answer = await whicheverFirst(
            signal,
            requestPublic(addresses, url, { method, headers, body: o.body, signal }),
          );
          const named = Object.entries(answer.headers).flatMap(([name, value]) =>
            value === undefined ? [] : [[name, String(value)] as const],
          );
          return {
            status: answer.statusCode ?? 0,
            headers: Object.fromEntries(named),
            text: await readLimited(answer, most),
          };
        }
        const response = await fetch(url, {
          method,
          headers,
          redirect: 'manual',
          signal,
          ...(o.body !== undefined ? { body: o.body } : {}),
        });
        return {
          status: response.status,
          headers: Object.fromEntries(response.headers),
          text: await readLimited(response.body ?? [], most),
        };
      } catch (error) {
        if (error instanceof HttpError) throw error;
        if (limit.aborted) throw new HttpError('timeout', 'The service did not answer in time.', error);
        if (signal.aborted) throw new HttpError('aborted', 'The call was given up.', error);
        if (o.guard === 'public')
          throw new HttpError(
            error instanceof Error && error.name === 'NotPublic' ? 'blocked' : 'unreachable',
            notThere,
            error,
          );
        throw new HttpError('unreachable', 'The service cannot be reached.', error);
      }
    },
  };
}

/** DNS cannot be stopped, only left alone. */
async function whicheverFirst<T>(signal: AbortSignal, work: Promise<T>): Promise<T> {
  const { promise, reject } = Promise.withResolvers<never>();
  const stop = (): void => reject(signal.reason);
  signal.addEventListener('abort', stop, { once: true });
  return Promise.race([work, promise]).finally(() => signal.removeEventListener('abort', stop));
}

async function readLimited(body: AsyncIterable<Uint8Array> | Iterable<Uint8Array>, limit: number): Promise<string> {
  const parts: Uint8Array[] = [];
  let size = 0;
  for await (const part of body) {
    size += part.length;
    if (size > limit) throw new HttpError('too-large', 'The answer of the service is too large.');
    parts.push(part);
  }
  return Buffer.concat(parts).toString('utf8');
}
