import { createHash } from 'node:crypto';
import type { ServerResponse } from 'node:http';
import { writeJson } from '../xml/json.ts';
import { writeDocument } from '../xml/write.ts';
import { fault, page } from './reply.ts';
import type { Reply } from './reply.ts';
import type { NextFault, Settings } from './settings.ts';

export interface Delivery {
  readonly status: number;
  readonly headers: Record<string, string>;
  readonly body: Buffer;
}

/** A reply as bytes and the headers of its kind. JSON only where it was asked for and nothing is wrong. */
export function written(reply: Reply, json: boolean, { prefixes }: Pick<Settings, 'prefixes'>): Delivery {
  if (reply.is === 'bytes')
    return { status: reply.status, headers: headersOf(reply.type, reply.body, false), body: reply.body };
  const text = json ? writeJson(reply.root) : writeDocument(reply.root, reply.stylesheet, { prefixes });
  const body = Buffer.from(text);
  return {
    status: 200,
    headers: headersOf(json ? 'application/json' : 'application/xml;charset=utf-8', body, true),
    body,
  };
}

const headersOf = (type: string, body: Buffer, cached: boolean): Record<string, string> => ({
  'content-type': type,
  vary: 'Accept',
  etag: `"0${createHash('md5').update(body).digest('hex')}"`,
  ...(cached ? { 'cache-control': 'no-cache', pragma: 'no-cache' } : {}),
});

/** The same with a fault that was asked for; null when the answer is to be lost. */
export function spoiled(delivery: Delivery, how: NextFault): Delivery | null {
  if (how === 'lost') return null;
  if (how === 'empty') return { ...delivery, body: Buffer.alloc(0) };
  if (how === 'truncated')
    return { ...delivery, body: delivery.body.subarray(0, Math.floor(delivery.body.length / 2)) };
  const reply =
    how === 'html' ? page(200, 'Maintenance') : fault(500, 'SERVER.DomainAccess', 'The request could not be processed');
  return { status: reply.status, headers: { 'content-type': reply.type }, body: reply.body };
}

/** Writes an answer out; one that is lost takes the connection with it. */
export function send(response: ServerResponse, delivery: Delivery | null): void {
  if (response.headersSent || response.destroyed) return;
  if (!delivery) return void response.destroy();
  response
    .writeHead(delivery.status, {
      'access-control-allow-origin': '*',
      ...delivery.headers,
      'content-length': String(delivery.body.length),
      server: 'Apache',
    })
    .end(delivery.body);
}

/** What is said outside of what is counted. */
export const bare = (reply: ReturnType<typeof fault>, headers: Readonly<Record<string, string>> = {}): Delivery => ({
  status: reply.status,
  headers: { 'content-type': reply.type, ...headers },
  body: reply.body,
});

/** False when the caller went away meanwhile. */
export const pause = (milliseconds: number, response: ServerResponse): Promise<boolean> =>
  new Promise((resolve) => {
    const timer = setTimeout(() => resolve(true), milliseconds);
    timer.unref();
    response.once('close', () => {
      clearTimeout(timer);
      resolve(false);
    });
  });
