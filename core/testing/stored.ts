import { pino } from 'pino';
import type { Clock, Plugin } from '@dossier/sdk';
import { openDatabase } from '../facilities/database/index.ts';
import type { KernelContext } from '../boot/backends.ts';
import { leaveOut } from '../boot/leave-out.ts';
import type { Refused } from '../kernel/index.ts';
import { createIdempotentRunner } from '../facilities/http/idempotency.ts';
import { kernelTables } from '../boot/installation.ts';
import { blankDump, keptDump } from './dump.ts';
import type { Storage } from './memory-backends.ts';

/** A migrated database in memory for plugins that declare tables. Loaded only then: it costs half a second. */
export async function stored(above: KernelContext, plugins: readonly Plugin[], clock: Clock): Promise<Storage> {
  const dump = keptDump(plugins, 'kernel');
  const found = dump.load();
  const barred = new Map<string, Refused>();
  const open = await openDatabase({
    leaveOut: leaveOut(above.plan, barred),
    dataDir: 'memory',
    plugins: above.specs,
    kernelTables,
    log: pino({ level: 'silent' }),
    loadDump: found ?? (await blankDump()),
  });
  await open.migrate();
  if (!found && barred.size === 0) await dump.keep(await open.dump());
  return {
    database: open.database,
    stores: true,
    barred,
    idempotent: createIdempotentRunner(open.database, clock),
    close: open.close,
  };
}
