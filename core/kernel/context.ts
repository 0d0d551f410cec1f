import type {
  Access,
  Change,
  ContributionGate,
  EventType,
  FieldResolvers,
  Job,
  JobRun,
  Log,
  LoggedEvent,
  MountHandler,
  OrganizationId,
  Point,
  RouteCheck,
  RouteHandler,
  RouteSpec,
  Token,
} from '@dossier/sdk';
import type { Facilities } from './facilities.ts';
import type { Activities } from './lifecycle/activity.ts';
import { contributionGateFault, namedBy } from './plan/check-gates.ts';
import { HostError } from './errors.ts';
import { createPerOrganization } from './organization-services.ts';
import type { Plan } from './plan/plan.ts';
import type { Check, Run } from './lifecycle/run.ts';

export interface ContextParts {
  readonly plan: Plan;
  readonly facilities: Facilities;
  readonly activities: Activities;
  readonly log: Log;
  readonly config: unknown;
  /** Milliseconds that building a service for an organization may take. */
  readonly buildLimit: number;
}

/**
 * What `setup` gets. The compiler refuses what the spec does not declare; plugins may come without types or from an
 * older SDK, so the same is refused here: `K_NOT_DECLARED`, `K_TWICE`, `K_NO_GATE`, and `K_SEALED` after setup.
 */
export function contextOf(run: Run, parts: ContextParts) {
  const { spec } = run;
  const { facilities, plan } = parts;
  const refuse = (code: string, text: string): never => {
    throw new HostError(code, spec.id, `plugin ${spec.id} ${text}`);
  };
  const open = (what: string): void => {
    if (run.phase !== 'setup')
      refuse(
        'K_SEALED',
        `${what} ${run.phase === 'over' ? 'after it was stopped' : 'after its setup'}; register everything in setup`,
      );
  };
  const declared = (
    what: string,
    id: string,
    ids: readonly { readonly id: string }[] | undefined,
    where: string,
  ): void => {
    if (!ids?.some((one) => one.id === id))
      refuse('K_NOT_DECLARED', `${what} ${id}, which it does not declare; add it to ${where}`);
  };
  const gated = (what: string, gate: ContributionGate): void => {
    const fault = contributionGateFault(gate);
    if (fault !== undefined) refuse('K_NO_GATE', `gives ${what}, which ${fault}`);
    const { features, permissions } = namedBy(gate);
    for (const { id } of features)
      if (!plan.inventory.features.some(({ feature }) => feature.id === id))
        refuse('K_UNDECLARED_FEATURE', `gates ${what} by the feature ${id}, which no installed plugin declares`);
    for (const { id } of permissions)
      if (!plan.inventory.permissions.some(({ permission }) => permission.id === id))
        refuse('K_UNDECLARED_PERMISSION', `gates ${what} by the permission ${id}, which no installed plugin declares`);
  };
  const given = {
    routes: false,
    mounts: new Set<string>(),
    fields: new Set<string>(),
    jobs: new Set<string>(),
    deliveries: new Set<string>(),
  };
  const once = (set: Set<string>, what: string, id: string): void => {
    if (set.has(id)) refuse('K_TWICE', `${what} ${id} twice`);
    set.add(id);
  };

  const context = {
    id: spec.id,
    config: parts.config,
    log: parts.log,
    signal: run.stopping.signal,
    settings: (organization: OrganizationId) => facilities.settings(spec, organization),
    asSystem: facilities.asSystem(spec),
    provide(token: Token<unknown>, value: unknown) {
      open(`provides ${token.id}`);
      declared('provides', token.id, spec.provides, 'provides');
      if (run.provided.has(token.id)) refuse('K_TWICE', `provides ${token.id} twice`);
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
        failed: (error) => parts.log.warn({ error }, `A value of ${token.id} could not be closed.`),
      });
      run.perOrganization.push(services);
      run.provided.set(token.id, services);
    },
    contribute(point: Point<unknown>, id: string, gate: ContributionGate, value: object) {
      open(`contributes ${id} to ${point.id}`);
      declared(`contributes ${id} to`, point.id, spec.extends, 'extends');
      gated(`${id} to ${point.id}`, gate);
      if (run.contributions.some((other) => other.point === point.id && other.id === id))
        refuse('K_TWICE', `contributes ${id} to ${point.id} twice`);
      run.contributions.push({ plugin: spec.id, point: point.id, id, gate, value });
    },
    routes(
      handlers: Readonly<Record<string, RouteHandler<RouteSpec>>>,
      checks: Readonly<Record<string, RouteCheck<RouteSpec>>> = {},
    ) {
      open('gives handlers for its routes');
      if (given.routes) refuse('K_TWICE', 'gives handlers for its routes twice');
      const missing = Object.keys(spec.routes ?? {}).filter((name) => typeof handlers[name] !== 'function');
      if (missing.length > 0)
        refuse('K_NO_HANDLER', `declares the routes ${missing.join(', ')} and gives no handler for them`);
      const unknown = Object.keys({ ...handlers, ...checks }).filter((name) => spec.routes?.[name] === undefined);
      if (unknown.length > 0)
        refuse('K_NOT_DECLARED', `gives handlers or checks for ${unknown.join(', ')}, which are not among its routes`);
      given.routes = true;
      run.surfaces.push(() => facilities.routes(spec, handlers, checks));
    },
    mount(name: string, handler: MountHandler) {
      open(`mounts ${name}`);
      if (spec.mounts?.[name] === undefined)
        refuse('K_NOT_DECLARED', `mounts ${name}, which it does not declare; add it to mounts`);
      once(given.mounts, 'mounts', name);
      run.surfaces.push(() => facilities.mount(spec, name, handler));
    },
    resolve(resolvers: FieldResolvers) {
      open('gives resolvers');
      for (const field of Object.keys(resolvers)) {
        if (!Object.hasOwn(spec.graphql?.fields ?? {}, field))
          refuse('K_NOT_DECLARED', `resolves ${field}, which has no gate in graphql.fields`);
        once(given.fields, 'resolves', field);
      }
      run.surfaces.push(() => facilities.resolve(spec, resolvers));
    },
    on(
      event: EventType<unknown>,
      name: string,
      gate: ContributionGate,
      handle: (event: LoggedEvent, access: Access) => void | Promise<void>,
    ) {
      open(`listens to ${event.id}`);
      gated(`the listener ${name}`, gate);
      once(given.deliveries, 'listens as', name);
      run.background.push(() => facilities.on(spec, event, name, gate, handle));
    },
    emit(event: EventType<unknown>, access: Access, change: Change, payload: unknown) {
      declared('emits', event.id, spec.events, 'events');
      facilities.emit(spec, event, access, change, payload);
    },
    async enqueue(job: Job<unknown>, access: Access, payload: unknown, o: { after?: number; once?: string } = {}) {
      declared('enqueues', job.id, spec.jobs, 'jobs');
      await facilities.enqueue(spec, job, access, payload, o);
    },
    work(job: Job<unknown>, handle: (run: JobRun<unknown>) => Promise<void>) {
      open(`works on ${job.id}`);
      declared('works on', job.id, spec.jobs, 'jobs');
      once(given.jobs, 'works on', job.id);
      run.background.push(() => facilities.work(spec, job, handle));
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
      if (run.checks.has(name)) refuse('K_TWICE', `adds the health check ${name} twice`);
      run.checks.set(name, check);
    },
  };

  /** Throws when something was declared and not given. */
  const complete = (): void => {
    const services = (spec.provides ?? []).filter((token) => !run.provided.has(token.id)).map((token) => token.id);
    if (services.length > 0)
      refuse(
        'K_NOT_PROVIDED',
        `declares that it provides ${services.join(', ')}, and its setup did not; call plugin.provide, or drop it from provides`,
      );
    const handlers = [
      ...(given.routes ? [] : Object.keys(spec.routes ?? {}).map((name) => `route ${name}`)),
      ...Object.keys(spec.mounts ?? {})
        .filter((name) => !given.mounts.has(name))
        .map((name) => `mount ${name}`),
      ...Object.keys(spec.graphql?.fields ?? {})
        .filter((field) => !given.fields.has(field))
        .map((field) => `field ${field}`),
      ...(spec.jobs ?? []).filter((job) => !given.jobs.has(job.id)).map((job) => `job ${job.id}`),
    ];
    if (handlers.length > 0)
      refuse(
        'K_NO_HANDLER',
        `declares ${handlers.join(', ')} and gives no handler; register one in setup, or drop the declaration`,
      );
  };
  return { context, complete };
}
