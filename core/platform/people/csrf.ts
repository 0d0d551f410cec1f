import { Problem } from '@dossier/sdk';

type Headers = Readonly<Record<string, string | string[] | undefined>>;

/**
 * The header that a page of ours sends with every change. Another origin cannot send it without a preflight, which is
 * never granted.
 */
const csrfHeader = 'x-dossier-csrf';

/**
 * May a request that carries the session cookie do what its method says? Reading is free. A change must come from our
 * own origin, as far as the browser tells, and carry `x-dossier-csrf: 1`. A form of our own page cannot send headers:
 * for it the browser's word `Sec-Fetch-Site: same-origin`, which no page can forge, is enough.
 */
export function fromOurPages(method: string, headers: Headers, publicUrl: string): boolean {
  if (method === 'GET' || method === 'HEAD' || method === 'OPTIONS') return true;
  const site = headers['sec-fetch-site'];
  const origin = headers['origin'];
  if (site !== undefined && site !== 'same-origin') return false;
  if (origin !== undefined && origin !== new URL(publicUrl).origin) return false;
  if (headers[csrfHeader] === '1') return true;
  return site === 'same-origin' && headers['sec-fetch-mode'] === 'navigate' && origin !== undefined;
}

/** Throws the problem `csrf` (403) for a change that did not come from our own pages. */
export function demandOurPages(method: string, headers: Headers, publicUrl: string): void {
  if (fromOurPages(method, headers, publicUrl)) return;
  throw new Problem(403, 'csrf', 'Not from this site', {
    detail: `With a session cookie, changes are accepted only from ${new URL(publicUrl).origin} and with the header ${csrfHeader}: 1. A script uses a personal access token instead (Authorization: Bearer).`,
  });
}
