import { mkdir, mkdtemp, readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';

/** Where files are drawn before they are stored. */
export interface Drafts {
  /** Hands `draw` a path at which nothing is, and takes away what is there in the end. */
  with<T>(name: string, draw: (path: string) => Promise<T>): Promise<T>;
  /** Deletes what processes that were killed have left behind. */
  sweep(): Promise<void>;
}

/** Milliseconds after which nobody can be drawing any more: a run takes minutes at most. */
const ABANDONED = 86_400_000;

/**
 * Each try draws in a folder of its own: one that was given up for dead may be drawing the same run on another node,
 * and both would write one file.
 */
export function drafts({ folder }: { folder: string }): Drafts {
  return {
    async with(name, draw) {
      await mkdir(folder, { recursive: true, mode: 0o700 });
      const own = await mkdtemp(join(folder, 'draft-'));
      try {
        return await draw(join(own, name));
      } finally {
        await rm(own, { recursive: true, force: true });
      }
    },

    async sweep() {
      // Files bear the time of their disk, whatever the clock of a test says. Other nodes draw in the same folder.
      const before = Date.now() - ABANDONED;
      for (const name of await readdir(folder).catch(() => [])) {
        const path = join(folder, name);
        const found = await stat(path).catch(() => undefined);
        if (found && found.mtimeMs < before) await rm(path, { recursive: true, force: true });
      }
    },
  };
}
