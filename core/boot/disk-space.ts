import { statfs } from 'node:fs/promises';

/** Bytes below which a disk counts as full: the documents of one request may need as many. */
const needed = 512 * 1024 * 1024;

/**
 * Is there room left where documents, seals and the embedded database are? `degraded` when it runs out, and when the
 * folder cannot be looked at, as when a volume is not mounted. A node without room still reads, and takes what needs
 * none.
 */
export async function freeSpace(folder: string): Promise<'up' | 'degraded'> {
  try {
    const { bavail, bsize } = await statfs(folder);
    return bavail * bsize < needed ? 'degraded' : 'up';
  } catch {
    return 'degraded';
  }
}
