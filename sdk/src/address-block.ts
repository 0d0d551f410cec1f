import { isIPv4, isIPv6 } from 'node:net';

/**
 * Its eight groups without leading zeros: the URL parser writes an IPv6 address in its one canonical form (RFC 5952).
 */
function groupsOf(address: string): readonly string[] {
  const [head = '', tail] = new URL(`http://[${address}]`).hostname.slice(1, -1).split('::');
  const before = head === '' ? [] : head.split(':');
  const after = tail === undefined || tail === '' ? [] : tail.split(':');
  const zeros = tail === undefined ? [] : Array.from({ length: 8 - before.length - after.length }, () => '0');
  return [...before, ...zeros, ...after];
}

/**
 * A proxy may add the port: `192.0.2.1:4711`, and of IPv6 `[2001:db8::1]:4711` (RFC 7239, 6; some write so in
 * X-Forwarded-For too).
 */
const withPort = /^(?:\[([^\]]+)\]|([\d.]+))(?::\d{1,5})?$/;

/**
 * An address without its port, its zone, and IPv4 as IPv4: a socket that listens on both families names such a client
 * `::ffff:192.0.2.1`, and others write `::ffff:c000:201` (RFC 4291, 2.5.5.2). Whatever cannot be read stays as it is.
 */
export function plainAddress(address: string): string {
  const [, six, four] = withPort.exec(address) ?? [];
  const plain = (six ?? four ?? address).split('%')[0]!;
  // Only what may be such an address is written out: this is asked for each request.
  if (!/ffff:/i.test(plain) || !isIPv6(plain)) return plain;
  const groups = groupsOf(plain);
  if (groups.slice(0, 6).join(':') !== '0:0:0:0:0:ffff') return plain;
  return groups
    .slice(6)
    .flatMap((group) => [parseInt(group, 16) >> 8, parseInt(group, 16) & 0xff])
    .join('.');
}

/**
 * What counts as one address: an IPv4 address, or the /64 of an IPv6 address, since a single home has that many to
 * change between. Whatever cannot be read counts as itself.
 */
export function blockOf(address: string): string {
  const plain = plainAddress(address);
  return isIPv4(plain) || !isIPv6(plain) ? plain : `${groupsOf(plain).slice(0, 4).join(':')}::/64`;
}
