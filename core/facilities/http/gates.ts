import type { FastifyReply, FastifyRequest } from 'fastify';
import { Problem } from '@dossier/sdk';
import { pluginNotReady } from '../../kernel/not-ready.ts';
import type { Access, Gate, Identity, Locator } from '@dossier/sdk';
import { inOneShape } from '../../kernel/access/authorizer.ts';
import type { Authorizer } from '../../kernel/access/authorizer.ts';
import type { CountRequest } from './rate-limit.ts';

/** Who sent the request; undefined when it carries no credential. */
export type Identify = (request: FastifyRequest) => Identity | undefined | Promise<Identity | undefined>;

/** The value of a request that a locator names. */
export const at = (request: FastifyRequest, locator: Locator): unknown => {
  const holder: unknown =
    locator.in === 'params' ? request.params : locator.in === 'query' ? request.query : request.body;
  return typeof holder === 'object' && holder !== null ? (holder as Record<string, unknown>)[locator.name] : undefined;
};

/**
 * The hooks of one gate. Who asks, and what they may do at a place that the path names, is settled before the body is
 * read: a stranger learns nothing from what is said about it, and costs no more than its first lines. A place named in
 * the body can only be looked up afterwards, and one named in the query is when the query has its form; and after a
 * body, which may take its time, the caller's rights are checked again. `enter` does so outside of the hooks.
 */
export function gateHooks(
  gate: Gate,
  o: { identify: Identify; limit: CountRequest; authorizer: Authorizer; ready: () => boolean; readsBody: boolean },
): { hooks: { onRequest: Hook; preHandler?: Hook }; enter: (request: FastifyRequest) => void | Promise<void> } {
  const namedLater = 'at' in gate && gate.at.in !== 'params';
  const identified = identifiedFor(gate, o.identify);
  const even = inOneShape(gate);

  const granted = (request: FastifyRequest, access: Access | undefined): void => {
    request.access = access;
    if (!o.ready()) throw pluginNotReady();
  };
  const enter = (request: FastifyRequest): void | Promise<void> => {
    const access = o.authorizer.authorize(even, request.identity, (locator) => at(request, locator));
    return access instanceof Promise ? access.then((made) => granted(request, made)) : granted(request, access);
  };
  const admit = (
    request: FastifyRequest,
    reply: FastifyReply,
    identity: Identity | undefined,
  ): void | Promise<void> => {
    request.identity = identity;
    o.limit(identity, request, reply);
    return namedLater ? o.authorizer.admit(even, identity) : enter(request);
  };
  const onRequest = hook((request, reply) => {
    const identity = identified(request);
    return identity instanceof Promise
      ? identity.then((known) => admit(request, reply, known))
      : admit(request, reply, identity);
  });
  return { hooks: namedLater || o.readsBody ? { onRequest, preHandler: hook(enter) } : { onRequest }, enter };
}

type Hook = (request: FastifyRequest, reply: FastifyReply, done: (error?: Error) => void) => void;

/** Goes on at once with what is known already, as for most requests, and else when it is. */
const hook =
  (run: (request: FastifyRequest, reply: FastifyReply) => void | Promise<void>): Hook =>
  (request, reply, done) => {
    try {
      const running = run(request, reply);
      if (running instanceof Promise) return void running.then(() => done(), done);
    } catch (error) {
      return done(error as Error);
    }
    done();
  };

/**
 * An open route serves everybody, also somebody with a stale session. Where people are not served, a session that came
 * along proves nothing, wherever it was sent from.
 */
function identifiedFor(gate: Gate, identify: Identify): Identify {
  const served = 'open' in gate || (gate.actors ?? ['user']).includes('user');
  if (served && !('open' in gate)) return identify;
  const strange = (error: unknown): undefined => {
    // Nor is it asked who somebody is while those who could tell are being set up.
    const unknown = (problem: Problem): boolean =>
      served ? problem.status === 401 || problem.code === 'plugin-not-ready' : problem.code === 'csrf';
    if (Problem.is(error) && unknown(error)) return undefined;
    throw error;
  };
  return (request) => {
    try {
      const identity = identify(request);
      return identity instanceof Promise ? identity.catch(strange) : identity;
    } catch (error) {
      return strange(error);
    }
  };
}
