/**
 * Fault of an address of a service that an organization enters, in words behind the name of the member; null for one
 * that can be used, and for a text that is no address at all, which its schema refuses. `sends`: plural of what would
 * go in clear at http://, which the operator allows by `variable`.
 */
export function serviceAddressFault(
  text: string,
  o: { readonly allowPlain: boolean; readonly sends: string; readonly variable: string },
): string | null {
  const url = URL.parse(text);
  if (url === null) return null;
  if (!['https:', 'http:'].includes(url.protocol)) return 'is no address of the web; write it with https://';
  if (url.username !== '' || url.password !== '') return 'holds a name or a password; enter the key below';
  if (url.search !== '' || url.hash !== '') return 'has something behind its path; end it with the path';
  if (url.protocol === 'http:' && !o.allowPlain)
    return `would send ${o.sends} in clear; write https://, or let the operator allow it (${o.variable})`;
  return null;
}
