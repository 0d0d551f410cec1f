import { isIPv4, isIPv6 } from 'node:net';

/**
 * What counts as one address: an IPv4 address, or the /64 of an IPv6 address, since a single home has that many to change between.
 * Whatever cannot be read counts as itself.
 */
export function blockOf(address: string): string {
  const plain = address.split('%')[0]!;
  const mapped = plain.toLowerCase().startsWith('::ffff:') ? plain.slice(7) : plain;
  if (isIPv4(mapped) || !isIPv6(mapped)) return mapped;
  // The URL parser writes an IPv6 address in its one canonical form (RFC 5952).
  const [head = '', tail] = new URL(`http://[${mapped}]`).hostname.slice(1, -1).split('::');
  const before = head === '' ? [] : head.split(':');
  const after = tail === undefined || tail === '' ? [] : tail.split(':');
  const zeros = tail === undefined ? [] : Array.from({ length: 8 - before.length - after.length }, () => '0');
  return `${[...before, ...zeros, ...after].slice(0, 4).join(':')}::/64`;
}
