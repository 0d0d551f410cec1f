import { conflict, newId, Problem } from '@dossier/sdk';
import type { Access, Clock, Database, Log, OrganizationAccess, SystemAccess } from '@dossier/sdk';
import type { FileRecords, ReceivedFile } from '../contract.ts';
import type { StoredFile } from '../entities.ts';
import type { Stores } from '../store/stores.ts';
import { measured } from './measured.ts';
import { asRecord } from './rows.ts';
import type { FileRows } from './rows.ts';
import { demandReadable } from './readable.ts';
import { opening } from './opening.ts';
import type { Scanners } from './scanners.ts';

export interface RecordDeps {
  readonly database: Pick<Database, 'afterCommit' | 'write'>;
  readonly clock: Clock;
  readonly rows: FileRows;
  readonly stores: Stores;
  readonly scanners: Scanners;
  readonly system: SystemAccess;
  readonly log: Log;
  /** Has a file scanned, from the open transaction on. */
  enqueue(access: OrganizationAccess, fileId: string): Promise<void>;
}

/** Files that were received and not kept, or discarded: takes their bytes and then their record away. */
export type TakeAway = (access: OrganizationAccess, id: string, from: readonly StoredFile['state'][]) => Promise<void>;

/**
 * First the record says that the file leaves, so that nobody can keep it any more; then its bytes go; then the record,
 * which until then leads the sweep to them.
 */
export const takingAway =
  ({ rows, stores }: Pick<RecordDeps, 'rows' | 'stores'>): TakeAway =>
  async (access, id, from) => {
    if (!(await rows.change(access, id, from, { state: 'leaving' }))) return;
    const file = await rows.leaving(access, id);
    if (!file) return;
    await stores.of(access, file.store).remove(access.organization, file.key);
    await rows.forget(access.organization, id);
  };

/**
 * Can bytes still arrive in a store after it failed? One that did not answer in time may put them there when they have
 * been taken away; so their record stays, and leads the sweep to them.
 */
export const isUncertain = (error: unknown): boolean => Problem.is(error) && error.code === 'storage-away';

/** Takes away likewise, for what must not fail with it: the sweep finds what stays. */
export const tryingToTakeAway = (deps: Pick<RecordDeps, 'rows' | 'stores' | 'log'>): TakeAway => {
  const takeAway = takingAway(deps);
  return (access, id, from) =>
    takeAway(access, id, from).catch((err: unknown) =>
      deps.log.warn({ err, file: id }, 'A file that nothing refers to could not be taken away yet.'),
    );
};

/** Records of files, as {@link FileRecords} says. */
export function fileRecords(deps: RecordDeps): FileRecords {
  const { database, clock, rows, stores, scanners, system } = deps;
  const tryTakeAway = tryingToTakeAway(deps);
  const open = opening(deps);
  const scansFor = async (access: Access & { organization: string }, workspaceId: string | null): Promise<boolean> =>
    scanners.areThere(await system(access.organization, workspaceId));

  return {
    async receive(access, bytes, { limit }) {
      const { id: storeId, store } = await stores.forNew(access);
      const id = newId();
      await rows.add(access, incoming(access, id, storeId, clock.now()));
      const counted = measured(bytes, limit);
      try {
        await store.put(access.organization, id, counted.bytes);
        return { id, ...counted.result() };
      } catch (error) {
        if (!isUncertain(error)) await tryTakeAway(access, id, ['incoming']);
        throw error;
      }
    },

    async keep(access, { id, size, sha256 }: ReceivedFile, { contentType, from }) {
      const workspaceId = access.workspace;
      const isScanned = from === 'outside' && (await scansFor(access, workspaceId));
      const scan = from === 'here' ? 'exempt' : isScanned ? 'pending' : 'unscanned';
      if (
        !(await rows.change(access, id, ['incoming'], { state: 'kept', contentType, size, sha256, scan, workspaceId }))
      )
        throw conflict('upload-expired', 'This file took too long to be sent, and was not kept. Send it again.');
      if (isScanned) await deps.enqueue(access, id);
      return { id, size, sha256, contentType, scan: isScanned ? 'pending' : null, threat: null };
    },

    giveUp: (access, { id }) => tryTakeAway(access, id, ['incoming']),

    async read(access, id, { name }) {
      const file = await rows.kept(access.organization, id);
      if (!file) throw gone(name);
      const isScanned = file.scan !== 'exempt' && (await scansFor(access, file.workspaceId ?? null));
      // One that came before there was a scanner is scanned when somebody wants it, and by and by.
      if (isScanned && file.scan === 'unscanned')
        await rescan(deps, await system(access.organization, file.workspaceId ?? null), id);
      demandReadable(asRecord(file), { name, isScanned });
      const bytes = await open(access, file);
      if (bytes === null) throw gone(name);
      return bytes;
    },

    async discard(access, id) {
      if (await rows.change(access, id, ['kept'], { state: 'leaving' }))
        database.afterCommit(() => void tryTakeAway(access, id, ['leaving']));
    },

    countIn: (organization, store) => rows.countIn(organization, store),
  };
}

/** Has a file scanned that waits for no scanner. */
export async function rescan(
  { rows, database, enqueue }: Pick<RecordDeps, 'rows' | 'database' | 'enqueue'>,
  access: OrganizationAccess,
  id: string,
): Promise<void> {
  await database.write(access, async () => {
    const file = await rows.locked(access, id);
    if (!file || file.scan === 'clean' || file.scan === 'infected' || file.scan === 'exempt') return;
    await rows.change(access, id, ['kept'], { scan: 'pending' });
    await enqueue(access, id);
  });
}

/** The record of a file before its bytes are in a store. */
export const incoming = (
  { organization, workspace }: OrganizationAccess,
  id: string,
  store: string,
  now: Date,
): StoredFile => ({
  organizationId: organization,
  id,
  store,
  key: id,
  state: 'incoming',
  contentType: null,
  size: null,
  sha256: null,
  scan: 'unscanned',
  threat: null,
  scannedAt: null,
  createdAt: now,
  workspaceId: workspace,
});

const gone = (name: string): Problem =>
  new Problem(410, 'gone', 'No longer kept', { detail: `"${name}" is no longer kept.` });
