import { isIPv4, isIPv6 } from 'node:net';
import { plainAddress } from '@dossier/sdk';

/** Where a session was opened, in words for its owner: enough to recognise it, too little to follow anybody. */
export interface Origin {
  readonly device: string | null;
  readonly address: string | null;
}

/** The first that fits names it: browsers put the names of others into theirs, so the narrower come first. */
const browsers: readonly (readonly [RegExp, string])[] = [
  [/\bEdgA?\//, 'Edge'],
  [/\bOPR\//, 'Opera'],
  [/\bSamsungBrowser\//, 'Samsung Internet'],
  [/\b(?:Firefox|FxiOS)\//, 'Firefox'],
  [/\b(?:Chrome|CriOS|Chromium)\//, 'Chrome'],
  [/\bVersion\/.*\bSafari\//, 'Safari'],
];
const systems: readonly (readonly [RegExp, string])[] = [
  [/\biPhone\b/, 'iPhone'],
  [/\biPad\b/, 'iPad'],
  [/\bAndroid\b/, 'Android'],
  [/\bWindows\b/, 'Windows'],
  [/\bCrOS\b/, 'ChromeOS'],
  [/\bMac OS X\b/, 'macOS'],
  [/\bLinux\b/, 'Linux'],
];
const first = (names: typeof browsers, text: string): string | undefined =>
  names.find(([sign]) => sign.test(text))?.[1];

/** `Firefox on Windows`; of an unknown program the first word of its User-Agent (RFC 9110, 10.1.5). */
function deviceOf(userAgent: string | undefined): string | null {
  const text = userAgent?.slice(0, 500) ?? '';
  const [browser, system] = [first(browsers, text), first(systems, text)];
  if (browser !== undefined) return system === undefined ? browser : `${browser} on ${system}`;
  return system ?? (/^[\w.-]+/.exec(text)?.[0].slice(0, 40) || null);
}

/** The network: an IPv4 address without its last number, an IPv6 address without everything below its /48. */
function networkOf(address: string): string | null {
  const plain = plainAddress(address);
  if (isIPv4(plain)) return `${plain.split('.').slice(0, 3).join('.')}.0/24`;
  if (!isIPv6(plain)) return null;
  const [head = ''] = plain.toLowerCase().split('::');
  const groups = [...head.split(':'), '0', '0', '0'].slice(0, 3).map((group) => group.replace(/^0+(?=.)/, '') || '0');
  return `${groups.join(':')}::/48`;
}

export const originOf = (o: {
  headers: Readonly<Record<string, string | string[] | undefined>>;
  ip: string;
}): Origin => {
  const agent = o.headers['user-agent'];
  return { device: deviceOf(typeof agent === 'string' ? agent : undefined), address: networkOf(o.ip) };
};
