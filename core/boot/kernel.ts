import { systemClock } from '@dossier/sdk';
import type { Configuration } from '@dossier/config';
import type { FastifyBaseLogger } from 'fastify';
import type { Clock, Plugin } from '@dossier/sdk';
import { assemble } from './assembly.ts';
import type { Assembly } from './assembly.ts';
import type { DatabaseLimits, OpenDatabase } from '../facilities/database/index.ts';
import type { ServerLimits } from '../facilities/http/server.ts';
import type { Refused } from '../kernel/index.ts';
import { answerNodes } from './node-requests.ts';
import { openInstallation } from './installation.ts';
import type { InstallationBackends } from './installation.ts';
import type { Jobs } from '../facilities/jobs/index.ts';
import type { Realtime } from '../facilities/realtime/realtime.ts';
import type { SettingsStore } from '../facilities/settings/store.ts';
import { openingFault } from './preflight.ts';

export interface KernelOptions {
  readonly plugins: readonly Plugin[];
  /** What is installed and could not be loaded. */
  readonly notLoaded?: ReadonlyMap<string, Refused>;
  readonly kernelVersion: string;
  readonly configuration: Configuration;
  readonly log: FastifyBaseLogger;
  /** Built web application; without it only the API is served. */
  readonly webDir?: string;
  /**
   * For tests: time, a migrated database to start from, services of the kernel to replace by token id, shorter time
   * limits of the server and of what waits for the database.
   */
  readonly clock?: Clock;
  readonly loadDump?: Blob;
  readonly inMemory?: boolean;
  readonly replace?: ReadonlyMap<string, unknown>;
  readonly limits?: ServerLimits;
  readonly databaseLimits?: Partial<DatabaseLimits>;
}

/** The kernel of an installation. */
export interface Kernel extends Assembly<InstallationBackends> {
  readonly database: OpenDatabase;
  readonly jobs: Jobs;
  readonly realtime: Realtime;
  readonly settings: SettingsStore;
}

/**
 * Plans, opens and migrates the database, and builds the server. Nothing of a plugin has run when it returns. Throws
 * `SettingsError` when the folder or the database that the settings name cannot be used.
 */
export async function createKernel(o: KernelOptions): Promise<Kernel> {
  const assembly = await assemble({
    ...o,
    clock: o.clock ?? systemClock,
    // A public installation on PostgreSQL publishes its interface as documents, not by introspection.
    introspection: o.configuration.process.DATABASE_URL === undefined,
    backends: (above) =>
      openInstallation(above, {
        configuration: o.configuration,
        testClock: o.clock,
        loadDump: o.loadDump,
        inMemory: o.inMemory,
        databaseLimits: o.databaseLimits,
      }).catch(async (error: unknown) => {
        throw await openingFault(error, o.configuration.process);
      }),
  });
  const { backends } = assembly;
  let deaf = (): void => undefined;
  return {
    ...assembly,
    async start(how) {
      await assembly.start(how);
      // Only who serves is asked: a command that has opened the installation answers nobody.
      if (how?.listen ?? true) deaf = answerNodes({ database: backends.open, host: assembly.host, log: o.log });
    },
    async stop() {
      deaf();
      await assembly.stop();
    },
    database: backends.open,
    jobs: backends.queue,
    realtime: backends.realtime,
    settings: backends.settings,
  };
}
