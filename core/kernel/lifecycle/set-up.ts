import type { Contributions, ErasedSpec, Log, OrganizationId, SystemAccess } from '@dossier/sdk';
import type { Tracer } from '@opentelemetry/api';
import type { Facility } from '../facility.ts';
import type { Activities } from './activity.ts';
import type { Services } from '../container.ts';
import { contextOf } from '../context.ts';
import type { ContributionRegistry } from '../contributions.ts';
import { HostError } from '../errors.ts';
import type { PerOrganization } from '../organization-services.ts';
import type { Plan } from '../plan/plan.ts';
import { newRun } from './run.ts';
import type { Run } from './run.ts';
import { withSpan } from '../spans.ts';

export interface SetUpParts {
  readonly plan: Plan;
  readonly services: Services;
  readonly contributions: ContributionRegistry;
  readonly facilities: readonly Facility[];
  readonly asSystem: (plugin: ErasedSpec) => SystemAccess;
  readonly activities: Activities;
  readonly limit: number;
  readonly log: Log;
  readonly configOf: (plugin: string) => unknown;
  readonly stopping: AbortSignal;
  readonly tracer?: Tracer | undefined;
}

/** `found`: the run of a provider that this plugin builds on, or undefined when an optional one is absent. */
export type FindRun = (provider: string) => Run | undefined;

export type SetUp =
  { readonly is: 'up'; readonly run: Run } | { readonly is: 'failed'; readonly run: Run; readonly error: unknown };

/**
 * Runs the setup of one plugin. The run is given back with the error too, so that what it opened before can be closed.
 */
export async function setUp(id: string, found: FindRun, parts: SetUpParts): Promise<SetUp> {
  const spec = parts.plan.specs.get(id);
  if (!spec) throw new RangeError(`No plugin ${id} is installed.`);
  const run = newRun(spec);
  const abort = (): void => run.stopping.abort(parts.stopping.reason);
  parts.stopping.addEventListener('abort', abort, { once: true });
  try {
    if (parts.stopping.aborted) throw new HostError('K_STOPPING', id, 'the kernel is stopping');
    const { context, complete } = contextOf(run, {
      plan: parts.plan,
      facilities: parts.facilities,
      asSystem: parts.asSystem,
      activities: parts.activities,
      config: parts.configOf(id),
      buildLimit: parts.limit,
      log: logOf(id, parts.log),
    });
    const needs = resolveNeeds(run, found, parts);
    await withSpan(
      'plugin setup',
      { plugin: id },
      () =>
        parts.activities.run(id, 'setup', parts.limit, async () => {
          await spec.setup(needs as never, context as never);
          complete();
        }),
      parts.tracer,
    );
    run.phase = 'running';
    return { is: 'up', run };
  } catch (error) {
    run.phase = 'over';
    return { is: 'failed', run, error };
  } finally {
    parts.stopping.removeEventListener('abort', abort);
  }
}

function resolveNeeds(run: Run, found: FindRun, parts: SetUpParts): Readonly<Record<string, unknown>> {
  const resolved: Record<string, unknown> = {};
  for (const [name, need] of Object.entries(run.spec.needs ?? {})) {
    if (need.kind === 'all') {
      const contributions: Contributions<unknown> = parts.contributions.reader(need.of.id);
      resolved[name] = contributions;
      continue;
    }
    const token = need.kind === 'optional' ? need.of : need;
    const owner = parts.services.ownerOf(token.id);
    if (owner === undefined) {
      resolved[name] = undefined;
      continue;
    }
    const provider = owner === 'kernel' ? undefined : found(owner);
    if (owner !== 'kernel' && provider === undefined) {
      resolved[name] = undefined;
      continue;
    }
    if (need.kind === 'optional' && owner !== 'kernel') run.usedOptional.add(owner);
    // A provider that is being restarted has its new value next to the cell, which still serves the old one.
    const offered = provider?.provided.get(token.id);
    const value =
      provider && parts.services.read(token.id)?.value !== offered ? offered : parts.services.resolve(token.id);
    const services = provider?.perOrganization.find((one): one is PerOrganization => one === value);
    resolved[name] = services ? (organization: OrganizationId) => services.get(organization) : value;
  }
  return resolved;
}

/** The log of one plugin: every line names it. */
const logOf = (plugin: string, log: Log): Log => ({
  info: (fields, text) => log.info({ plugin, ...fields }, text),
  warn: (fields, text) => log.warn({ plugin, ...fields }, text),
  error: (fields, text) => log.error({ plugin, ...fields }, text),
});
