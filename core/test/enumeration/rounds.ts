import type { RoundName } from '@dossier/core/testing';
import type { Operation } from './operations.ts';
import { shares } from './shares.ts';

/** A round; things of organizations of one type alone have one of their own. */
export type Round = RoundName | `of ${string}`;

/** The round of the fuzzer in which an operation is tried, so that it harms no other. */
export function roundOf({ plugin, name, route }: Operation): Round {
  const { of, rounds } = shares.get(plugin) ?? {};
  const { gate } = route;
  if ('scope' in gate && gate.scope === 'installation' && gate.permission) return rounds?.[name] ?? 'operator';
  if (of !== undefined) return `of ${of}`;
  return rounds?.[name] ?? (route.method === 'DELETE' ? 'endings' : 'work');
}
