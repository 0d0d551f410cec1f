import { isName } from '@dossier/sdk';
import type { Fault, Registry } from '@dossier/sdk';
import { isNetwork } from './networks.ts';
import { keyScopes } from './scopes.ts';

/** What may be said of a key. Each function returns its faults, so that a reply names all of them at once. */
export const nameFaults = (name: string): readonly Fault[] =>
  isName(name, 100) ? [] : [{ pointer: '/name', code: 'bad-name', detail: 'Give the key a name of 1 to 100 characters on one line, for example the partner that will use it.' }];

export function scopeFaults(scopes: readonly string[], registry: Registry): readonly Fault[] {
  const known = keyScopes(registry).map(({ scope }) => scope);
  if (scopes.length === 0) return [{ pointer: '/scopes', code: 'missing', detail: `Name at least one scope. Known are ${known.join(', ')}.` }];
  return scopes.flatMap((scope, i) => (known.includes(scope) ? [] : [{ pointer: `/scopes/${i}`, code: 'unknown-scope', detail: `"${scope.slice(0, 100)}" is not a scope. Known are ${known.join(', ')}.` }])).slice(0, 20);
}

export const networkFaults = (networks: readonly string[]): readonly Fault[] =>
  networks.flatMap((network, i) => (isNetwork(network) ? [] : [{ pointer: `/networks/${i}`, code: 'bad-network', detail: `"${network.slice(0, 50)}" is no address and no range. Write 192.0.2.7, 192.0.2.0/24 or 2001:db8::/32.` }]));
