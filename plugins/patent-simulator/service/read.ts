import type { IncomingMessage } from 'node:http';

/** The body of a request as text. Throws beyond 64 KB: a hundred numbers take less. */
export async function read(request: IncomingMessage): Promise<string> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of request) {
    if (!(chunk instanceof Uint8Array) || (size += chunk.length) > 64 * 1024) throw new Error('Too large.');
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}

/** Path and query of a request below its `/3.2/`, undecoded; null when it is not below it. */
export function belowVersion(url: string): { readonly path: string; readonly query: URLSearchParams } | null {
  const at = url.indexOf('/3.2/');
  if (at === -1) return null;
  const [path = '', query = ''] = url.slice(at + 5).split(/\?(.*)/s);
  return { path, query: new URLSearchParams(query) };
}
export const decoded = (path: string): string | null => {
  try {
    return decodeURIComponent(path);
  } catch {
    return null;
  }
};
