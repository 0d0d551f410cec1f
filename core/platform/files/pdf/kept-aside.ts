import { randomUUID } from 'node:crypto';
import { mkdir, open, rm } from 'node:fs/promises';
import { join } from 'node:path';

/** Bytes on their way that are needed once more, all of them. */
export interface KeptAside {
  add(bytes: Uint8Array): Promise<void>;
  /** Everything that was added, as an open file. */
  whole(): Promise<{ readonly descriptor: number; readonly size: number }>;
  /** Gives the room back. */
  close(): Promise<void>;
}

/**
 * On the disk, so that slow uploads take no memory. The file has no name from the first moment, and is gone when it is
 * closed or the process ends. Fails with the error of the disk when that is full.
 */
export async function keepAside(folder: string): Promise<KeptAside> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const path = join(folder, randomUUID());
  const file = await open(path, 'wx+', 0o600);
  await rm(path);
  let size = 0;
  let waiting: Uint8Array[] = [];
  let written = 0;
  const write = async (): Promise<void> => {
    await file.appendFile(Buffer.concat(waiting));
    waiting = [];
    written = size;
  };
  return {
    async add(bytes) {
      waiting.push(bytes);
      size += bytes.length;
      if (size - written >= piece) await write();
    },
    async whole() {
      await write();
      return { descriptor: file.fd, size };
    },
    close: () => file.close(),
  };
}

/** Bytes that are written at once. */
const piece = 65_536;
