import type { Http } from '@dossier/sdk';

/** Bytes of an answer, of which the texts are a small part. */
const MOST_BYTES = 8 << 20;

/**
 * A `fetch` whose requests leave by our own {@link Http}, with its limits and its look at where an address leads.
 * Rejects with `HttpError`, also while the body is read. `timeout`: milliseconds to the last byte.
 */
export const guardedFetch =
  (http: Pick<Http, 'stream'>, { guard, timeout }: { readonly guard?: 'public'; readonly timeout: number }) =>
  async (input: string | URL | Request, init: RequestInit = {}): Promise<Response> => {
    const { method = 'GET', body, signal } = init;
    if (input instanceof Request || (body !== undefined && body !== null && typeof body !== 'string'))
      throw new TypeError('Only an address with a text is sent here.');
    const answer = await http.stream(String(input), {
      method,
      headers: Object.fromEntries(new Headers(init.headers)),
      timeout,
      maxBytes: MOST_BYTES,
      ...(typeof body === 'string' ? { body } : {}),
      ...(signal ? { signal } : {}),
      ...(guard ? { guard } : {}),
    });
    return new Response(streamOf(answer.body), { status: answer.status, headers: answer.headers });
  };

/** The bytes at the pace of their reader; who stops reading ends the call. */
function streamOf(body: AsyncIterable<Uint8Array>): ReadableStream<Uint8Array<ArrayBuffer>> {
  const parts = body[Symbol.asyncIterator]();
  return new ReadableStream({
    async pull(stream) {
      const { done, value } = await parts.next();
      if (done === true) stream.close();
      else stream.enqueue(new Uint8Array(value));
    },
    cancel: async () => void (await parts.return?.()),
  });
}
