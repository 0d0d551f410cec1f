import { BlockList, isIP, isIPv4 } from 'node:net';
import { plainAddress } from '@dossier/sdk';

/** Does this name one address, or a range of them in CIDR notation (RFC 4632, RFC 4291)? */
export const isNetwork = (text: string): boolean => parsed(text) !== null;

/** A list of addresses and ranges, asked for each request of a key that names some. */
export interface Networks {
  holds(address: string): boolean;
}

/** Null for an empty list, which means anywhere. Each member must be a network: see {@link isNetwork}. */
export function networksOf(list: readonly string[]): Networks | null {
  if (list.length === 0) return null;
  // One list for each family: a BlockList of both takes IPv4 addresses for members of ::/0.
  const ranges = { ipv4: new BlockList(), ipv6: new BlockList() };
  for (const { address, prefix, family } of list.flatMap((text) => parsed(text) ?? []))
    ranges[family].addSubnet(address, prefix, family);
  let last: string | undefined;
  return {
    // A partner's server calls from one address all day.
    holds(address) {
      if (address === last) return true;
      const plain = plainAddress(address);
      const family = isIPv4(plain) ? 'ipv4' : 'ipv6';
      const held = isIP(plain) !== 0 && ranges[family].check(plain, family);
      if (held) last = address;
      return held;
    },
  };
}

function parsed(text: string): { address: string; prefix: number; family: 'ipv4' | 'ipv6' } | null {
  const [address = '', bits, ...rest] = text.split('/');
  const version = isIP(address);
  const longest = version === 4 ? 32 : 128;
  if (
    version === 0 ||
    address.includes('%') ||
    rest.length > 0 ||
    (bits !== undefined && !/^(0|[1-9]\d{0,2})$/.test(bits))
  )
    return null;
  const prefix = bits === undefined ? longest : Number(bits);
  if (prefix > longest) return null;
  const plain = plainAddress(address);
  return isIPv4(plain) && version === 6 && prefix >= 96
    ? { address: plain, prefix: prefix - 96, family: 'ipv4' }
    : { address, prefix, family: version === 4 ? 'ipv4' : 'ipv6' };
}
