/** Place of a directory, and whether TLS begins with the connection. */
export interface Address {
  /** Without the brackets of IPv6. */
  readonly host: string;
  readonly port: number;
  readonly secure: boolean;
}

const form = /^(?<scheme>ldaps?):\/\/(?:\[(?<six>[0-9a-f:.]+)\]|(?<host>[a-z0-9._-]+))(?::(?<port>[0-9]{1,5}))?\/?$/i;
const usualPorts = { ldap: 389, ldaps: 636 } as const;

/** The parts of an LDAP URL of scheme, host and port alone (RFC 4516); null for every other text. */
export function addressOf(url: string): Address | null {
  const { scheme = '', six, host = six, port } = form.exec(url)?.groups ?? {};
  const secure = scheme.toLowerCase() === 'ldaps';
  const number = port === undefined ? usualPorts[secure ? 'ldaps' : 'ldap'] : Number(port);
  if (host === undefined || number < 1 || number > 65_535) return null;
  return { host: host.toLowerCase(), port: number, secure };
}

/** The place as people write it: `directory.example:636`. */
export const placeOf = ({ host, port }: Address): string =>
  host.includes(':') ? `[${host}]:${port}` : `${host}:${port}`;
