import type { Clock, Contributions, Database, JobRun, Log, OrganizationAccess } from '@dossier/sdk';
import type { FileKeeper, FileScanner, ScanVerdict } from '../contract.ts';
import type { StoredFile } from '../entities.ts';
import type { Stores } from '../store/stores.ts';
import { opening } from './opening.ts';
import { asRecord } from './rows.ts';
import type { FileRows } from './rows.ts';
import type { Scanners } from './scanners.ts';

interface Deps {
  readonly database: Pick<Database, 'write'>;
  readonly clock: Clock;
  readonly rows: FileRows;
  readonly stores: Stores;
  readonly scanners: Scanners;
  readonly keepers: Contributions<FileKeeper>;
  readonly log: Log;
  system(organization: string, workspace: string | null): Promise<OrganizationAccess>;
}

/**
 * Scans one file. What was found is written down once, however often the job runs: only of a file that still waits, in
 * the transaction in which its keepers hear of it.
 */
export const scanning = ({ database, clock, rows, stores, scanners, keepers, log, system }: Deps) => {
  const open = opening({ rows, stores });
  return async (organization: string, fileId: string, run: Pick<JobRun<unknown>, 'last' | 'signal'>): Promise<void> => {
    const file = await rows.kept(organization, fileId);
    if (!file || !waits(file)) return;
    const access = await system(organization, file.workspaceId ?? null);
    const settle = (part: Pick<StoredFile, 'scan' | 'threat'>): Promise<void> =>
      database.write(access, async () => {
        const now = await rows.locked(access, fileId);
        if (!now || !waits(now)) return;
        const after = { ...now, ...part, scannedAt: clock.now() };
        await rows.change(access, fileId, ['kept'], { ...part, scannedAt: after.scannedAt });
        if (part.scan === 'unscanned') return;
        // Throws while one of them does not serve: a verdict that its keeper did not hear would be lost.
        for (const id of keepers.ids()) await keepers.demand(access, id).scanned(access, asRecord(after));
      });
    // The plugin that brought the scanner is gone again.
    if (!(await scanners.areThere(access))) return settle({ scan: 'unscanned', threat: null });
    let threat: string | null;
    try {
      threat = await threatIn(file, await scanners.all(access), async () => {
        const bytes = await open(access, file);
        if (bytes === null) throw new Error('The file is not in its store.');
        return { ...asRecord(file), organization, bytes, signal: run.signal };
      });
    } catch (err) {
      if (!run.last) throw err;
      log.error({ err, file: fileId }, 'A file could not be scanned; it stays closed, and is tried again every hour.');
      return settle({ scan: 'failed', threat: null });
    }
    await settle(threat === null ? { scan: 'clean', threat } : { scan: 'infected', threat });
  };
};

/** `failed` waits too: for the next time. */
const waits = ({ scan }: StoredFile): boolean => scan === 'pending' || scan === 'failed';

/** The first threat that one of them finds; null when none does. Each reads the bytes anew. */
async function threatIn(
  { id }: StoredFile,
  scanners: readonly FileScanner[],
  opened: () => Promise<Parameters<FileScanner['scan']>[0]>,
): Promise<string | null> {
  for (const scanner of scanners) {
    const verdict: ScanVerdict = await scanner.scan({ ...(await opened()), id });
    if (!verdict.clean) return verdict.threat;
  }
  return null;
}
