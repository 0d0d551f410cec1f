/**
 * Puts the parts of the kernel together on their backends. Reads from top to bottom in the order in which an
 * installation starts.
 */
import type { AddressInfo } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import type { Configuration } from '@dossier/config';
import type { FastifyBaseLogger, FastifyInstance } from 'fastify';
import {
  AccessControl,
  authenticators,
  Clock,
  commands,
  GrantSource,
  Installation,
  InterfaceDocuments,
  notFound,
  personPage,
  Registry,
  subjects,
} from '@dossier/sdk';
import type {
  Access,
  AccessChange,
  Authenticator,
  Command,
  OrganizationId,
  Plugin,
  Subject,
  Token,
} from '@dossier/sdk';
import { asSystem } from './as-system.ts';
import { createAccessResolver } from '../kernel/access/access-resolver.ts';
import { createAssistants } from '../kernel/access/assistants.ts';
import { createAccessControl } from './access-control.ts';
import { createAuthorizer } from '../kernel/access/authorizer.ts';
import { createGateRegistry } from '../kernel/access/registry.ts';
import { asyncapi } from '../facilities/events/asyncapi.ts';
import { createDenials } from '../facilities/events/denied.ts';
import { kernelTopics } from '../facilities/events/topics.ts';
import { bindings } from './bindings.ts';
import { createFieldTable } from '../facilities/graphql/fields.ts';
import { createGraphqlServer } from '../facilities/graphql/server.ts';
import type { KernelContext, Backends } from './backends.ts';
import { createHost, PlanError } from '../kernel/index.ts';
import { reasonOf } from '../kernel/errors.ts';
import type { Host, Plan, Refused } from '../kernel/index.ts';
import type { Level } from '../kernel/lifecycle/health.ts';
import { features, permissions } from '../kernel/plan/kinds.ts';
import { noteDenials } from '../facilities/http/denials.ts';
import { createIdentify } from '../facilities/http/identify.ts';
import { openApi } from '../facilities/http/openapi.ts';
import { noPages, servePages } from '../facilities/http/pages.ts';
import { createRateLimits } from '../facilities/http/rate-limit.ts';
import { routes as routeKind } from '../facilities/http/kinds.ts';
import { elements as elementKind } from '../facilities/web/kinds.ts';
import { createRouteTable } from '../facilities/http/routes.ts';
import { hostsOf } from '../facilities/http/host-check.ts';
import { answerUnknownPaths, createServer } from '../facilities/http/server.ts';
import type { ServerLimits } from '../facilities/http/server.ts';
import { installationPlan } from './installation-plan.ts';
import { kernelPlugin } from './builtin/plugin.ts';
import type { BuiltinParts } from './builtin/plugin.ts';
import { createHttpClient } from '../facilities/outbound/http-client.ts';
import { createSockets } from '../facilities/outbound/sockets.ts';
import { publicAddresses } from '../facilities/outbound/public-addresses.ts';
import { hints, topics } from '../facilities/realtime/kinds.ts';
import { listenFault } from './preflight.ts';
import { recognisedLater } from './recognised-later.ts';

export interface AssemblyOptions<G extends Backends> {
  readonly plugins: readonly Plugin[];
  /** What is installed and could not be loaded. */
  readonly notLoaded?: ReadonlyMap<string, Refused> | undefined;
  readonly kernelVersion: string;
  readonly configuration: Configuration;
  readonly log: FastifyBaseLogger;
  readonly clock: Clock;
  readonly backends: (context: KernelContext) => Promise<G>;
  /** GraphQL answers introspection to everybody. */
  readonly introspection: boolean;
  /** Built web application; without it only the API is served. */
  readonly webDir?: string | undefined;
  /** Services that stand in for the kernel's own, or for those of plugins that are not installed, by token id. */
  readonly replace?: ReadonlyMap<string, unknown> | undefined;
  readonly limits?: ServerLimits | undefined;
}

/**
 * `listen`: take requests. `work`: run jobs and schedules and deliver events; what is enqueued without it is left to a
 * process that does. Both unless given.
 */
export interface Starting {
  readonly listen?: boolean;
  readonly work?: boolean;
  /** Milliseconds after which a plugin that is still being set up is left behind, to join later. */
  readonly patience?: number | undefined;
}

export interface Assembly<G extends Backends> {
  readonly backends: G;
  readonly plan: Plan;
  readonly host: Host;
  readonly server: FastifyInstance;
  readonly context: KernelContext;
  /** Listens (unless `listen` is false), sets the plugins up, and resolves when everything that can be ready is. */
  start(o?: Starting): Promise<void>;
  /**
   * Says that it is not ready, gives a balancer so many milliseconds to notice while it serves on, and its browsers as
   * many to leave one after the other. {@link Assembly.stop} comes next.
   */
  drain(milliseconds: number): Promise<void>;
  stop(): Promise<void>;
  /** How the web application is: `down` while there is none yet, `degraded` when it could not be built. */
  pageIs(level: Level): void;
  publicUrl(): string;
  service<T>(token: Token<T, 'app'>): T;
  /** The system acting in an organization, for tests and commands. */
  systemAccess(organization: OrganizationId, workspace?: string | null): Promise<Access>;
  command(name: string): Command | undefined;
  commandNames(): readonly string[];
}

/** Plans, opens the backends, and builds the server. Nothing of a plugin has run when it returns. */
export async function assemble<G extends Backends>(o: AssemblyOptions<G>): Promise<Assembly<G>> {
  const settings = o.configuration.process;
  const { clock } = o;
  const deferred: { host?: Host; address?: string; hosts?: readonly string[]; backends?: G } = {};
  const leaving = new AbortController();
  const plugins = [kernelPlugin(() => parts, o.kernelVersion), ...o.plugins];
  const plan = installationPlan(o.plugins, o.kernelVersion, { replaced: o.replace?.keys(), notLoaded: o.notLoaded });
  if (plan.isFatal) throw new PlanError(plan.problems);
  const specs = plan.order.map((id) => plan.specs.get(id)!);
  const knownUrl = (): string | null => settings.PUBLIC_URL?.replace(/\/$/, '') ?? deferred.address ?? null;
  const publicHosts = settings.PUBLIC_URL === undefined ? [] : hostsOf(settings.PUBLIC_URL);
  /**
   * Under a public name the node answers for that alone, and for the address by which it asks itself when it signs
   * people in.
   */
  const hosts = (): readonly string[] => {
    if (publicHosts.length === 0 || deferred.address === undefined) return publicHosts;
    return (deferred.hosts ??= [...publicHosts, ...hostsOf(deferred.address)]);
  };
  const publicUrl = (): string => knownUrl() ?? `http://${settings.HOST}:${settings.PORT}`;

  const registry = createGateRegistry(
    plan.inventory.of(features).map(({ value }) => value),
    plan.inventory.of(permissions).map(({ value }) => value),
  );
  const resolver = createAccessResolver({
    registry,
    source: () => deferred.host!.service(GrantSource),
    now: () => clock.time(),
    lifetime: 1_500,
  });
  const contributed = <T>(point: string): readonly { readonly id: string; readonly value: T }[] =>
    deferred.host!.contributions.entries(point) as readonly { readonly id: string; readonly value: T }[];
  const authorizer = createAuthorizer({
    resolver,
    subject: (id) => contributed<Subject>(subjects.id).find((one) => one.id === id)?.value,
  });
  const identify = createIdentify({
    authenticators: () => {
      const all = contributed<Authenticator>(authenticators.id);
      // Who cannot be recognised yet is not a stranger.
      return deferred.host!.isAwaited(authenticators.id) ? [...all, { value: recognisedLater }] : all;
    },
    operatorToken: settings.OPERATOR_TOKEN,
    changes: resolver.changes,
    current: () => deferred.backends?.current?.(),
  });
  const current = (): Promise<unknown> | void => deferred.backends?.current?.();
  const assistants = createAssistants({ resolver, current, now: () => clock.time() });
  const accessDropped = (change?: AccessChange): void => {
    resolver.dropped(change);
    assistants.dropped(change);
    if (deferred.host) for (const { value } of contributed<Authenticator>(authenticators.id)) value.forget?.(change);
  };
  const isReady = (plugin: string): boolean => deferred.host?.isReady(plugin) ?? false;
  const context: KernelContext = {
    plan,
    specs,
    clock,
    log: o.log,
    authorizer,
    accessResolver: resolver,
    accessDropped,
    isReady,
    publicUrl,
    dropOrganization: async (organization, plugin) => deferred.host?.dropOrganization(organization, plugin),
  };
  const limits = createRateLimits({
    perKey: settings.RATE_PER_KEY,
    perAddress: settings.RATE_PER_ADDRESS,
    now: () => clock.time(),
  });
  const routes = createRouteTable([...plan.specs.values()], {
    closed: [...plan.refused.values()].flatMap(({ spec }) => spec ?? []),
    identify,
    limits,
    authorizer,
    isReady,
    idempotent: (...request) => deferred.backends!.idempotent(...request),
  });
  const denials = createDenials({ backends: () => deferred.backends!, log: o.log, now: () => clock.time() });
  const fields = createFieldTable(specs, { authorizer, denials, isReady, version: o.kernelVersion });
  const opening = o.backends(context);
  // Built while the backends open, which for the most part is waiting for a database: until both are there, nothing of
  // the backends is asked.
  const building = (async () => {
    const server = await createServer({
      log: o.log,
      now: () => clock.time(),
      leaving: leaving.signal,
      trustProxy: settings.TRUST_PROXY,
      hosts,
      secure: settings.PUBLIC_URL?.startsWith('https:') ?? false,
      ...(o.limits ? { limits: o.limits } : {}),
    });
    limits.attach(server);
    noteDenials(server, specs, denials);
    const pages =
      o.webDir === undefined
        ? noPages
        : await servePages(server, o.webDir, {
            personPages: plan.inventory
              .of(elementKind)
              .flatMap(({ value: { slot, path } }) => (slot.id === personPage.id && path !== undefined ? [path] : [])),
          });
    const graphql = await createGraphqlServer(server, fields, { introspection: o.introspection });
    const unroutable = new Map<string, Refused>();
    routes.register(server, (plugin, error) => {
      if (plan.specs.get(plugin)?.critical) throw error;
      if (plan.specs.has(plugin))
        unroutable.set(plugin, { phase: 'plan', reason: `K_BAD_ROUTE: ${reasonOf(error)}`, error });
    });
    await server.after();
    answerUnknownPaths(
      server,
      plan.inventory
        .of(routeKind)
        .flatMap(({ value: route }) =>
          [route.url, ...(route.aliases ?? [])].map((url) => ({ method: route.method, url })),
        ),
      pages,
    );
    return { server, pages, graphql, unroutable };
  })();
  const [opened, built] = await Promise.allSettled([opening, building]);
  if (opened.status === 'rejected') throw opened.reason;
  const backends = (deferred.backends = opened.value);
  /** What could not be set up on it must not go on holding the database and its directory. */
  const giveUp = async (cause: unknown): Promise<never> => {
    for (const part of ['jobs', 'realtime', 'database'] as const) {
      try {
        await backends.running[part].stop?.();
      } catch (also) {
        o.log.error({ err: also }, 'The stop after the failed start was not clean.');
      }
    }
    throw cause;
  };
  if (built.status === 'rejected') return giveUp(built.reason);
  const { server, pages, graphql, unroutable } = built.value;

  const rates = backends.rateExchange?.(limits.counters);
  const accessControl = createAccessControl(backends, resolver, assistants.make);
  const embedded = settings.DATABASE_URL === undefined;
  const documents: InterfaceDocuments = {
    openApi: () => openApi(specs, { version: o.kernelVersion, serverUrl: publicUrl() }),
    asyncApi: () =>
      asyncapi({
        topics: [...kernelTopics, ...plan.inventory.of(topics).map(({ value }) => value)],
        hints: plan.inventory.of(hints).map(({ value }) => value),
        version: o.kernelVersion,
        host: new URL(publicUrl()).host,
        secure: publicUrl().startsWith('https:'),
      }),
    graphql: graphql.schema,
  };
  const services = new Map<string, unknown>([
    [Clock.id, clock],
    [Registry.id, registry],
    [AccessControl.id, accessControl],
    [
      Installation.id,
      {
        publicUrl,
        knownUrl,
        localUrl: () => deferred.address ?? publicUrl(),
        dataDir: settings.DATA_DIR,
        demo: settings.DEMO ?? embedded,
        embedded,
        version: o.kernelVersion,
      } satisfies Installation,
    ],
    [InterfaceDocuments.id, documents],
    ...(o.replace ?? []),
  ]);
  const addresses = publicAddresses({
    allowed: settings.OUTBOUND_PRIVATE_NETWORKS?.split(',').map((range) => range.trim()) ?? [],
    own: [settings.DATABASE_URL, settings.DATABASE_ADMIN_URL, settings.MQTT_URL].filter((url) => url !== undefined),
  });
  const host = (deferred.host = createHost({
    plugins,
    notLoaded: o.notLoaded ?? new Map(),
    barred: new Map([...(backends.barred ?? []), ...unroutable]),
    first: ['core'],
    kernelVersion: o.kernelVersion,
    given: services,
    clock,
    log: o.log,
    configOf: (plugin) => o.configuration.plugins.get(plugin) ?? {},
    facilities: bindings({
      specs,
      routes,
      fields,
      backends,
      resolver,
      rates,
      log: o.log,
      http: createHttpClient(backends.inTransaction, addresses),
      sockets: createSockets(backends.inTransaction, addresses),
    }),
    asSystem: asSystem(resolver),
  }));

  try {
    await backends.attach(server);
    await server.ready();
  } catch (error) {
    await host.stop();
    throw error;
  }

  let page: Level = 'up';
  const parts: BuiltinParts = {
    plugins: () => specs,
    moduleOf: pages.moduleOf,
    identityOf: resolver.identityOf,
    isReady,
    graphql: () => graphql,
    async health() {
      const { status, parts, plugins } = await host.health();
      return {
        status: leaving.signal.aborted ? 'draining' : status === 'up' || page === 'down' ? page : status,
        parts: { ...parts, page },
        plugins: Object.fromEntries(Object.entries(plugins).map(([id, plugin]) => [id, plugin.state.state])),
        reasons: host.reasons(),
      };
    },
    documents,
    ticket: backends.ticket,
    since: backends.since,
  };

  return {
    backends,
    plan,
    host,
    server,
    context,
    publicUrl,
    service: (token) => host.service(token),
    async systemAccess(organization, workspace = null) {
      const access = await resolver.system({ kind: 'system', id: 'core', name: 'System' }, organization, workspace);
      if (!access) throw notFound();
      return access;
    },
    command: (name) => contributed<Command>(commands.id).find((one) => one.id === name)?.value,
    commandNames: () => contributed<Command>(commands.id).map(({ id }) => id),
    async start({ listen = true, work = true, patience } = {}) {
      const serve = async (): Promise<void> => {
        await server.listen({ host: settings.HOST, port: settings.PORT }).catch((error: unknown) => {
          throw listenFault(error, settings);
        });
        const { address, family, port } = server.server.address() as AddressInfo;
        deferred.address = `http://${family === 'IPv6' ? `[${address}]` : address}:${port}`;
      };
      rates?.start();
      await host.start({ work, patience, ...(listen ? { serve } : {}) });
    },
    async drain(milliseconds) {
      leaving.abort();
      if (milliseconds === 0 || deferred.address === undefined) return;
      await pause(milliseconds);
      await backends.disconnectAll(milliseconds);
    },
    pageIs(level) {
      page = level;
    },
    async stop() {
      leaving.abort();
      await server.close();
      await host.stop();
    },
  };
}
