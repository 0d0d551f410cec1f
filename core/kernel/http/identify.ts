import { timingSafeEqual } from 'node:crypto';
import type { FastifyRequest } from 'fastify';
import type { Authenticator, Identity } from '@dossier/sdk';
import type { Identify } from './gates.ts';

/**
 * Asks the authenticators of the plugins in turn; the first that recognises its kind of credential decides.
 * The installation's operator is known to the kernel itself: he exists before any plugin does.
 */
export function createIdentify(o: { authenticators: () => readonly Authenticator[]; operatorToken: string | undefined }): Identify {
  const operator = o.operatorToken === undefined ? undefined : Buffer.from(`Bearer ${o.operatorToken}`);
  const isOperator = (given: string | undefined): boolean => {
    const bytes = Buffer.from(given ?? '');
    return operator !== undefined && bytes.length === operator.length && timingSafeEqual(bytes, operator);
  };
  return async (request: FastifyRequest): Promise<Identity | undefined> => {
    if (isOperator(request.headers.authorization)) return { actor: { kind: 'system', id: 'operator', name: 'Operator' }, organization: null, scopes: null, credential: 'operator', via: 'token', operator: true };
    const presented = { headers: request.headers, cookies: request.cookies, ip: request.ip, method: request.method };
    for (const authenticator of o.authenticators()) {
      const identity = await authenticator.authenticate(presented);
      if (identity) return identity;
    }
    return undefined;
  };
}
