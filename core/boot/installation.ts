import type { Configuration } from '@dossier/config';
import type { Clock } from '@dossier/sdk';
import { createLogSeal, createSealFile, sealsOf } from '../facilities/audit-seal/index.ts';
import { createCatchUpWithChanges } from '../kernel/access/catch-up.ts';
import { openDatabase } from '../facilities/database/index.ts';
import type { DatabaseLimits, OpenDatabase } from '../facilities/database/index.ts';
import { createPersonalParts, eventData, repairAfterRestore } from '../facilities/events/index.ts';
import { events } from '../facilities/events/kinds.ts';
import { createLogReader } from '../facilities/events/log-reader.ts';
import { numberedChanges } from '../facilities/events/numbered-changes.ts';
import type { Refused } from '../kernel/index.ts';
import type { Backends, KernelContext } from './backends.ts';
import { createIdempotentRunner } from '../facilities/http/idempotency.ts';
import { idempotencyMigrations, idempotencyTables } from '../facilities/http/idempotency-table.ts';
import { createRateExchange, rateMigrations, rateTables } from '../facilities/http/rate-exchange.ts';
import { createJobs, jobTables } from '../facilities/jobs/index.ts';
import type { Jobs } from '../facilities/jobs/index.ts';
import { jobs, schedules } from '../facilities/jobs/kinds.ts';
import { topics } from '../facilities/realtime/kinds.ts';
import { usualPrefix } from '../facilities/realtime/index.ts';
import { createRealtime } from '../facilities/realtime/realtime.ts';
import type { Realtime } from '../facilities/realtime/realtime.ts';
import { freeSpace } from './disk-space.ts';
import { createVault } from '../facilities/secrets/vault.ts';
import { openKeys } from '../facilities/secrets/vault-keys.ts';
import type { KeyRing } from '../facilities/secrets/vault-keys.ts';
import { processKeys } from '../facilities/secrets/vault-process-key.ts';
import { keyMigrations, keyTables } from '../facilities/secrets/vault-tables.ts';
import { sealing } from '../facilities/settings/secrets.ts';
import { createSettingsStore } from '../facilities/settings/store.ts';
import { leaveOut } from './leave-out.ts';
import { nodeRequestMigrations, nodeRequestTables } from './node-requests.ts';
import { settingEntryMigrations, settingMigrations, settingTables } from '../facilities/settings/tables.ts';
import { prepareFolder } from './preflight.ts';
import { installationMigrations, installationTables, nameInstallation, refuseOther } from './installation-id.ts';

/** Tables of the kernel's own parts, migrated before those of the plugins. */
export const kernelTables = [
  eventData,
  jobTables,
  {
    id: 'kernel',
    tables: [
      ...idempotencyTables,
      ...settingTables,
      ...rateTables,
      ...keyTables,
      ...installationTables,
      ...nodeRequestTables,
    ],
    migrations: [
      ...idempotencyMigrations,
      ...settingMigrations,
      ...rateMigrations,
      ...keyMigrations,
      ...installationMigrations,
      ...nodeRequestMigrations,
      ...settingEntryMigrations,
    ],
  },
];

export interface InstallationBackends extends Backends {
  readonly open: OpenDatabase;
  readonly queue: Jobs;
  readonly realtime: Realtime;
  readonly keys: KeyRing;
  /** Where the signed heads of the sealed log are, and the seed of the key that signs them. */
  readonly seals: ReturnType<typeof sealsOf>;
}

/**
 * The backends of an installation: a migrated database, the queue in it, the event log with its relay, the broker of
 * this node. `testClock`: the queue lives by it.
 */
export async function openInstallation(
  kernel: KernelContext,
  o: {
    configuration: Configuration;
    testClock?: Clock | undefined;
    loadDump?: Blob | undefined;
    inMemory?: boolean | undefined;
    databaseLimits?: Partial<DatabaseLimits> | undefined;
  },
): Promise<InstallationBackends> {
  const settings = o.configuration.process;
  const { plan, log, clock } = kernel;
  if (!o.inMemory) prepareFolder(settings.DATA_DIR);
  const barred = new Map<string, Refused>();
  const open = await openDatabase({
    leaveOut: leaveOut(plan, barred),
    dataDir: o.inMemory ? 'memory' : settings.DATA_DIR,
    log,
    plugins: kernel.specs,
    pool: settings.POOL_SIZE,
    demonstration: settings.DEMO === true,
    kernelTables,
    clock,
    ...(o.databaseLimits ? { limits: o.databaseLimits } : {}),
    ...(settings.DATABASE_URL ? { url: settings.DATABASE_URL } : {}),
    ...(settings.DATABASE_ADMIN_URL ? { adminUrl: settings.DATABASE_ADMIN_URL } : {}),
    ...(o.loadDump ? { loadDump: o.loadDump } : {}),
  });
  try {
    // Only of a database that outlives the process can it be asked whose it is.
    const keeps = !o.inMemory || open.engine === 'postgresql';
    if (keeps)
      await open.asOwner((owner) =>
        refuseOther(owner, { dataDir: settings.DATA_DIR, onServer: open.engine === 'postgresql' }),
      );
    await open.migrate();
    await open.asOwner((owner) => repairAfterRestore(owner, log));
    const keys = await openKeys({
      database: open.database,
      keys: (mayMake) =>
        processKeys({
          dataDir: settings.DATA_DIR,
          given: settings.SECRET_KEY,
          previous: settings.SECRET_KEY_PREVIOUS,
          mayMake,
        }),
    });
    const installation = keeps
      ? await open.asOwner((owner) => nameInstallation(owner, settings.DATA_DIR))
      : 'in memory';
    const vault = createVault(keys.root);
    const personal = createPersonalParts({ root: keys.root, now: () => clock.now() });
    const queue = await createJobs({
      database: open,
      jobs: plan.inventory.of(jobs).map(({ value }) => value),
      schedules: plan.inventory.of(schedules).map(({ value }) => value),
      log,
      ...(o.testClock ? { clock: o.testClock } : {}),
    });
    const current =
      open.observer &&
      createCatchUpWithChanges({
        source: numberedChanges(open.observer),
        changed: (change) => kernel.accessDropped(change),
        lost: () => kernel.accessDropped(),
      });
    const realtime = await createRealtime({
      database: open,
      topics: plan.inventory.of(topics).map(({ value }) => value),
      authorizer: kernel.authorizer,
      resolver: kernel.accessResolver,
      accessDropped: kernel.accessDropped,
      current,
      installationKey: keys.root,
      personal,
      isReady: kernel.isReady,
      clock,
      log,
      check: settings.DATABASE_URL === undefined,
      origins: () => [kernel.publicUrl()],
      dataDir: settings.DATA_DIR,
      ...(settings.MQTT_URL
        ? {
            mqtt: {
              url: settings.MQTT_URL,
              prefix: settings.MQTT_PREFIX ?? (await usualPrefix(open.database, installation)),
            },
          }
        : {}),
      onSettingsChange: ({ organization, plugin }) => void kernel.dropOrganization(organization, plugin),
    });
    const seals = sealsOf({ dataDir: settings.DATA_DIR, installationKey: keys.root });
    return {
      open,
      queue,
      realtime,
      keys,
      seals,
      logSeal: createLogSeal({ database: open.database, file: createSealFile(seals) }),
      vault,
      database: open.database,
      stores: true,
      inTransaction: () => open.scope.current() !== undefined,
      eventLog: createLogReader({
        database: open.database,
        events: plan.inventory.of(events).map(({ value }) => value),
        personal,
      }),
      settings: createSettingsStore({
        database: open.database,
        clock,
        sealing: sealing({ keys, vault }),
        emit: realtime.events.writer.emit,
        dropped: kernel.dropOrganization,
      }),
      idempotent: createIdempotentRunner(open.database, clock),
      jobs: queue,
      emit: realtime.events.writer.emit,
      subscribe: realtime.events.consumers.add,
      tell: realtime.tell,
      revoke: realtime.broker.revoke,
      current,
      ticket: async (identity) => ({
        ...(await realtime.tickets.issueTicket(identity)),
        prefix: `dossier/1/o/${identity.organization}`,
      }),
      rateExchange:
        open.engine === 'pglite'
          ? null
          : (counters) => createRateExchange({ database: open.database, log, counters, now: () => clock.time() }),
      since: realtime.since,
      attach: async (server) => realtime.broker.attach(server),
      disconnectAll: realtime.broker.sendAway,
      barred,
      running: {
        database: {
          async health() {
            const [database, disk] = await Promise.all([open.health(), freeSpace(settings.DATA_DIR)]);
            return { database, disk };
          },
          stop: open.close,
        },
        realtime: { start: realtime.start, health: async () => ({ push: realtime.health() }), stop: realtime.close },
        jobs: { start: queue.start, stop: queue.stop },
      },
    };
  } catch (error) {
    await open.close();
    throw error;
  }
}
