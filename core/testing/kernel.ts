import { join } from 'node:path';
import { tmpdir } from 'node:os';
import { loadConfiguration } from '@dossier/config';
import { newId } from '@dossier/sdk';
import type {
  Change,
  Contributions,
  EventType,
  Feature,
  Job,
  LoggedEvent,
  OrganizationId,
  Permission,
  Plugin,
  Point,
  SettingValues,
  Token,
  WorkspaceAccess,
  WorkspaceId,
} from '@dossier/sdk';
import { assemble } from '../boot/assembly.ts';
import type { Assembly } from '../boot/assembly.ts';
import { kernelVersion } from '../version.ts';
import { testClient } from './client.ts';
import type { TestClient } from './client.ts';
import { testClock } from './clock.ts';
import { failureLog } from './failure-log.ts';
import type { TestClock } from './clock.ts';
import type { Given } from './given.ts';
import { memoryDatabase } from './memory-database.ts';
import { memoryBackends } from './memory-backends.ts';
import type { MemoryBackends, Storage } from './memory-backends.ts';
import type { RecordedJob } from './memory-work.ts';
import { actorHeader, world } from './world.ts';
import type { WorldOptions } from './world.ts';

/**
 * A real kernel with the plugins under test: host, gates, REST, GraphQL. Its own requests are anonymous; `as` makes
 * those of a person or key.
 */
export interface TestKernel extends TestClient, AsyncDisposable {
  readonly host: Assembly<MemoryBackends>['host'];
  readonly plan: Assembly<MemoryBackends>['plan'];
  readonly clock: TestClock;
  readonly organization: OrganizationId;
  readonly workspace: WorkspaceId;
  /** Events that were committed, and jobs that were enqueued, in order. */
  readonly events: readonly LoggedEvent[];
  readonly jobs: readonly Readonly<RecordedJob>[];
  /** Sends requests as a person or key of `workspace.grants` or `workspace.keys`. */
  as(name: string): TestClient;
  /**
   * The Access of that person or key in the workspace; of the system without a name. Made anew: what was switched since
   * is seen.
   */
  access(name?: string): Promise<WorkspaceAccess>;
  /** What was contributed to a point, as a plugin reads it. */
  contributions<C>(point: Point<C>): Contributions<C>;
  service<T>(token: Token<T, 'app'>): T;
  /** Switches a feature in the workspace; acts on the next request. */
  switch(feature: Feature, to: 'on' | 'off'): void;
  grant(name: string, permission: Permission, granted: boolean): void;
  /** Replaces the organization's settings of a plugin, as an administrator would. */
  settings(plugin: string, values: SettingValues): Promise<void>;
  /** Emits an event as the system in the workspace, for plugins that hear it. */
  emit<P>(event: EventType<P>, change: Change, payload: P): Promise<void>;
  /** Delivers events and runs jobs that are due, and what that causes. Rejects with what a delivery threw. */
  settle(): Promise<void>;
  /** Runs the handler of a job now; rejects with what it throws. */
  run<P>(job: Job<P>, payload: P): Promise<void>;
  stop(): Promise<void>;
}

/**
 * Boots the plugins in memory, in some milliseconds, without the platform's own modules: one organization with one
 * workspace stands in for them. What the plugins take from others is given by `with`. Declares one of them a table or
 * an idempotent route, a database in memory is started too. Rejects when one of them does not run, with the reason; an
 * answer 500 is printed on the standard error, with what was thrown. `env` are settings of the process and of plugins,
 * `settings` those of the organization by plugin id. Independent of every other one, so safe in parallel.
 */
export async function testKernel(o: {
  plugins: readonly Plugin[];
  with?: readonly Given[];
  workspace?: WorldOptions;
  env?: Readonly<Record<string, string>>;
  settings?: Readonly<Record<string, SettingValues>>;
  clock?: TestClock;
  /** What becomes of a plugin that fails is what is tried; otherwise the test is not to begin without it. */
  failing?: 'allowed';
}): Promise<TestKernel> {
  const place = world(o.plugins, o.workspace ?? {});
  const plugins = [...o.plugins, place.plugin];
  const clock = o.clock ?? testClock();
  const kernel = await assemble<MemoryBackends>({
    plugins,
    kernelVersion,
    clock,
    log: failureLog(),
    introspection: o.env?.['DATABASE_URL'] === undefined,
    replace: new Map((o.with ?? []).map(({ token, value }) => [token, value])),
    configuration: loadConfiguration({
      env: {
        LOG_LEVEL: 'silent',
        DEMO: 'false',
        RATE_PER_KEY: '0',
        RATE_PER_ADDRESS: '0',
        DATA_DIR: join(tmpdir(), `dossier-test-${newId()}`),
        ...o.env,
      },
      plugins: plugins.map(({ spec }) => spec),
    }),
    backends: async (context) =>
      memoryBackends(context, {
        settings: o.settings ?? {},
        organization: place.organization,
        storage: plugins.some(stores)
          ? await (await import('./stored.ts')).stored(context, plugins, clock)
          : unstored(),
      }),
  });
  // Here nobody is left behind: a test machine may be slow.
  await kernel.start({ listen: false, patience: 60_000 });
  const reasons = Object.entries(kernel.host.reasons());
  if (o.failing === undefined && reasons.length > 0) {
    const [plugin] = reasons[0]!;
    const cause = kernel.host.failures().get(plugin);
    await kernel.stop();
    throw new Error(
      `Not every plugin runs; allow it by failing: 'allowed' where that is what is tried.\n${reasons.map(([id, reason]) => `  ${id}: ${reason}`).join('\n')}`,
      { cause },
    );
  }
  const {
    backends: backends,
    host,
    context: { accessResolver },
  } = kernel;
  const { organization, workspace } = place;
  const known = <T>(access: T | null): T => {
    if (!access) throw new Error('The workspace of the test is gone.');
    return access;
  };
  const access = async (name?: string): Promise<WorkspaceAccess> =>
    known(
      await (name === undefined
        ? accessResolver.system({ kind: 'system', id: 'test', name: 'Test' }, organization, workspace)
        : accessResolver.workspace(place.identity(name), organization, workspace)),
    ) as WorkspaceAccess;
  return {
    ...testClient(kernel),
    host,
    plan: kernel.plan,
    clock,
    organization,
    workspace,
    access,
    events: backends.work.events,
    jobs: backends.work.recorded,
    settle: backends.work.settle,
    as: (name) => testClient(kernel, { [actorHeader]: place.identity(name).actor.name }),
    contributions: <C>(point: Point<C>) => host.contributions.reader(point.id) as Contributions<C>,
    service: (token) => host.service(token),
    switch(feature, to) {
      place.switch(feature, to);
      accessResolver.dropped({ organization });
    },
    grant(name, permission, granted) {
      place.grant(name, permission, granted);
      accessResolver.dropped({ organization });
    },
    async settings(plugin, values) {
      const spec = kernel.plan.specs.get(plugin);
      if (!spec) throw new RangeError(`The plugin ${plugin} is not installed.`);
      await backends.saveSettings(spec, await access(), values);
    },
    async emit(event, change, payload) {
      const system = await access();
      await backends.database.write(system, async () => backends.emit(event, system, change, payload));
    },
    run: (job, payload) => backends.work.run(job, organization, payload),
    stop: kernel.stop,
    [Symbol.asyncDispose]: kernel.stop,
  };
}

const stores = ({ spec }: Plugin): boolean =>
  (spec.tables ?? []).length > 0 || Object.values(spec.routes ?? {}).some((route) => route.idempotent === true);

const unstored = (): Storage => ({
  database: memoryDatabase(),
  stores: false,
  idempotent: async (_request, _operation, _success, run) => run(),
  close: async () => undefined,
});
