/** Addresses of the web as people write them. Alike on the server and in browsers. */

/** A scheme, which a colon and no port follows: `https:`, `mailto:`, `javascript:`. */
const scheme = /^[a-z][a-z\d+.-]*:(?!\d)/i;
/** Two slashes and a host; a parser would also take `https:example.com`. */
const withHost = /^https?:\/\/[^/?#\\]/i;
/** A host that somebody writes without a scheme ends with a name: `12.11.2026` is none. */
const named = /\.[a-z][a-z\d-]*\.?$/;

/**
 * The address with its scheme, which is `https://` where none was written; null for what is no address. Only http and
 * https with a host, in whatever script (`https://bäckerei-müller.de/über-uns`), and without a name and password before
 * the host, which make one address look like another.
 */
export function webAddress(text: string): string | null {
  const bare = !scheme.test(text);
  const whole = bare ? `https://${text}` : text;
  const url = withHost.test(whole) && URL.canParse(whole) ? new URL(whole) : null;
  return url && url.username === '' && url.password === '' && (!bare || named.test(url.hostname)) ? whole : null;
}
