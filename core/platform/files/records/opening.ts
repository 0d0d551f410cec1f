import type { OrganizationAccess } from '@dossier/sdk';
import type { StoredFile } from '../entities.ts';
import type { Stores } from '../store/stores.ts';
import type { FileRows } from './rows.ts';

/** The bytes of a kept file; null where its store has none. Outside of transactions. */
export type Open = (access: OrganizationAccess, file: StoredFile) => Promise<AsyncIterable<Uint8Array> | null>;

interface Opened {
  readonly bytes: AsyncIterable<Uint8Array>;
  readonly at: StoredFile;
}

/**
 * Opens files where they are by then. One that is moved to another store meanwhile is read on there, from the byte at
 * which it broke off: its bytes are the same.
 */
export function opening({ rows, stores }: { readonly rows: FileRows; readonly stores: Stores }): Open {
  const movedFrom = async (access: OrganizationAccess, file: StoredFile): Promise<StoredFile | null> => {
    const now = await rows.kept(access.organization, file.id);
    return now && (now.store !== file.store || now.key !== file.key) ? now : null;
  };
  const openAt = async (access: OrganizationAccess, file: StoredFile): Promise<Opened | null> => {
    const bytes = await stores.of(access, file.store).read(access.organization, file.key);
    if (bytes !== null) return { bytes, at: file };
    const moved = await movedFrom(access, file);
    return moved && openAt(access, moved);
  };
  return async (access, file) => {
    const opened = await openAt(access, file);
    return (
      opened &&
      following(opened, async (at) => {
        const moved = await movedFrom(access, at);
        return moved && openAt(access, moved);
      })
    );
  };
}

async function* following(
  opened: Opened,
  elsewhere: (at: StoredFile) => Promise<Opened | null>,
): AsyncGenerator<Uint8Array> {
  let { bytes, at } = opened;
  let passed = 0;
  for (;;) {
    let before = 0;
    try {
      for await (const chunk of bytes) {
        const fresh = chunk.subarray(Math.max(0, passed - before));
        before += chunk.length;
        passed += fresh.length;
        if (fresh.length > 0) yield fresh;
      }
      return;
    } catch (error) {
      const next = await elsewhere(at);
      if (next === null) throw error;
      ({ bytes, at } = next);
    }
  }
}
