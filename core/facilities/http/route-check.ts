import type { FastifyRequest } from 'fastify';
import { invalid } from '@dossier/sdk';
import type { Fault, Gate, Problem, RouteCheck, RouteSpec } from '@dossier/sdk';
import { at } from './gates.ts';
import { allStorable } from '../database/index.ts';

/** What a route has for bodies that do not fit its schema. */
interface Checking {
  readonly gate: Gate;
  readonly enter: (request: FastifyRequest) => void | Promise<void>;
  readonly check: RouteCheck<RouteSpec>;
}

/**
 * Adds to what a schema has found in a body what the route's check finds in the parts that fit it. Rejects with the
 * gate's refusal: a caller who is not allowed there learns nothing about what they sent, unless the place itself is
 * named wrong. The body loses what does not fit.
 */
export async function withChecked(
  problem: Problem,
  request: FastifyRequest,
  { gate, enter, check }: Checking,
): Promise<Problem> {
  const { body } = request;
  // Of very many faults not all are reported, so not all could be taken out.
  if (problem.more > 0 || !takeOut(body, problem.errors) || !allStorable(body)) return problem;
  if ('at' in gate && at(request, gate.at) === undefined) return problem;
  await enter(request);
  const more = await check({ access: request.access as never, params: request.params, body });
  return more.length > 0 ? invalid([...problem.errors, ...more]) : problem;
}

/**
 * Takes out what the faults point to and leaves its place empty: pointers to other items hold, and a member that was
 * sent wrong is none that was not sent. False when nothing is left.
 */
function takeOut(body: unknown, faults: readonly Fault[]): boolean {
  for (const { pointer } of faults) {
    const names = pointer
      .split('/')
      .slice(1)
      .map((name) => name.replaceAll('~1', '/').replaceAll('~0', '~'));
    const last = names.pop();
    if (last === undefined) return false;
    const holder = names.reduce<unknown>(
      (inside, name) => (isHolder(inside) && Object.hasOwn(inside, name) ? inside[name] : undefined),
      body,
    );
    if (!isHolder(holder) || !Object.hasOwn(holder, last)) continue;
    holder[last] = undefined;
  }
  return true;
}

const isHolder = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null;
