import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { blockOf, Problem } from '@dossier/sdk';
import type { Identity } from '@dossier/sdk';
import { createRateCounters, secondsLeft, secondsUntilFree } from './rate-counters.ts';
import type { Bucket, RateCounters } from './rate-counters.ts';

/**
 * How many requests a minute one API key, one person and one address may make, on all nodes together.
 * A refusal is 429 with `Retry-After`; every answer says what is left, in the fields of
 * draft-ietf-httpapi-ratelimit-headers-10.
 */
export interface RateLimits {
  readonly counters: RateCounters;
  /** Counts every request by its address, before anything else is done for it. */
  attach(server: FastifyInstance): void;
  /**
   * After it is known who asks. The operator is never refused: they are the one who has to help.
   */
  actor: CountRequest;
  /** The same on a route that one address may call so many times a minute; its answers say what is left of that. */
  onRoute(route: string, perMinute: number): CountRequest;
}

/** Counts a request. Throws the problem `too-many-requests` (429). */
export type CountRequest = (identity: Identity | undefined, request: FastifyRequest, reply: FastifyReply) => void;

/** `perKey` also holds for a person, `perAddress` for an address with all its callers; 0 means no limit. */
export function createRateLimits(o: { perKey: number; perAddress: number; now: () => number }): RateLimits {
  const counters = createRateCounters({ now: o.now });
  const ofAddress = (ip: string): Bucket => counters.bucket(ip, () => `address:${blockOf(ip)}`);

  const usualPolicy = policyField('actor', o.perKey);
  // An organization gives a key of its own less than others have, never more: how much the installation bears is for
  // its operator to say.
  const limitOf = ({ perMinute = o.perKey }: Identity): number =>
    o.perKey === 0 ? perMinute : Math.min(perMinute, o.perKey);

  const refusal = (policy: Policy, bucket: Bucket, limit: number, now: number): Problem => {
    const wait = secondsUntilFree(bucket, limit, now);
    return new Problem(429, 'too-many-requests', 'Too many requests', {
      detail: `More than ${limit} requests a minute ${whose[policy]}. Try again in ${wait} seconds.`,
      headers: {
        'retry-after': String(wait),
        'ratelimit-policy': policyField(policy, limit),
        ratelimit: `"${policy}";r=0;t=${wait}`,
      },
    });
  };

  const actor: CountRequest = (identity, request, reply) => {
    const now = request.arrivedAt;
    if (identity === undefined) {
      if (o.perAddress === 0) return;
      return tell(
        reply,
        policyField('address', o.perAddress),
        `"address";r=${counters.left(ofAddress(request.ip), o.perAddress, now)};t=${secondsLeft(now)}`,
      );
    }
    const limit = limitOf(identity);
    if (limit === 0 || identity.operator) return;
    const { kind, id } = identity.actor;
    const bucket = counters.bucket(id, () => `${kind}:${id}`);
    const left = counters.take(bucket, limit, now);
    if (left < 0) throw refusal('actor', bucket, limit, now);
    tell(
      reply,
      limit === o.perKey ? usualPolicy : policyField('actor', limit),
      `"actor";r=${left};t=${secondsLeft(now)}`,
    );
  };

  return {
    counters,
    attach(server) {
      if (o.perAddress === 0) return;
      server.addHook('onRequest', (request, _reply, done) => {
        const bucket = ofAddress(request.ip);
        if (counters.take(bucket, o.perAddress, request.arrivedAt) < 0)
          done(refusal('address', bucket, o.perAddress, request.arrivedAt));
        else done();
      });
    },
    actor,
    onRoute(route, perMinute) {
      const policy = policyField('route', perMinute);
      return (identity, request, reply) => {
        actor(identity, request, reply);
        if (identity?.operator) return;
        const { ip, arrivedAt: now } = request;
        const bucket = counters.bucket(`${route} ${ip}`, () => `route:${route} address:${blockOf(ip)}`);
        const left = counters.take(bucket, perMinute, now);
        if (left < 0) throw refusal('route', bucket, perMinute, now);
        tell(reply, policy, `"route";r=${left};t=${secondsLeft(now)}`);
      };
    },
  };
}

type Policy = 'address' | 'actor' | 'route';

const whose: Readonly<Record<Policy, string>> = {
  address: 'from this address',
  actor: 'by this key or person',
  route: 'for this from this address',
};

const tell = (reply: FastifyReply, policy: string, state: string): void =>
  void reply.header('ratelimit-policy', policy).header('ratelimit', state);

const policyField = (policy: Policy, limit: number): string => `"${policy}";q=${limit};w=60`;
