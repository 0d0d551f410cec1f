import { mkdir, mkdtemp, readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Clock } from '@dossier/sdk';

/** Where files are drawn before they are stored. */
export interface Drafts {
  /** Hands `draw` a path at which nothing is, and takes away what is there in the end. */
  with<T>(name: string, draw: (path: string) => Promise<T>): Promise<T>;
  /** Deletes what processes that were killed have left behind. */
  sweep(): Promise<void>;
}

/** Milliseconds after which nobody can be drawing any more: a run takes minutes at most. */
const ABANDONED = 86_400_000;

/** Each try draws in a folder of its own: one that was given up for dead may be drawing the same run on another node, and both would write one file. */
export function drafts({ folder, clock }: { folder: string; clock: Clock }): Drafts {
  /** Folders in which this process draws now. The file system has a clock of its own, so their age alone says nothing for sure. */
  const inUse = new Set<string>();

  return {
    async with(name, draw) {
      await mkdir(folder, { recursive: true, mode: 0o700 });
      const own = await mkdtemp(join(folder, 'draft-'));
      inUse.add(own);
      try {
        return await draw(join(own, name));
      } finally {
        inUse.delete(own);
        await rm(own, { recursive: true, force: true });
      }
    },

    async sweep() {
      const before = clock.time() - ABANDONED;
      for (const name of await readdir(folder).catch(() => [])) {
        const path = join(folder, name);
        const found = await stat(path).catch(() => undefined);
        if (found && found.mtimeMs < before && !inUse.has(path)) await rm(path, { recursive: true, force: true });
      }
    },
  };
}
