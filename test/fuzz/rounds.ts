import { idOf, operationsIn } from '../../core/test/enumeration/operations.ts';
import { roundOf } from '../../core/test/enumeration/rounds.ts';
import type { Plan } from './furnish.ts';

/** One run of schemathesis over some operations. */
export interface Round {
  readonly name: string;
  /**
   * Whose credential it sends, in addition to the API key where a key may; a page sends the session of a browser, and
   * `patents` is who administrates an organization of that type.
   */
  readonly as: 'admin' | 'client' | 'operator' | 'page' | 'patents';
  /** By their operationId. */
  readonly operations: readonly string[];
  /** For the command line. */
  readonly options: readonly string[];
}

/** Its probes leave out credentials that the document names, and a session is none of those. */
const withoutAuth = ['--exclude-checks', 'ignored_auth'];

/**
 * All operations, each in the round in which it harms no other (core/test/enumeration/rounds.ts); what ends most comes
 * last.
 */
export function rounds(plan: Plan): readonly Round[] {
  const by = Map.groupBy(
    operationsIn(plan).filter(({ route, url }) => url === route.url),
    roundOf,
  );
  const named = (round: ReturnType<typeof roundOf>): readonly string[] => (by.get(round) ?? []).map(idOf);
  const reading = (by.get('work') ?? []).filter(({ route }) => route.method === 'GET').map(idOf);
  return [
    { name: 'work', as: 'admin', operations: named('work'), options: [] },
    { name: 'few-rights', as: 'client', operations: reading, options: ['--phases', 'coverage', '--mode', 'positive'] },
    { name: 'patents', as: 'patents', operations: named('of PATENT'), options: [] },
    { name: 'operator', as: 'operator', operations: named('operator'), options: [] },
    { name: 'endings', as: 'admin', operations: named('endings'), options: [] },
    { name: 'session', as: 'page', operations: named('session'), options: withoutAuth },
    { name: 'leaving', as: 'page', operations: named('leaving'), options: withoutAuth },
  ];
}
