import type { FastifyReply, FastifyRequest } from 'fastify';
import { Problem } from '@dossier/sdk';
import type { Gate, Identity, Locator } from '@dossier/sdk';
import type { Gatekeeper } from '../access/gatekeeper.ts';

/** Who sent the request; undefined when it carries no credential. */
export type Identify = (request: FastifyRequest) => Promise<Identity | undefined>;

const at = (request: FastifyRequest, locator: Locator): unknown => {
  const holder: unknown = locator.in === 'params' ? request.params : locator.in === 'query' ? request.query : request.body;
  return typeof holder === 'object' && holder !== null ? (holder as Record<string, unknown>)[locator.name] : undefined;
};

/**
 * The hooks of one gate. Who asks is settled before the body is read. A place named in the path or query is looked up before the body
 * is validated, so that a stranger learns nothing from validation; one named in the body can only be looked up afterwards.
 */
export function gateHooks(gate: Gate, o: { identify: Identify; keeper: Gatekeeper; ready: () => boolean }): {
  onRequest: (request: FastifyRequest, reply: FastifyReply) => Promise<void>;
  preValidation?: (request: FastifyRequest, reply: FastifyReply) => Promise<void>;
  preHandler?: (request: FastifyRequest, reply: FastifyReply) => Promise<void>;
} {
  const open = async (request: FastifyRequest): Promise<void> => {
    request.access = await o.keeper.open(gate, request.identity, (locator) => at(request, locator));
    if (!o.ready()) throw notReady();
  };
  const onRequest = async (request: FastifyRequest): Promise<void> => {
    request.identity = await identified(gate, request, o.identify);
    o.keeper.admit(gate, request.identity);
  };
  const named = 'at' in gate && gate.at.in === 'body';
  return named ? { onRequest, preHandler: open } : { onRequest, preValidation: open };
}

/** 503 while the plugin behind a route is starting, failing or stopped; the rest of the service goes on. */
export const notReady = (): Problem =>
  new Problem(503, 'plugin-not-ready', 'Not ready', { detail: 'This part of the service is starting or failing; the rest works. Try again shortly.', headers: { 'retry-after': '5' } });

/** An open route serves everybody, also somebody with a stale session. */
async function identified(gate: Gate, request: FastifyRequest, identify: Identify): Promise<Identity | undefined> {
  try {
    return await identify(request);
  } catch (error) {
    if ('open' in gate && Problem.is(error) && error.status === 401) return undefined;
    throw error;
  }
}
