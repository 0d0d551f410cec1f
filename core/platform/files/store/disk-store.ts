import { createReadStream } from 'node:fs';
import { access, mkdir, open, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { errorCode, Problem } from '@dossier/sdk';
import type { OrganizationId } from '@dossier/sdk';
import type { BlobStore } from '../contract.ts';

const organizationForm = /^[0-9a-f-]{36}$/;
/** Ids of files; and digests of contents, under which an older version kept them. */
const keyForm = /^(?:[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}|[0-9a-f]{64})$/;

/** Where a file lies below the folder of a disk store. Throws for what is no key, so that none leads out of it. */
export function pathIn(root: string, organization: OrganizationId, key: string): string {
  if (!keyForm.test(key) || !organizationForm.test(organization))
    throw new TypeError('This is not the key of a stored file.');
  // Ids begin with the time, so it is their end that spreads them over folders.
  return join(root, organization, key.length === 64 ? key.slice(0, 2) : key.slice(-2), key);
}

/**
 * Keeps files in a folder that all nodes share: `{root}/{organization}/{two digits}/{key}`. A file is written where it
 * stays, since nobody reads it before its record says that it is kept.
 */
export const createDiskStore = (root: string): BlobStore => ({
  async put(organization, key, bytes) {
    const path = pathIn(root, organization, key);
    try {
      await mkdir(dirname(path), { recursive: true, mode: 0o700 });
      const file = await open(path, 'wx', 0o600);
      try {
        // Not `write`, which may stop half-way without an error.
        for await (const chunk of bytes) await file.appendFile(chunk);
        await file.sync();
      } finally {
        await file.close();
      }
      await syncFolder(dirname(path));
    } catch (error) {
      await rm(path, { force: true });
      throw diskFull(error) ?? error;
    }
  },

  async read(organization, key) {
    const path = pathIn(root, organization, key);
    return (await isThere(path)) ? reading(path) : null;
  },

  async remove(organization, key) {
    await rm(pathIn(root, organization, key), { force: true });
  },
});

/** Opened by who reads it: one that is never read holds no descriptor, and cannot fail with nobody there to hear. */
async function* reading(path: string): AsyncGenerator<Uint8Array> {
  yield* createReadStream(path);
}

const isThere = (path: string): Promise<boolean> => access(path).then(() => true, absent);

/** False for what is not there, or no more. */
export function absent(error: unknown): false {
  if (errorCode(error) === 'ENOENT') return false;
  throw error;
}

/** A new file is safe from a power cut only when its folder is on the disk too. */
async function syncFolder(path: string): Promise<void> {
  const folder = await open(path, 'r');
  try {
    await folder.sync();
  } finally {
    await folder.close();
  }
}

function diskFull(error: unknown): Problem | undefined {
  return ['ENOSPC', 'EDQUOT'].includes(errorCode(error))
    ? new Problem(507, 'storage-full', 'No room left', {
        detail: 'There is no room to keep this file at the moment. Nothing was stored; try again later.',
        cause: error,
      })
    : undefined;
}
