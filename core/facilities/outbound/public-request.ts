import { request as requestHttp } from 'node:http';
import type { IncomingMessage } from 'node:http';
import type { LookupFunction } from 'node:net';
import { request as requestHttps } from 'node:https';
import { pipeline } from 'node:stream/promises';
import { NotPublic, pinned } from './public-addresses.ts';
import type { PublicAddresses } from './public-addresses.ts';

export interface GuardedRequest {
  readonly method: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | Uint8Array | AsyncIterable<Uint8Array> | undefined;
  readonly signal: AbortSignal;
}

/**
 * One request to an address that is open to organizations. Every address of the host is checked before anything is
 * sent, and the socket gets the checked ones. There is no pool and no proxy between, so that no connection of another
 * call is used, and a redirect is an answer: following it passes through here again.
 */
export async function requestPublic(
  addresses: PublicAddresses,
  address: string,
  o: GuardedRequest,
): Promise<IncomingMessage> {
  // The parser turns 0x7f.1 and 2130706433 into the addresses that they mean (WHATWG URL, 3.5).
  const url = new URL(address);
  if (url.protocol !== 'http:' && url.protocol !== 'https:') throw new NotPublic('Only http and https are open.');
  const port = Number(url.port) || (url.protocol === 'https:' ? 443 : 80);
  const found = await addresses.resolve(url.hostname, port);
  o.signal.throwIfAborted();
  return requestOf(url, o, pinned(found));
}

/**
 * One request, without a pool and a proxy; of which addresses the socket may take one says `lookup`, DNS unless given.
 */
export function requestOf(url: URL, o: GuardedRequest, lookup?: LookupFunction): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    const send = url.protocol === 'https:' ? requestHttps : requestHttp;
    const { body } = o;
    const isWhole = typeof body === 'string' || body instanceof Uint8Array;
    const length = isWhole ? { 'content-length': String(Buffer.byteLength(body)) } : {};
    const request = send(
      url,
      {
        method: o.method,
        headers: { ...o.headers, ...length, 'accept-encoding': 'identity' },
        agent: false,
        signal: o.signal,
        ...(lookup ? { lookup } : {}),
      },
      resolve,
    ).on('error', reject);
    if (body === undefined || isWhole) request.end(body);
    // What goes wrong with the one who sends, or the one who takes, ends both.
    else pipeline(body, request).catch(reject);
  });
}
