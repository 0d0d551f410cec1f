/**
 * Where to go after signing in: a path of this installation, or `/`.
 * Anything that a browser could read as another origin (`//host`, `/\host`, control characters) and the sign-in pages
 * themselves are refused.
 */
export function safeReturnTo(wanted: string | undefined, publicUrl: string): string {
  if (wanted === undefined || wanted.length > 2000 || !/^\/(?![/\\])[^\\\u0000-\u0020\u007f]*$/.test(wanted))
    return '/';
  if (!URL.canParse(wanted, publicUrl)) return '/';
  const url = new URL(wanted, publicUrl);
  if (url.origin !== new URL(publicUrl).origin) return '/';
  if (/^\/(auth|oidc)(\/|$)/.test(url.pathname) || url.pathname.startsWith('//')) return '/';
  return `${url.pathname}${url.search}${url.hash}`;
}

/** The organization that a path names (`/p/{slug}/…`), if any. */
export const slugIn = (path: string): string | null => /^\/p\/([a-z0-9][a-z0-9-]*)(?:\/|$)/.exec(path)?.[1] ?? null;
