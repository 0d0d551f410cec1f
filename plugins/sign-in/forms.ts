import type { IncomingMessage } from 'node:http';

const bodyLimit = 8 * 1024;

/** In addition to the cookie or secret that binds a form: the browser's own word on where the form stood. */
export function fromHere(request: IncomingMessage, publicUrl: string): boolean {
  const site = request.headers['sec-fetch-site'];
  const { origin } = request.headers;
  return (
    (site === undefined || site === 'same-origin') && (origin === undefined || origin === new URL(publicUrl).origin)
  );
}

/** The fields, or the status that says why there are none. */
export async function readForm(request: IncomingMessage): Promise<URLSearchParams | 413 | 415> {
  if (!/^application\/x-www-form-urlencoded\b/i.test(request.headers['content-type'] ?? '')) return 415;
  const parts: Buffer[] = [];
  let size = 0;
  for await (const part of request) {
    if (!Buffer.isBuffer(part)) return 415;
    size += part.length;
    if (size > bodyLimit) return 413;
    parts.push(part);
  }
  return new URLSearchParams(Buffer.concat(parts).toString('utf8'));
}
