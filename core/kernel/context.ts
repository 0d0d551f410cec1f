import type { ContributionGate, ErasedSpec, Log, Point, SystemAccess, Token } from '@dossier/sdk';
import { HostError } from './errors.ts';
import type { Facility } from './facility.ts';
import type { Activities } from './lifecycle/activity.ts';
import type { Check, Run } from './lifecycle/run.ts';
import { createPerOrganization } from './organization-services.ts';
import { contributionName } from './plan/kinds.ts';
import type { Plan } from './plan/plan.ts';
import { registeringOf } from './registering.ts';

export interface ContextParts {
  readonly plan: Plan;
  readonly facilities: readonly Facility[];
  readonly asSystem: (plugin: ErasedSpec) => SystemAccess;
  readonly activities: Activities;
  readonly log: Log;
  readonly config: unknown;
  /** Milliseconds that building a service for an organization may take. */
  readonly buildLimit: number;
}

/**
 * What `setup` gets: the kernel's own verbs, which put plugins together and run them, and those of the facilities.
 * Faults are `K_NOT_DECLARED`, `K_TWICE`, `K_NO_GATE`, and `K_SEALED` after setup.
 */
export function contextOf(run: Run, parts: ContextParts) {
  const { spec } = run;
  const registering = registeringOf(run, parts);
  const { open, declared, gated, once, refuse } = registering;

  const own = {
    id: spec.id,
    config: parts.config,
    log: parts.log,
    signal: run.stopping.signal,
    asSystem: parts.asSystem(spec),
    provide(token: Token<unknown>, value: unknown) {
      open(`provides ${token.id}`);
      declared('provides', token.id, spec.provides, 'provides');
      once('provides', token.id);
      if (token.scope === 'app') return void run.provided.set(token.id, value);
      if (typeof value !== 'function')
        return refuse(
          'K_NOT_PROVIDED',
          `provides ${token.id} as a value; a service per organization is a function of the organization`,
        );
      const services = createPerOrganization({
        plugin: spec.id,
        token: token.id,
        activities: parts.activities,
        limit: parts.buildLimit,
        build: (organization): unknown => value(organization),
        failed: (error) => parts.log.warn({ err: error }, `A value of ${token.id} could not be closed.`),
      });
      run.perOrganization.push(services);
      run.provided.set(token.id, services);
    },
    contribute(point: Point<unknown>, id: string, gate: ContributionGate, value: object) {
      open(`contributes ${id} to ${point.id}`);
      declared(`contributes ${id} to`, point.id, spec.extends, 'extends');
      gated(`${id} to ${point.id}`, gate);
      once(`contributes ${id} to`, point.id);
      const ids = spec.extends?.find((one) => one.id === point.id)?.ids;
      if (ids && !ids.includes(id))
        refuse(
          'K_NOT_DECLARED',
          `contributes ${id} to ${point.id}, which is not among the ids that it declares; add it to contributions(…) under extends`,
        );
      if (
        parts.plan.problems.some(({ plugin, loses }) => plugin === spec.id && loses === contributionName(point.id, id))
      )
        return;
      run.contributions.push({ plugin: spec.id, point: point.id, id, gate, value });
    },
    start(hook: () => void | Promise<void>) {
      open('adds a start hook');
      run.starts.push(hook);
    },
    ready(hook: () => void | Promise<void>) {
      open('adds a ready hook');
      run.readies.push(hook);
    },
    stop(hook: () => void | Promise<void>) {
      if (run.phase === 'over') open('adds a stop hook');
      run.stops.push(hook);
    },
    health(name: string, check: Check) {
      open(`adds the health check ${name}`);
      once('adds the health check', name);
      run.checks.set(name, check);
    },
  };

  const bound = parts.facilities.flatMap((facility) => {
    const made = facility.verbs?.(registering);
    return made ? [{ ...made, facility: facility.id }] : [];
  });
  const context: Record<string, unknown> = { ...own };
  for (const { verbs, facility } of bound) {
    for (const [name, verb] of Object.entries(verbs)) {
      if (Object.hasOwn(context, name))
        throw new HostError(
          'K_TWO_VERBS',
          'kernel',
          `The facility ${facility} adds plugin.${name}, which is there already; give it another name.`,
        );
      context[name] = verb;
    }
  }

  /** Throws when something was declared and not given. */
  const complete = (): void => {
    const services = (spec.provides ?? []).filter((token) => !run.provided.has(token.id)).map((token) => token.id);
    if (services.length > 0)
      refuse(
        'K_NOT_PROVIDED',
        `declares that it provides ${services.join(', ')}, and its setup did not; call plugin.provide, or drop it from provides`,
      );
    const missing = bound.flatMap((made) => made.missing?.() ?? []);
    if (missing.length > 0)
      refuse(
        'K_NO_HANDLER',
        `declares ${missing.join(', ')} and gives no handler; register one in setup, or drop the declaration`,
      );
  };
  return { context, complete };
}
