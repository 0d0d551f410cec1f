/**
 * Is this an address with one of these schemes (`postgres:`) whose user and password can be separated from the rest? A
 * `/`, `?` or `#` in a password ends the host early, so that a piece of the password would be taken, and shown, for a
 * host or a database; and a `%` begins the code of another character (RFC 3986, 2.1 and 3.2.1).
 */
export function isConnectionUrl(text: string, schemes: readonly string[]): boolean {
  const url = URL.parse(text);
  if (url === null || !schemes.includes(url.protocol)) return false;
  const [, authority = '', rest = ''] = /^[a-z][a-z\d+.-]*:\/\/([^/?#]*)(.*)$/is.exec(text) ?? [];
  if (rest.includes('@') || authority.split('@').length > 2) return false;
  return [url.username, url.password, url.pathname].every(isDecodable);
}

function isDecodable(part: string): boolean {
  try {
    decodeURIComponent(part);
    return true;
  } catch {
    return false;
  }
}

/** What is said of an address that is none, behind what it should look like. Nothing of it is repeated. */
export const howToEscape = 'In user and password / ? # @ and % are written %2F %3F %23 %40 and %25';
