import { newId } from '@dossier/sdk';
import type { OrganizationAccess } from '@dossier/sdk';
import type { FileMoves, MovedFile } from '../contract.ts';
import type { StoredFile } from '../entities.ts';
import type { NamedStore } from '../store/stores.ts';
import { measured } from './measured.ts';
import { incoming, isUncertain, tryingToTakeAway } from './records.ts';
import type { RecordDeps } from './records.ts';

type Deps = Pick<RecordDeps, 'clock' | 'rows' | 'stores' | 'log'>;

/** Moves, as {@link FileMoves} says. */
export const fileMoves = (deps: Deps): FileMoves => {
  const { rows, stores } = deps;
  return {
    async ahead(access) {
      const { id: to } = await stores.forNew(access);
      return { to, ...(await rows.elsewhere(access.organization, to)) };
    },
    async *run(access) {
      const to = await stores.forNew(access);
      for (let after: string | null = null; ;) {
        const page = await rows.toMove(access.organization, to.id, after);
        for (const file of page)
          yield { id: file.id, size: file.size ?? 0, outcome: await moved(deps, access, file, to) };
        const last = page.at(-1);
        if (!last) return;
        after = last.id;
      }
    },
  };
};

/**
 * Moves one. The copy has a record of its own, as any file on its way in; in one transaction the file takes its place,
 * and that record leads to the old bytes from then on, and goes with them.
 */
async function moved(
  deps: Deps,
  access: OrganizationAccess,
  file: StoredFile,
  { id: store, store: to }: NamedStore,
): Promise<MovedFile['outcome']> {
  const { clock, rows, stores } = deps;
  const { organization } = access;
  const isStill = async (): Promise<boolean> => {
    const now = await rows.kept(organization, file.id);
    return now !== null && now.store === file.store && now.key === file.key;
  };
  const bytes = await stores.of(access, file.store).read(organization, file.key);
  if (bytes === null) return (await isStill()) ? 'missing' : 'gone';
  const copy = incoming(access, newId(), store, clock.now());
  await rows.add(access, copy);
  let isForSweep = false;
  try {
    await to.put(organization, copy.key, bytes);
    const isSame = fits(await contentOf(await to.read(organization, copy.key)), file);
    if (isSame && (await rows.exchange(access, file, copy))) return 'moved';
    return !isSame && (await isStill()) ? 'damaged' : 'gone';
  } catch (error) {
    isForSweep = isUncertain(error);
    // A file that is deleted while it is copied breaks off.
    if (await isStill()) throw error;
    return 'gone';
  } finally {
    // Bytes of the copy, or those that it has taken the place of.
    if (!isForSweep) await tryingToTakeAway(deps)(access, copy.id, ['incoming', 'leaving']);
  }
}

type Content = ReturnType<ReturnType<typeof measured>['result']>;

async function contentOf(bytes: AsyncIterable<Uint8Array> | null): Promise<Content | null> {
  if (bytes === null) return null;
  const read = measured(bytes, Infinity);
  for await (const _ of read.bytes);
  return read.result();
}

const fits = (content: Content | null, { size, sha256 }: StoredFile): boolean =>
  content !== null && content.size === size && content.sha256 === sha256;
