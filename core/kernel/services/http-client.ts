import type { Http } from '@dossier/sdk';

/** A failed outbound call: `reason` is `timeout`, `unreachable` or `too-large`. The text names no address, so that it may be shown. */
export class HttpError extends Error {
  readonly reason: 'timeout' | 'unreachable' | 'too-large' | 'aborted';
  constructor(reason: HttpError['reason'], text: string, cause?: unknown) {
    super(text, { cause });
    this.name = 'HttpError';
    this.reason = reason;
  }
}

/**
 * Outbound HTTP. Redirects are not followed (an answer must come from the configured host), bodies are cut at `maxBytes` (1 MiB),
 * and every call ends after `timeout` milliseconds (10,000). `inTransaction` refuses calls that would hold a transaction open.
 */
export function createHttpClient(inTransaction: () => boolean): Http {
  return {
    async request(url, o = {}) {
      if (inTransaction()) throw new Error('K_OUTSIDE_CALL_IN_TRANSACTION: call first, then write. A transaction that waits for another service stops everybody.');
      const limit = AbortSignal.timeout(o.timeout ?? 10_000);
      const signal = o.signal ? AbortSignal.any([limit, o.signal]) : limit;
      try {
        const response = await fetch(url, { method: o.method ?? 'GET', redirect: 'manual', signal, ...(o.headers ? { headers: o.headers } : {}), ...(o.body !== undefined ? { body: o.body } : {}) });
        return { status: response.status, headers: Object.fromEntries(response.headers), text: await readLimited(response, o.maxBytes ?? 1 << 20) };
      } catch (error) {
        if (error instanceof HttpError) throw error;
        if (limit.aborted) throw new HttpError('timeout', 'The service did not answer in time.', error);
        if (signal.aborted) throw new HttpError('aborted', 'The call was given up.', error);
        throw new HttpError('unreachable', 'The service cannot be reached.', error);
      }
    },
  };
}

async function readLimited(response: Response, limit: number): Promise<string> {
  if (!response.body) return '';
  const parts: Uint8Array[] = [];
  let size = 0;
  for await (const part of response.body) {
    size += part.length;
    if (size > limit) throw new HttpError('too-large', 'The answer of the service is too large.');
    parts.push(part);
  }
  return Buffer.concat(parts).toString('utf8');
}
