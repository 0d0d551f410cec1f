import { lookup } from 'node:dns/promises';
import { isIP } from 'node:net';
import type { LookupFunction } from 'node:net';
import { networkInterfaces } from 'node:os';
import ipaddr from 'ipaddr.js';

/** Where a call with `guard: 'public'` may go. */
export interface PublicAddresses {
  /**
   * All addresses of a host, each allowed at this port; throws {@link NotPublic} when one is not, and what DNS says
   * when there is none.
   */
  resolve(host: string, port: number): Promise<readonly { readonly address: string; readonly family: number }[]>;
}

/**
 * A host leads to an address that is not open to organizations. It says neither which nor why: that would draw a map of
 * the network.
 */
export class NotPublic extends Error {
  override readonly name = 'NotPublic';
}

interface Options {
  /** CIDR ranges that are open although they are private: services in the same house. */
  readonly allowed: readonly string[];
  /** URLs of what the installation itself stands on (database, broker): closed at their ports, wherever they are. */
  readonly own: readonly string[];
  /** DNS; replaced in tests. */
  readonly look?: (host: string) => Promise<readonly { readonly address: string; readonly family: number }[]>;
}

/**
 * Answers virtual machines about themselves from an address that looks public (Azure, "What is IP address
 * 168.63.129.16?").
 */
const metadata = new Set(['168.63.129.16']);
const usualPorts: Readonly<Record<string, number>> = {
  'postgres:': 5432,
  'postgresql:': 5432,
  'mqtt:': 1883,
  'mqtts:': 8883,
  'ws:': 80,
  'wss:': 443,
  'http:': 80,
  'https:': 443,
};

export function publicAddresses({
  allowed,
  own,
  look = (host) => lookup(host, { all: true, verbatim: true }),
}: Options): PublicAddresses {
  const ranges = allowed.map((range) =>
    ipaddr.parseCIDR(range.includes('/') ? range : `${range}/${isIP(range) === 6 ? 128 : 32}`),
  );
  const endpoints = own
    .map((text) => new URL(text))
    .filter(({ hostname }) => hostname !== '')
    .map((url) => ({ host: bare(url.hostname), port: Number(url.port || usualPorts[url.protocol]) }));
  const addressesOf = async (
    host: string,
  ): Promise<readonly { readonly address: string; readonly family: number }[]> =>
    isIP(host) ? [{ address: host, family: isIP(host) }] : look(host);

  const isOpen = (address: string): boolean => {
    // An IPv4 address in the clothes of IPv6 is looked at as what it is.
    const parsed = ipaddr.process(address);
    if (ranges.some(([range, bits]) => range.kind() === parsed.kind() && parsed.match(range, bits))) return true;
    if (parsed.range() !== 'unicast' || metadata.has(parsed.toString())) return false;
    // Of IPv6 only 2000::/3 is given out (RFC 4291, 2.4); the rest is reserved, or an old way to write an IPv4 address.
    if (parsed instanceof ipaddr.IPv6 && (parsed.parts[0]! & 0xe000) !== 0x2000) return false;
    return !Object.values(networkInterfaces())
      .flat()
      .some((one) => one !== undefined && ipaddr.process(one.address.split('%')[0]!).toString() === parsed.toString());
  };

  /** Is this one of the addresses on which the installation's own services listen at this port? */
  const isOwn = async (address: string, port: number): Promise<boolean> => {
    const wanted = ipaddr.process(address).toString();
    for (const one of endpoints.filter((endpoint) => endpoint.port === port)) {
      const found = await addressesOf(one.host).catch(() => []);
      if (found.some((each) => ipaddr.process(each.address).toString() === wanted)) return true;
    }
    return false;
  };

  return {
    async resolve(host, port) {
      const found = await addressesOf(bare(host));
      if (found.length === 0) throw new NotPublic('The name has no address.');
      for (const { address } of found) {
        if (!isOpen(address) || (await isOwn(address, port)))
          throw new NotPublic('The address is not open to organizations.');
      }
      return found;
    },
  };
}

/** Hosts of URLs write IPv6 in brackets. */
const bare = (host: string): string => host.replace(/^\[|\]$/g, '');

/** Gives a socket exactly these addresses: a second look into DNS could find others. */
export const pinned =
  (addresses: readonly { readonly address: string; readonly family: number }[]): LookupFunction =>
  (_host, o, done) => {
    if (o.all)
      done(
        null,
        addresses.map((one) => ({ ...one })),
      );
    else done(null, addresses[0]!.address, addresses[0]!.family);
  };
