import { createHash, randomUUID } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { access, mkdir, open, readdir, rename, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { Problem } from '@dossier/sdk';
import type { OrganizationId } from '@dossier/sdk';
import type { BlobStore } from './contract.ts';

/** The bytes of documents on the disk of this machine. */
export interface DiskStore extends BlobStore {
  /** Removes what a crash has left half written or without an owner; `owned` tells whether a document refers to a key. To be called before the first upload. */
  sweep(owned: (organization: OrganizationId, key: string) => Promise<boolean>): Promise<void>;
}

const headBytes = 4_096;
const keyForm = /^[0-9a-f]{64}$/;
const organizationForm = /^[0-9a-f-]{36}$/;

/**
 * Keeps each content once per organization, under its SHA-256: `{root}/{organization}/{first two digits}/{digest}`.
 * Bytes are written to `{root}/incoming` first and renamed when they are complete and on the disk. A note in `{root}/unsettled` names
 * each content that no committed document refers to yet, so that cleaning up after a crash reads a few notes instead of the whole store.
 */
export function createDiskStore(root: string): DiskStore {
  const incoming = join(root, 'incoming');
  const unsettled = join(root, 'unsettled');
  const ready = Promise.all([incoming, unsettled].map((folder) => mkdir(folder, { recursive: true, mode: 0o700 })));
  // Awaited by whoever uses the store; a failure must not end the process before anybody did.
  ready.catch(() => undefined);

  const pathOf = (organization: OrganizationId, key: string): string => {
    if (!keyForm.test(key) || !organizationForm.test(organization)) throw new TypeError('This is not the key of a stored file.');
    return join(root, organization, key.slice(0, 2), key);
  };
  const noteOf = (organization: OrganizationId, key: string): string => join(unsettled, `${organization}_${key}`);

  return {
    async put(organization, bytes, { limit }) {
      await ready;
      const temporary = join(incoming, randomUUID());
      const file = await open(temporary, 'wx', 0o600).catch((error: unknown) => { throw diskFull(error) ?? error; });
      try {
        const digest = createHash('sha256');
        const head: Uint8Array[] = [];
        let size = 0;
        for await (const chunk of bytes) {
          if (size < headBytes) head.push(chunk.subarray(0, headBytes - size));
          size += chunk.length;
          if (size > limit) throw tooLarge(limit);
          digest.update(chunk);
          await file.write(chunk);
        }
        await file.sync();
        await file.close();
        const sha256 = digest.digest('hex');
        const path = pathOf(organization, sha256);
        await mkdir(dirname(path), { recursive: true, mode: 0o700 });
        await (await open(noteOf(organization, sha256), 'w', 0o600)).close();
        await rename(temporary, path);
        await syncFolder(dirname(path));
        return { key: sha256, size, sha256, head: Buffer.concat(head) };
      } catch (error) {
        await file.close().catch(() => undefined);
        await rm(temporary, { force: true });
        throw diskFull(error) ?? error;
      }
    },

    async read(organization, key) {
      const path = pathOf(organization, key);
      await access(path);
      return createReadStream(path);
    },

    async settle(organization, key) {
      await rm(noteOf(organization, key), { force: true });
    },

    async remove(organization, key) {
      await rm(pathOf(organization, key), { force: true });
      await rm(noteOf(organization, key), { force: true });
    },

    async sweep(owned) {
      await ready;
      for (const name of await readdir(incoming)) await rm(join(incoming, name), { force: true });
      for (const name of await readdir(unsettled)) {
        const [organization = '', key = ''] = name.split('_');
        if (!organizationForm.test(organization) || !keyForm.test(key)) continue;
        if (await owned(organization, key)) await this.settle(organization, key);
        else await this.remove(organization, key);
      }
    },
  };
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
  new Problem(413, 'too-large', 'Too large', { detail: `A file may have at most ${Math.floor(limit / 1_048_576)} MB. Send a smaller one.` });

function diskFull(error: unknown): Problem | undefined {
  const full = error instanceof Error && 'code' in error && (error.code === 'ENOSPC' || error.code === 'EDQUOT');
  return full ? new Problem(507, 'storage-full', 'No room left', { detail: 'There is no room to keep this file at the moment. Nothing was stored; try again later.', cause: error }) : undefined;
}
