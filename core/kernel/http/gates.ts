import type { FastifyReply, FastifyRequest } from 'fastify';
import { Problem } from '@dossier/sdk';
import type { Gate, Identity, Locator } from '@dossier/sdk';
import type { Gatekeeper } from '../access/gatekeeper.ts';
import type { RateLimits } from './rate-limit.ts';

/** Who sent the request; undefined when it carries no credential. */
export type Identify = (request: FastifyRequest) => Identity | undefined | Promise<Identity | undefined>;

/** The value of a request that a locator names. */
export const at = (request: FastifyRequest, locator: Locator): unknown => {
  const holder: unknown = locator.in === 'params' ? request.params : locator.in === 'query' ? request.query : request.body;
  return typeof holder === 'object' && holder !== null ? (holder as Record<string, unknown>)[locator.name] : undefined;
};

/**
 * The hooks of one gate. Who asks is settled before the body is read. A place named in the path or query is looked up before the body
 * is validated, so that a stranger learns nothing from validation; one named in the body can only be looked up afterwards.
 */
export function gateHooks(gate: Gate, o: { identify: Identify; limit: RateLimits['actor']; keeper: Gatekeeper; ready: () => boolean }): { onRequest: Hook; preValidation?: Hook; preHandler?: Hook } {
  const open: Hook = (request, _reply, done) => settle(() => o.keeper.open(gate, request.identity, (locator) => at(request, locator)), (access) => {
    request.access = access;
    if (!o.ready()) throw notReady();
  }, done);
  const onRequest: Hook = (request, reply, done) => settle(() => identified(gate, request, o.identify), (identity) => {
    request.identity = identity;
    o.limit(identity, request, reply);
    o.keeper.admit(gate, identity);
  }, done);
  const named = 'at' in gate && gate.at.in === 'body';
  return named ? { onRequest, preHandler: open } : { onRequest, preValidation: open };
}

type Hook = (request: FastifyRequest, reply: FastifyReply, done: (error?: Error) => void) => void;

/** Most requests come with what is known already: these go on at once, and only the others wait for a promise. */
function settle<T>(ask: () => T | Promise<T>, then: (value: T) => void, done: (error?: Error) => void): void {
  try {
    const value = ask();
    if (value instanceof Promise) return void value.then(then).then(() => done(), done);
    then(value);
  } catch (error) {
    return done(error as Error);
  }
  done();
}

/** 503 while the plugin behind a route is starting, failing or stopped; the rest of the service goes on. */
export const notReady = (): Problem =>
  new Problem(503, 'plugin-not-ready', 'Not ready', { detail: 'This part of the service is starting or failing; the rest works. Try again shortly.', headers: { 'retry-after': '5' } });

/** An open route serves everybody, also somebody with a stale session. */
function identified(gate: Gate, request: FastifyRequest, identify: Identify): ReturnType<Identify> {
  if (!('open' in gate)) return identify(request);
  const strange = (error: unknown): undefined => {
    if (Problem.is(error) && error.status === 401) return undefined;
    throw error;
  };
  try {
    const identity = identify(request);
    return identity instanceof Promise ? identity.catch(strange) : identity;
  } catch (error) {
    return strange(error);
  }
}
