import { join } from 'node:path';
import {
  all,
  Clock,
  contributions,
  Database,
  definePlugin,
  globalTable,
  Installation,
  isInOrganization,
  job,
  tenantTable,
  Type,
} from '@dossier/sdk';
import type { OrganizationAccess } from '@dossier/sdk';
import { fileKeepers, FileMoves, FileRecords, Files, fileScanners, fileStores } from './contract.ts';
import { FileEntity, FileScannerEntity } from './entities.ts';
import { inspecting } from './inspection.ts';
import { readLogo } from './logo.ts';
import { migrations } from './migrations/index.ts';
import { pdfReading, usualLimits } from './pdf/reading.ts';
import { typeOf } from './recogniser.ts';
import { fileMoves } from './records/moving.ts';
import { fileRecords, rescan, takingAway } from './records/records.ts';
import { fileRows } from './records/rows.ts';
import { scannersOf } from './records/scanners.ts';
import { scanning } from './records/scanning.ts';
import { LONGEST, sweeping } from './records/sweeping.ts';
import { createDiskStore } from './store/disk-store.ts';
import { tidyOldLayout } from './store/old-layout.ts';
import { storesOf } from './store/stores.ts';

/** Has one file looked through by the scanners. */
const scan = job('files/scan', {
  purpose: 'checking a file for viruses',
  schema: Type.Object({ fileId: Type.String() }),
  backoff: 10,
  limit: 120,
  concurrency: 2,
});
/** Takes away what crashes have left, and scans what is not scanned. */
const sweep = job('files/sweep', { schema: Type.Object({}), retries: 0, limit: 600, concurrency: 1 });

export default definePlugin({
  id: 'files',
  version: '1.0.0',
  kernel: '^1.0.0',
  needs: {
    database: Database,
    clock: Clock,
    installation: Installation,
    contributed: all(fileStores),
    scanners: all(fileScanners),
    keepers: all(fileKeepers),
  },
  provides: [Files, FileRecords, FileMoves],
  points: [fileStores, fileScanners, fileKeepers],
  extends: [contributions(fileStores, 'disk')],
  jobs: [scan, sweep],
  schedules: [{ id: 'files/sweep', job: sweep, cron: '47 * * * *', timeZone: 'UTC' }],
  // What is left over is looked for in all organizations at once.
  tables: [
    tenantTable(FileEntity, { jobsMay: ['select'] }),
    globalTable(FileScannerEntity, {
      why: 'Scanners serve the whole installation.',
      jobsMay: ['select', 'insert', 'delete'],
      appMay: ['select'],
    }),
  ],
  migrations,
  config: Type.Object({
    store: Type.String({
      default: 'disk',
      description:
        'Where new files are kept, but for organizations that have set up a storage of their own: the id of a store that a plugin brings. Files that are there stay where they are. Default: disk, which is DATA_DIR/files.',
    }),
    scanRequired: Type.Boolean({
      default: false,
      description:
        'Files from outside wait for a scanner even if no plugin has ever brought one. Without it they wait once there was one, until its plugin is taken off the list.',
    }),
  }),
  setup({ database, clock, installation, contributed, scanners: brought, keepers }, plugin) {
    const folder = join(installation.dataDir, 'files');
    const rows = fileRows(database);
    const stores = storesOf({
      contributed,
      usual: plugin.config.store,
      used: ({ organization }) => rows.storesOf(organization),
    });
    const scanners = scannersOf(brought, { database, isRequired: plugin.config.scanRequired });
    const deps = {
      database,
      clock,
      rows,
      stores,
      scanners,
      keepers,
      system: plugin.asSystem,
      log: plugin.log,
      enqueue: (access: OrganizationAccess, fileId: string) =>
        plugin.enqueue(scan, access, { fileId }, { once: fileId }),
    };
    const looked = inspecting({
      read: pdfReading(usualLimits),
      folder: join(installation.dataDir, 'looked-through'),
    });
    plugin.provide(Files, {
      look: (bytes, { fileName, pointer, judge, found }) =>
        looked(bytes, pointer, async (findings) => {
          judge(findings.size);
          found({ type: await typeOf(fileName, findings, pointer), size: findings.size });
        }),
      logo: readLogo,
    });
    plugin.provide(FileRecords, fileRecords(deps));
    plugin.provide(FileMoves, fileMoves(deps));
    plugin.contribute(fileStores, 'disk', { open: 'to members' }, createDiskStore(folder));
    plugin.health('store', async () => (contributed.ids().includes(stores.usual) ? 'up' : 'degraded'));
    plugin.health('scanners', async () => ((await scanners.missing()).length === 0 ? 'up' : 'degraded'));
    plugin.ready(async () => {
      await scanners.note();
      const missing = await scanners.missing();
      if (missing.length > 0)
        plugin.log.error(
          { scanners: missing },
          'A scanner that files must pass is not there, because its plugin is not installed or could not be loaded. Files from outside wait until it is.',
        );
    });
    const scanOne = scanning(deps);
    plugin.work(scan, async ({ access, payload, ...run }) => {
      if (isInOrganization(access)) await scanOne(access.organization, payload.fileId, run);
    });
    const sweepAll = sweeping({
      ...deps,
      takeAway: takingAway(deps),
      rescan: (access, id) => rescan(deps, access, id),
    });
    plugin.work(sweep, async ({ signal }) => {
      await scanners.note();
      await sweepAll(signal);
      // Files bear the time of their disk, whatever the clock of a test says.
      const referred = (organization: string, key: string) => rows.refers(organization, 'disk', key);
      await tidyOldLayout(folder, new Date(Date.now() - LONGEST), referred, plugin.log);
    });
  },
});
