import type { IncomingMessage } from 'node:http';
import { Problem } from '@dossier/sdk';

/** Why a request is not for this server; undefined for one that is. */
export type HostCheck = (request: IncomingMessage) => Problem | undefined;

const refuse = (code: string, detail: string): Problem => new Problem(400, code, 'Not for this host', { detail });
const several = refuse(
  'bad-host',
  'The field Host stands more than once, so nobody knows which one counts (RFC 9112, 3.2). Send it once.',
);
const missing = refuse(
  'bad-host',
  'The field Host is missing, which HTTP/1.1 asks for (RFC 9112, 3.2). Send the host of the address that you ask.',
);
const foreign = refuse(
  'unknown-host',
  'This server does not answer under the host that the request names. Use the address of the installation.',
);

/** Balancers ask a node for its health by its address, whatever its public name is. */
const isHealth = (url: string): boolean => /^\/health\/[a-z]+(\?|$)/.test(url);

/**
 * One `Host`, and one of `hosts` (in lower case, with a port that is not the scheme's own; none: any). A page that a
 * foreign name leads to (DNS rebinding), and a cache in front that counts another field than the server does, get
 * nothing.
 */
export function hostCheck(hosts: () => readonly string[]): HostCheck {
  return ({ rawHeaders, headers: { host }, httpVersion, url = '' }) => {
    let count = 0;
    // Names and values in turn, as they came; Node keeps the first of several in `headers`.
    for (let i = 0; i < rawHeaders.length; i += 2) if (isHost(rawHeaders[i]!)) count++;
    if (count > 1) return several;
    if (host === undefined && httpVersion === '1.1') return missing;
    const known = hosts();
    if (known.length === 0 || host === undefined || known.includes(host.toLowerCase()) || isHealth(url))
      return undefined;
    return foreign;
  };
}

const isHost = (name: string): boolean => name.length === 4 && name.toLowerCase() === 'host';

/** The ways in which `Host` may name the host of an origin: its own port may be written or left out (RFC 9110, 7.2). */
export function hostsOf(origin: string): readonly string[] {
  const { host, hostname, port, protocol } = new URL(origin);
  return port === '' ? [hostname, `${hostname}:${protocol === 'https:' ? 443 : 80}`] : [host];
}
