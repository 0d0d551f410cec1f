import { timingSafeEqual } from 'node:crypto';
import type { FastifyRequest } from 'fastify';
import type { Authenticator, Identity } from '@dossier/sdk';
import { createConnections } from './connections.ts';
import type { Identify } from './gates.ts';
import { Presented } from './presented.ts';

type Contributed = readonly { readonly value: Authenticator }[];

/**
 * Asks the authenticators of the plugins in turn; the first that recognises its kind of credential decides.
 * The installation's operator is known to the kernel itself: he exists before any plugin does.
 */
export function createIdentify(o: { authenticators: () => Contributed; operatorToken: string | undefined; changes: () => number }): Identify {
  const connections = createConnections(o);
  const operator = o.operatorToken === undefined ? undefined : Buffer.from(`Bearer ${o.operatorToken}`);
  const isOperator = (given: string | undefined): boolean => {
    if (operator === undefined || given === undefined) return false;
    const bytes = Buffer.from(given);
    return bytes.length === operator.length && timingSafeEqual(bytes, operator);
  };
  return (request: FastifyRequest) => {
    if (isOperator(request.headers.authorization)) return { actor: { kind: 'system', id: 'operator', name: 'Operator' }, organization: null, scopes: null, credential: 'operator', via: 'token', operator: true };
    const known = connections.known(request);
    if (known) return known;
    const presented = new Presented(request);
    const asked = { changes: o.changes(), at: request.arrivedAt };
    const remembered = (identity: Identity | undefined): Identity | undefined => {
      const { read } = presented;
      if (identity && read) connections.remember(request, identity, read, asked);
      return identity;
    };
    const found = ask(o.authenticators(), 0, presented);
    return found instanceof Promise ? found.then(remembered) : remembered(found);
  };
}

/** Goes on without a promise as long as nobody has to look anything up. */
function ask(authenticators: Contributed, from: number, presented: Presented): ReturnType<Identify> {
  for (let i = from; i < authenticators.length; i++) {
    const found = authenticators[i]!.value.authenticate(presented);
    if (found instanceof Promise) return found.then((identity: Identity | undefined) => identity ?? ask(authenticators, i + 1, presented));
    if (found) return found;
  }
  return undefined;
}
