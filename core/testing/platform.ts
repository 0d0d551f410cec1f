import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { installed, loadConfiguration } from '@dossier/config';
import { pino } from 'pino';
import type { Plugin, Token } from '@dossier/sdk';
import type { DatabaseLimits } from '../facilities/database/index.ts';
import { createKernel } from '../boot/kernel.ts';
import type { Kernel } from '../boot/kernel.ts';
import { loadPlugins } from '../load-plugins.ts';
import { kernelVersion } from '../version.ts';
import { testClient } from './client.ts';
import type { TestClient } from './client.ts';
import { testClock } from './clock.ts';
import type { TestClock } from './clock.ts';
import { blankDump, keptDump } from './dump.ts';
import type { Given } from './given.ts';
import { logged } from './logged.ts';
import { serverDatabase } from './server-database.ts';

/** The whole platform in memory: the real kernel on a real database, with a clock that the test moves. */
export interface TestPlatform extends TestClient {
  readonly kernel: Kernel;
  readonly clock: TestClock;
  readonly dataDir: string;
  service<T>(token: Token<T, 'app'>): T;
  /** The name in addresses of an organization that wants this one: that, where nobody else stands on the platform. */
  slug(wanted: string): string;
  /** A client that sends these headers. */
  as(credential: Readonly<Record<string, string>>): TestClient;
  /**
   * Runs what is due now, delivers and publishes what happened, and what that causes, until nothing is left and the log
   * shows all of it.
   */
  settle(): Promise<void>;
  stop(): Promise<void>;
}

/** One for all, because the kept dump of a database holds its root key, wrapped by this. */
const testKey = Buffer.from('the process key of every test ..').toString('base64');

/**
 * `plugins` are added to the platform's own modules, as values or by module name. `env` are process and plugin
 * settings. `work: false` leaves jobs, deliveries and what the log tells to another node on the same database. `logTo`
 * takes the lines of the log, of which there are none unless `LOG_LEVEL` is given. With `DOSSIER_TEST_DATABASE` in the
 * environment of the process, the URL of a superuser of a prepared PostgreSQL, the database is one of its own there (a
 * quarter of the time), unless `embedded` asks for the one in the process. With `listen` it serves the page that is
 * built in `webDir`, too. `databaseLimits` shorten how long a PostgreSQL is waited for. Stop it in a teardown. Who
 * needs nothing of all this takes `sharedPlatform`.
 */
export async function testPlatform(
  o: {
    plugins?: readonly (Plugin | string)[];
    with?: readonly Given[];
    env?: Readonly<Record<string, string>>;
    clock?: TestClock;
    listen?: boolean;
    webDir?: string;
    work?: boolean;
    embedded?: boolean;
    databaseLimits?: Partial<DatabaseLimits>;
    /** Milliseconds after which the start goes on without a plugin that is being set up; a minute unless given. */
    patience?: number;
    logTo?: { write(line: string): void };
  } = {},
): Promise<TestPlatform> {
  const own = installed.filter((name) => name.startsWith('@dossier/core/platform/'));
  const names = [...own, ...(o.plugins ?? []).filter((plugin) => typeof plugin === 'string')];
  const { loaded, notLoaded } = await loadPlugins([{ listedIn: 'plugins', names }]);
  const plugins = [
    ...loaded.map(({ plugin }) => plugin),
    ...(o.plugins ?? []).filter((plugin) => typeof plugin !== 'string'),
  ];
  const dataDir = mkdtempSync(join(tmpdir(), 'dossier-test-'));
  const clock = o.clock ?? testClock();
  // No rate limits unless asked for: the clock stands still, so that a whole test is one minute.
  const configured = (env: Readonly<Record<string, string>>, of: readonly Plugin[] = plugins) =>
    loadConfiguration({
      env: {
        LOG_LEVEL: 'silent',
        PORT: '0',
        DATA_DIR: dataDir,
        DEMO: 'false',
        POOL_SIZE: '4',
        RATE_PER_KEY: '0',
        RATE_PER_ADDRESS: '0',
        SECRET_KEY: testKey,
        ...env,
        ...o.env,
      },
      plugins: of.map(({ spec }) => spec),
    });
  const server =
    o.env?.['DATABASE_URL'] === undefined && !o.embedded ? process.env['DOSSIER_TEST_DATABASE'] : undefined;
  const stored =
    server === undefined
      ? undefined
      : await serverDatabase(server, [plugins.slice(0, own.length), plugins], async (env, plugins) => {
          await (
            await createKernel({
              plugins,
              kernelVersion,
              configuration: configured(env, plugins),
              clock,
              inMemory: true,
              log: pino({ level: 'silent' }),
            })
          ).stop();
        });
  const configuration = configured(stored?.env ?? {});
  const dump = keptDump(plugins);
  const kept = stored ? undefined : dump.load();
  // The migrations of what is added run on top of the platform's own, which are most of the work.
  const found = kept ?? (stored ? undefined : (keptDump(plugins.slice(0, own.length)).load() ?? (await blankDump())));
  const kernel = await createKernel({
    plugins,
    notLoaded,
    kernelVersion,
    configuration,
    clock,
    inMemory: true,
    log: pino({ level: configuration.process.LOG_LEVEL }, o.logTo),
    replace: new Map((o.with ?? []).map(({ token, value }) => [token, value])),
    ...(found ? { loadDump: found } : {}),
    ...(o.webDir === undefined ? {} : { webDir: o.webDir }),
    ...(o.databaseLimits ? { databaseLimits: o.databaseLimits } : {}),
  });
  // A server's database cannot be dumped; opening it migrates it.
  if (!kept && kernel.database.engine === 'pglite') await dump.keep(await kernel.database.dump());
  await kernel.start({ listen: o.listen ?? false, work: o.work ?? true, patience: o.patience ?? 60_000 });
  // A server with a public name answers for that alone.
  const { PUBLIC_URL } = configuration.process;
  const named: Readonly<Record<string, string>> = PUBLIC_URL === undefined ? {} : { host: new URL(PUBLIC_URL).host };
  const shown = (): Promise<void> => logged({ kernel });
  return {
    kernel,
    clock,
    dataDir,
    ...testClient(kernel, named, shown),
    service: (token) => kernel.service(token),
    slug: (wanted) => wanted,
    as: (credential) => testClient(kernel, { ...named, ...credential }, shown),
    async settle() {
      await kernel.jobs.drain();
      do await kernel.realtime.events.drain();
      while ((await kernel.jobs.drain()) > 0);
      await shown();
    },
    async stop() {
      await kernel.stop();
      // Nobody waits: the server looks each tenth of a second only whether the last connection has gone.
      void stored?.drop().catch(() => undefined);
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}
