import { timingSafeEqual } from 'node:crypto';
import type { FastifyRequest } from 'fastify';
import type { Authenticator, Identity } from '@dossier/sdk';
import { createConnections } from './connections.ts';
import type { Identify } from './gates.ts';
import { RequestCredentials } from './credentials.ts';

type Contributed = readonly { readonly value: Authenticator }[];

/**
 * Asks the authenticators of the plugins in turn; the first that recognises its kind of credential decides. The
 * installation's operator is known to the kernel itself: they exist before any plugin does.
 */
export function createIdentify(o: {
  authenticators: () => Contributed;
  operatorToken: string | undefined;
  /** How many changes of access this node has heard of. */
  changes: () => number;
  /** Lets it hear of all that have committed; undefined where there is no other node to change anything. */
  current: () => Promise<void> | undefined;
}): Identify {
  const connections = createConnections(o);
  const operator = o.operatorToken === undefined ? undefined : Buffer.from(`Bearer ${o.operatorToken}`);
  const isOperator = (given: string | undefined): boolean => {
    if (operator === undefined || given === undefined) return false;
    const bytes = Buffer.from(given);
    return bytes.length === operator.length && timingSafeEqual(bytes, operator);
  };
  const asked = (request: FastifyRequest): ReturnType<Identify> => {
    const known = connections.known(request);
    if (known) return known;
    const presented = new RequestCredentials(request);
    const before = { changes: o.changes(), at: request.arrivedAt };
    const remembered = (identity: Identity | undefined): Identity | undefined => {
      const { read } = presented;
      if (identity && read) connections.remember(request, identity, read, before);
      return identity;
    };
    const found = ask(o.authenticators(), 0, presented);
    return found instanceof Promise ? found.then(remembered) : remembered(found);
  };
  return (request: FastifyRequest) => {
    if (isOperator(request.headers.authorization))
      return {
        actor: { kind: 'system', id: 'operator', name: 'Operator' },
        organization: null,
        scopes: null,
        credential: 'operator',
        via: 'token',
        operator: true,
      };
    const before = o.changes();
    const found = asked(request);
    // Nothing holds for who shows nothing, and what is not remembered need not be looked at.
    const current = found === undefined ? undefined : o.current();
    if (current === undefined) return found;
    const still = (identity: Identity | undefined): ReturnType<Identify> =>
      o.changes() === before ? identity : asked(request);
    return found instanceof Promise
      ? Promise.all([found, current]).then(([identity]) => still(identity))
      : current.then(() => still(found));
  };
}

/** Goes on without a promise as long as nobody has to look anything up. */
function ask(authenticators: Contributed, from: number, presented: RequestCredentials): ReturnType<Identify> {
  for (let i = from; i < authenticators.length; i++) {
    const found = authenticators[i]!.value.authenticate(presented);
    if (found instanceof Promise)
      return found.then((identity: Identity | undefined) => identity ?? ask(authenticators, i + 1, presented));
    if (found) return found;
  }
  return undefined;
}
