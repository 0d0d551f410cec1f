import { expiryFaults, isName } from '@dossier/sdk';
import type { Fault, Registry, ValidPart } from '@dossier/sdk';
import type { ApiKeys } from './contract.ts';
import { isNetwork } from './networks.ts';
import { keyScopes } from './scopes.ts';

/** What is wrong with what is said of a key, or with as much of it as could be read; what is not said has no fault. */
export const keyFaults = (
  { name, scopes, networks = [], perMinute = null, expiresAt = null }: ValidPart<Parameters<ApiKeys['issue']>[1]>,
  { registry, now }: { registry: Registry; now: number },
): readonly Fault[] => [
  ...(name === undefined ? [] : nameFaults(name)),
  ...(scopes === undefined ? [] : scopeFaults(scopes, registry)),
  ...networkFaults(networks),
  ...rateFaults(perMinute),
  ...expiryFaults('/expiresAt', expiresAt, now),
];

const nameFaults = (name: string): readonly Fault[] =>
  isName(name, 100)
    ? []
    : [
        {
          pointer: '/name',
          code: 'bad-name',
          detail: 'Give the key a name of 1 to 100 characters on one line, for example the partner that will use it.',
        },
      ];

function scopeFaults(scopes: ValidPart<readonly string[]>, registry: Registry): readonly Fault[] {
  const known = keyScopes(registry).map(({ scope }) => scope);
  if (scopes.length === 0)
    return [{ pointer: '/scopes', code: 'missing', detail: `Name at least one scope. Known are ${known.join(', ')}.` }];
  return scopes
    .flatMap((scope, i) =>
      scope === undefined || known.includes(scope)
        ? []
        : [
            {
              pointer: `/scopes/${i}`,
              code: 'unknown-scope',
              detail: `"${scope.slice(0, 100)}" is not a scope. Known are ${known.join(', ')}.`,
            },
          ],
    )
    .slice(0, 20);
}

/** Far more than an installation serves. */
const highestRate = 1_000_000;

const rateFaults = (perMinute: number | null): readonly Fault[] =>
  perMinute === null || (Number.isInteger(perMinute) && perMinute >= 1 && perMinute <= highestRate)
    ? []
    : [
        {
          pointer: '/perMinute',
          code: 'bad-rate',
          detail:
            'Give a whole number of requests a minute from 1 to 1,000,000, or none for as many as the installation allows every key.',
        },
      ];

const networkFaults = (networks: ValidPart<readonly string[]>): readonly Fault[] =>
  networks.flatMap((network, i) =>
    network === undefined || isNetwork(network)
      ? []
      : [
          {
            pointer: `/networks/${i}`,
            code: 'bad-network',
            detail: `"${network.slice(0, 50)}" is no address and no range. Write 192.0.2.7, 192.0.2.0/24 or 2001:db8::/32.`,
          },
        ],
  );
