import { createHash, randomUUID } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { access, mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { Problem } from '@dossier/sdk';
import type { OrganizationId } from '@dossier/sdk';
import type { BlobStore, StoredBlob } from './contract.ts';

/** The bytes of documents on a disk, which all nodes share. */
export interface DiskStore extends BlobStore {
  /**
   * Removes what crashes have left half written or without an owner before a moment; `owned` tells whether a document
   * refers to a key. Uploads may be under way, here and on other nodes.
   */
  sweep(before: Date, owned: (organization: OrganizationId, key: string) => Promise<boolean>): Promise<void>;
}

const headBytes = 4_096;
const keyForm = /^[0-9a-f]{64}$/;
const organizationForm = /^[0-9a-f-]{36}$/;

/**
 * Keeps each content once per organization, under its SHA-256: `{root}/{organization}/{first two digits}/{digest}`.
 * Bytes are written to `{root}/incoming` first and renamed when they are complete and on the disk. Before that, a note
 * in `{root}/unsettled` claims the content. To remove a content, a node moves it to `{root}/leaving`, and looks only
 * then for claims of others: a claim that it does not see is of a node that brings the bytes after that. So no node
 * needs to know of the others, and cleaning up reads a few notes instead of the whole store.
 */
export function createDiskStore(root: string): DiskStore {
  const [incoming, unsettled, leaving] = [join(root, 'incoming'), join(root, 'unsettled'), join(root, 'leaving')];
  const ready = Promise.all(
    [incoming, unsettled, leaving].map((folder) => mkdir(folder, { recursive: true, mode: 0o700 })),
  );
  // Awaited on first use of the store; a failure must not end the process before that.
  ready.catch(() => undefined);

  const pathOf = (organization: OrganizationId, key: string): string => {
    if (!keyForm.test(key) || !organizationForm.test(organization))
      throw new TypeError('This is not the key of a stored file.');
    return join(root, organization, key.slice(0, 2), key);
  };
  const noteOf = (organization: OrganizationId, { key, claim }: Pick<StoredBlob, 'key' | 'claim'>): string =>
    join(unsettled, `${organization}_${key}_${claim}`);
  const startingWith = async (folder: string, organization: OrganizationId, key: string): Promise<readonly string[]> =>
    (await readdir(folder)).filter((name) => name.startsWith(`${organization}_${key}_`));

  /** Deletes a content that was moved away, or moves it back. */
  const leave = async (aside: string, organization: OrganizationId, key: string, owned: Owned): Promise<void> => {
    const wanted = (await startingWith(unsettled, organization, key)).length > 0 || (await owned(key));
    await (wanted ? rename(aside, pathOf(organization, key)) : rm(aside, { force: true }));
  };

  return {
    async put(organization, bytes, { limit }) {
      await ready;
      const temporary = join(incoming, randomUUID());
      const file = await open(temporary, 'wx', 0o600).catch((error: unknown) => {
        throw diskFull(error) ?? error;
      });
      const claim = randomUUID();
      let note: string | undefined;
      try {
        const digest = createHash('sha256');
        const head: Uint8Array[] = [];
        let size = 0;
        for await (const chunk of bytes) {
          if (size < headBytes) head.push(chunk.subarray(0, headBytes - size));
          size += chunk.length;
          if (size > limit) throw tooLarge(limit);
          digest.update(chunk);
          // Not `write`, which may stop half-way without an error.
          await file.appendFile(chunk);
        }
        await file.sync();
        await file.close();
        const sha256 = digest.digest('hex');
        const path = pathOf(organization, sha256);
        await mkdir(dirname(path), { recursive: true, mode: 0o700 });
        note = noteOf(organization, { key: sha256, claim });
        await (await open(note, 'wx', 0o600)).close();
        await rename(temporary, path);
        await syncFolder(dirname(path));
        return { key: sha256, size, sha256, head: Buffer.concat(head), claim };
      } catch (error) {
        await file.close().catch(() => undefined);
        await rm(temporary, { force: true });
        if (note) await rm(note, { force: true });
        throw diskFull(error) ?? error;
      }
    },

    async read(organization, key) {
      const path = pathOf(organization, key);
      if (await isThere(path)) return createReadStream(path);
      // Just moved away by somebody who will find that it is wanted, and just moved back.
      const [aside] = await startingWith(leaving, organization, key);
      if (aside !== undefined && (await isThere(join(leaving, aside)))) return createReadStream(join(leaving, aside));
      await access(path);
      return createReadStream(path);
    },

    async settle(organization, blob) {
      await rm(noteOf(organization, blob), { force: true });
    },

    async release(organization, blob, owned) {
      await rm(noteOf(organization, blob), { force: true });
      if (await owned(blob.key)) return;
      const aside = join(leaving, `${organization}_${blob.key}_${blob.claim}`);
      const moved = await rename(pathOf(organization, blob.key), aside).then(() => true, absent);
      if (moved) await leave(aside, organization, blob.key, owned);
    },

    async remove(organization, key) {
      await rm(pathOf(organization, key), { force: true });
    },

    async sweep(before, owned) {
      await ready;
      const old = async (folder: string): Promise<readonly string[]> => {
        const found = await Promise.all(
          (await readdir(folder)).map(async (name) => ({
            name,
            at: (await stat(join(folder, name)).catch(absent)) || null,
          })),
        );
        return found.filter(({ at }) => at !== null && at.ctime < before).map(({ name }) => name);
      };
      for (const name of await old(incoming)) await rm(join(incoming, name), { force: true });
      for (const [folder, tidy] of [
        [
          unsettled,
          ({ organization, key, claim }: Named) =>
            this.release(organization, { key, claim }, (one) => owned(organization, one)),
        ],
        [
          leaving,
          ({ organization, key, name }: Named) =>
            leave(join(leaving, name), organization, key, (one) => owned(organization, one)),
        ],
      ] as const) {
        for (const name of await old(folder)) {
          const [organization = '', key = '', claim = ''] = name.split('_');
          if (organizationForm.test(organization) && keyForm.test(key)) await tidy({ organization, key, claim, name });
        }
      }
    },
  };
}

type Owned = (key: string) => Promise<boolean>;
interface Named {
  readonly organization: OrganizationId;
  readonly key: string;
  readonly claim: string;
  readonly name: string;
}

const isThere = (path: string): Promise<boolean> => access(path).then(() => true, absent);

/** False for what does not exist, or no longer does. */
function absent(error: unknown): false {
  if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return false;
  throw error;
}

/** A rename is safe from a power cut only when its folder is on the disk too. */
async function syncFolder(path: string): Promise<void> {
  const folder = await open(path, 'r');
  try {
    await folder.sync();
  } finally {
    await folder.close();
  }
}

/** 413 for a file past the limit. */
export const tooLarge = (limit: number): Problem =>
  new Problem(413, 'too-large', 'Too large', {
    detail: `A file may have at most ${Math.floor(limit / 1_048_576)} MB. Send a smaller one.`,
  });

function diskFull(error: unknown): Problem | undefined {
  const full = error instanceof Error && 'code' in error && (error.code === 'ENOSPC' || error.code === 'EDQUOT');
  return full
    ? new Problem(507, 'storage-full', 'No room left', {
        detail: 'There is no room to keep this file at the moment. Nothing was stored; try again later.',
        cause: error,
      })
    : undefined;
}
