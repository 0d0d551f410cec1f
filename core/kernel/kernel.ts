/** Puts the parts of the kernel together. Reads from top to bottom in the order in which an installation starts. */
import { mkdirSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import type { Configuration } from '@dossier/config';
import type { FastifyBaseLogger, FastifyInstance } from 'fastify';
import { AccessControl, authenticators, Clock, commands, Database, EventLog, GrantSource, Http, Installation, notFound, Registry, subjects, Vault } from '@dossier/sdk';
import type { Access, Authenticator, Command, OrganizationId, Plugin, Subject, Token } from '@dossier/sdk';
import { createAccessMaker } from './access/control.ts';
import type { AccessChange } from './access/control.ts';
import { createGatekeeper } from './access/gatekeeper.ts';
import { createGateRegistry } from './access/registry.ts';
import { openDatabase } from './database/index.ts';
import type { OpenDatabase } from './database/index.ts';
import { accessChanged, eventData, kernelTopics, repairAfterRestore } from './events/index.ts';
import { asyncapi } from './events/asyncapi.ts';
import { createLogReader } from './events/log-reader.ts';
import { facilitiesOf } from './facilities-of.ts';
import { createFieldTable } from './graphql/fields.ts';
import { createGraphqlServer } from './graphql/server.ts';
import { createHost, kernelPoints, plan as planOf, PlanError } from './host/index.ts';
import type { Host, Plan } from './host/index.ts';
import { createIdempotentRunner, idempotencyMigrations, idempotencyTables } from './http/idempotency.ts';
import { createIdentify } from './http/identify.ts';
import { openApi } from './http/openapi.ts';
import { noPages, servePages } from './http/pages.ts';
import { createRouteTable } from './http/routes.ts';
import { answerTheRest, createServer } from './http/server.ts';
import { createJobs, jobTables } from './jobs/index.ts';
import type { Jobs } from './jobs/index.ts';
import { kernelPlugin } from './own/plugin.ts';
import type { OwnParts } from './own/plugin.ts';
import { createRealtime } from './realtime.ts';
import type { Realtime } from './realtime.ts';
import { createHttpClient } from './services/http-client.ts';
import { createVault, installationKey } from './services/vault.ts';
import { createSettingsStore, settingMigrations, settingTables } from './settings/store.ts';

export interface KernelOptions {
  readonly plugins: readonly Plugin[];
  readonly kernelVersion: string;
  readonly configuration: Configuration;
  readonly log: FastifyBaseLogger;
  /** Built web application; without it only the API is served. */
  readonly webDir?: string;
  /** For tests: time, a migrated database to start from, services of the kernel to replace by token id. */
  readonly clock?: Clock;
  readonly loadDump?: Blob;
  readonly inMemory?: boolean;
  readonly replace?: ReadonlyMap<string, unknown>;
}

export interface Kernel {
  readonly plan: Plan;
  readonly host: Host;
  readonly server: FastifyInstance;
  readonly database: OpenDatabase;
  readonly jobs: Jobs;
  readonly realtime: Realtime;
  /** Listens (unless told not to), sets the plugins up, and resolves when everything that can be ready is. */
  start(o?: { listen?: boolean }): Promise<void>;
  stop(): Promise<void>;
  publicUrl(): string;
  service<T>(token: Token<T, 'app'>): T;
  /** The system acting in an organization, for tests and commands. */
  systemAccess(organization: OrganizationId): Promise<Access>;
  command(name: string): Command | undefined;
  commandNames(): readonly string[];
}

/** Names of the kernel's own tokens and points: what a plan takes as given. */
export const given = {
  services: [Clock, Database, Http, Installation, Vault, Registry, AccessControl, EventLog].map((token) => token.id),
  points: kernelPoints,
};

/** The plan of an installation, made without running any of it. */
export const installationPlan = (plugins: readonly Plugin[], kernelVersion: string): Plan =>
  planOf([kernelPlugin(() => { throw new Error('A plan runs nothing.'); }, kernelVersion), ...plugins], { kernelVersion, given });

/** Plans, opens and migrates the database, and builds the server. Nothing of a plugin has run when it returns. */
export async function createKernel(o: KernelOptions): Promise<Kernel> {
  const settings = o.configuration.process;
  const clock: Clock = o.clock ?? { now: () => new Date() };
  const late: { host?: Host; address?: string } = {};
  const own = kernelPlugin(() => parts, o.kernelVersion);
  const plugins = [own, ...o.plugins];

  const plan = planOf(plugins, { kernelVersion: o.kernelVersion, given });
  if (plan.problems.length > 0) throw new PlanError(plan.problems);
  const specs = plan.order.map((id) => plan.specs.get(id)!);
  function publicUrl(): string {
    return settings.PUBLIC_URL?.replace(/\/$/, '') ?? late.address ?? `http://${settings.HOST}:${settings.PORT}`;
  }

  const embedded = settings.DATABASE_URL === undefined;
  if (!o.inMemory) mkdirSync(settings.DATA_DIR, { recursive: true });
  const database = await openDatabase({
    dataDir: o.inMemory ? 'memory' : settings.DATA_DIR, log: o.log, plugins: specs, pool: settings.POOL_SIZE,
    kernelTables: [eventData, jobTables, { id: 'kernel', tables: [...idempotencyTables, ...settingTables], migrations: [...idempotencyMigrations, ...settingMigrations] }],
    ...(settings.DATABASE_URL ? { url: settings.DATABASE_URL } : {}), ...(settings.DATABASE_ADMIN_URL ? { adminUrl: settings.DATABASE_ADMIN_URL } : {}), ...(o.loadDump ? { loadDump: o.loadDump } : {}),
  });
  try {
    await database.migrate();
    await database.asOwner((owner) => repairAfterRestore(owner, o.log));
  } catch (error) {
    await database.close();
    throw error;
  }

  const key = installationKey(settings.DATA_DIR, settings.SECRET_KEY);
  const vault = createVault(key);
  const registry = createGateRegistry(plan.inventory.features.map(({ feature }) => feature), plan.inventory.permissions.map(({ permission }) => permission));
  const maker = createAccessMaker({ registry, source: () => late.host!.service(GrantSource), now: () => clock.now().getTime(), lifetime: 1_500 });
  const contributed = <T>(point: string): readonly { readonly id: string; readonly value: T }[] => late.host!.contributions.entries(point).map(({ id, value }) => ({ id, value: value as T }));
  const keeper = createGatekeeper({ maker, subject: (id) => contributed<Subject>(subjects.id).find((one) => one.id === id)?.value });
  const identify = createIdentify({ authenticators: () => contributed<Authenticator>(authenticators.id).map(({ value }) => value), operatorToken: settings.OPERATOR_TOKEN });
  const isReady = (plugin: string): boolean => late.host?.isReady(plugin) ?? false;

  const jobs = await createJobs({ database, jobs: plan.inventory.jobs.map(({ job }) => job), schedules: plan.inventory.schedules.map(({ schedule }) => schedule), log: o.log, ...(o.clock ? { clock: o.clock } : {}) });
  const realtime = await createRealtime({
    database, topics: plan.inventory.topics.map(({ topic }) => topic), keeper, maker, installationKey: key, isReady, clock, log: o.log, check: embedded,
    origins: () => [publicUrl()], dataDir: settings.DATA_DIR, ...(settings.MQTT_URL ? { mqttUrl: settings.MQTT_URL } : {}),
  });

  const routes = createRouteTable(specs, { identify, keeper, isReady, idempotent: createIdempotentRunner(database.database) });
  const fields = createFieldTable(specs, { keeper, isReady, version: o.kernelVersion });
  const accessControl: AccessControl = {
    changed(access, what) {
      const change: AccessChange = what;
      realtime.events.log.emit(accessChanged, concerning(access, change), { subject: { type: 'organization', id: change.organization }, workspace: change.workspace ?? null }, { ...(change.workspace ? { workspace: change.workspace } : {}), ...(change.user ? { user: change.user } : {}), ...(change.credential ? { credential: change.credential } : {}) });
      database.scope.afterCommit(() => realtime.broker.revoke(change));
    },
    async atWorkspace(access, workspace) {
      const identity = maker.identityOf(access);
      if (access.organization === null) return undefined;
      const there = identity ? await maker.workspace(identity, access.organization, workspace) : access.actor.kind === 'system' ? await maker.system(access.actor, access.organization, workspace) : null;
      return there ?? undefined;
    },
  };
  const services = new Map<string, unknown>([
    [Clock.id, clock], [Database.id, database.database], [Vault.id, vault], [Registry.id, registry], [AccessControl.id, accessControl],
    [Http.id, createHttpClient(() => database.scope.current() !== undefined)],
    [EventLog.id, createLogReader({ database: database.database, events: plan.inventory.events.map(({ event }) => event) })],
    [Installation.id, { publicUrl, localUrl: () => late.address ?? publicUrl(), dataDir: settings.DATA_DIR, demo: settings.DEMO ?? embedded, embedded, version: o.kernelVersion } satisfies Installation],
    ...(o.replace ?? []),
  ]);
  const host = late.host = createHost({
    plugins, kernelVersion: o.kernelVersion, given: services, clock, log: o.log, configOf: (plugin) => o.configuration.plugins.get(plugin) ?? {},
    facilities: facilitiesOf({ routes, fields, realtime, jobs, settings: createSettingsStore(database.database, vault), maker }),
    onStarted: async () => {
      await realtime.start();
      await jobs.start();
    },
  });

  const server = await createServer({ log: o.log, trustProxy: settings.TRUST_PROXY, secure: settings.PUBLIC_URL?.startsWith('https:') ?? false });
  const pages = o.webDir === undefined ? noPages : await servePages(server, o.webDir);
  const graphql = await createGraphqlServer(server, fields, { introspection: embedded });
  await realtime.broker.attach(server);
  routes.register(server);
  answerTheRest(server, plan.inventory.routes.flatMap(({ route }) => [route.url, ...(route.aliases ?? [])].map((url) => ({ method: route.method, url }))), pages);
  await server.ready();

  const parts: OwnParts = {
    plugins: () => specs, moduleOf: pages.moduleOf, identityOf: maker.identityOf, isReady, graphql: () => graphql,
    async health() {
      const health = await host.health();
      return { ready: health.status !== 'down', plugins: Object.fromEntries(Object.entries(health.plugins).map(([id, plugin]) => [id, plugin.state.state])) };
    },
    openApi: () => openApi(specs, { version: o.kernelVersion, serverUrl: publicUrl() }),
    asyncApi: () => asyncapi({ topics: [...kernelTopics, ...plan.inventory.topics.map(({ topic }) => topic)], version: o.kernelVersion, host: new URL(publicUrl()).host, secure: publicUrl().startsWith('https:') }),
    ticket: async (identity) => ({ ...(await realtime.tickets.issueTicket(identity)), prefix: `dossier/1/o/${identity.organization}` }),
    since: realtime.since,
  };

  return {
    plan, host, server, database, jobs, realtime, publicUrl,
    service: (token) => host.service(token),
    async systemAccess(organization) {
      const access = await maker.system({ kind: 'system', id: 'core', name: 'System' }, organization, null);
      if (!access) throw notFound();
      return access;
    },
    command: (name) => contributed<Command>(commands.id).find((one) => one.id === name)?.value,
    commandNames: () => contributed<Command>(commands.id).map(({ id }) => id),
    async start({ listen = true } = {}) {
      if (listen) {
        await server.listen({ host: settings.HOST, port: settings.PORT });
        const { address, family, port } = server.server.address() as AddressInfo;
        late.address = `http://${family === 'IPv6' ? `[${address}]` : address}:${port}`;
      }
      await host.start();
    },
    async stop() {
      await server.close();
      await host.stop();
      await jobs.stop();
      await realtime.close();
      await database.close();
    },
  };
}

/** The event of an access change belongs to the organization that it names, whoever made it. */
function concerning(access: Access, change: AccessChange): Access {
  return {
    scope: 'organization', actor: access.actor, organization: change.organization, workspace: change.workspace ?? null, has: () => false, can: () => false,
    demand() {
      throw notFound();
    },
  };
}
