import { createReadStream } from 'node:fs';
import type { OrganizationAccess } from '@dossier/sdk';
import type { FileRecords, ReceivedFile } from '@dossier/core/platform/files/contract';

/** Largest result in bytes. */
const LIMIT = 512 * 1_048_576;

/** Where results are kept: with the files of the installation, in whatever store those are. */
export interface ResultStore {
  /** Runs `work` with the bytes of a draft in the store; they go unless it has kept them. */
  during<T>(
    access: OrganizationAccess,
    run: string,
    path: string,
    work: (result: ReceivedFile) => Promise<T>,
  ): Promise<T>;
  /** In the open transaction, which has the run refer to it. */
  keep(access: OrganizationAccess, result: ReceivedFile, contentType: string): Promise<void>;
  /** Throws `gone` (410) when the file is no longer kept. */
  read(access: OrganizationAccess, fileId: string, name: string): Promise<AsyncIterable<Uint8Array>>;
  /** In the open transaction, in which no run refers to it any more. */
  discard(access: OrganizationAccess, fileId: string): Promise<void>;
}

/**
 * Each result begins with the id of its run. Files used to be kept by content, and so no upload could be the same one;
 * those of then are read as those of now.
 */
export const resultStore = (records: FileRecords): ResultStore => ({
  async during(access, run, path, work) {
    async function* marked(): AsyncGenerator<Uint8Array> {
      yield markOf(run);
      yield* createReadStream(path);
    }
    const result = await records.receive(access, marked(), { limit: LIMIT });
    try {
      return await work(result);
    } finally {
      await records.giveUp(access, result);
    }
  },
  async keep(access, result, contentType) {
    await records.keep(access, result, { contentType, from: 'here' });
  },
  read: async (access, fileId, name) => withoutMark(await records.read(access, fileId, { name })),
  discard: (access, fileId) => records.discard(access, fileId),
});

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
