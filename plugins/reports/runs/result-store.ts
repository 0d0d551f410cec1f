import { createReadStream } from 'node:fs';
import { Problem } from '@dossier/sdk';
import type { OrganizationId } from '@dossier/sdk';
import type { BlobStore } from '@dossier/core/platform/documents/contract';

/** Largest result in bytes. */
const LIMIT = 512 * 1_048_576;

/** Where results are kept: with the files of the installation, so that any storage plugin serves them too. */
export interface ResultStore {
  /** Returns the key. Without a run that refers to it, it takes room and does no harm. */
  put(organization: OrganizationId, run: string, path: string): Promise<string>;
  /** Throws `gone` (410) when the file is no longer kept. */
  read(organization: OrganizationId, key: string): Promise<AsyncIterable<Uint8Array>>;
  remove(organization: OrganizationId, key: string): Promise<void>;
}

/**
 * The store keeps equal contents once and belongs to documents, which may take away what no document refers to. So each
 * result is kept with the id of its run before it: nothing that anybody uploads can be the same content.
 */
export const resultStore = (blobs: BlobStore): ResultStore => ({
  async put(organization, run, path) {
    async function* marked(): AsyncGenerator<Uint8Array> {
      yield markOf(run);
      yield* createReadStream(path);
    }
    const blob = await blobs.put(organization, marked(), { limit: LIMIT });
    // Before the run refers to it: a crash in between leaves bytes too many, never a run without its result.
    await blobs.settle(organization, blob);
    return blob.key;
  },
  remove: (organization, key) => blobs.remove(organization, key),
  async read(organization, key) {
    return withoutMark(await blobs.read(organization, key).catch(gone));
  },
});

/** Not a fault of the service: somebody with access to its files removed this one. */
function gone(error: unknown): never {
  if (error instanceof Error && 'code' in error && error.code === 'ENOENT')
    throw new Problem(410, 'gone', 'No longer kept', {
      detail: 'The file of this report is no longer kept. Run the report again.',
    });
  throw error;
}

const markOf = (run: string): Uint8Array => Buffer.from(`${run}\n`);
const MARK = 37;

async function* withoutMark(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  let left = MARK;
  for await (const chunk of bytes) {
    const rest = left === 0 ? chunk : chunk.subarray(left);
    left -= Math.min(left, chunk.length);
    if (rest.length > 0) yield rest;
  }
}
