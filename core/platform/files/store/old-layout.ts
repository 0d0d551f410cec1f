import { errorCode } from '@dossier/sdk';
import { mkdir, readdir, rename, rm, rmdir, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { OrganizationId } from '@dossier/sdk';
import { absent, pathIn } from './disk-store.ts';

/** Does a record refer to this content of the disk? */
export type Referred = (organization: OrganizationId, key: string) => Promise<boolean>;

/**
 * An older version kept notes of its own in the folder of files: `incoming` half written, `unsettled` contents that
 * nothing might refer to, `leaving` contents moved aside. Settles what crashes had left of them before a moment, and
 * takes the folders away when they are empty. Does nothing where there are none.
 */
export async function tidyOldLayout(root: string, before: Date, referred: Referred): Promise<void> {
  for (const name of await old(join(root, 'incoming'), before)) await rm(join(root, 'incoming', name), { force: true });
  for (const folder of ['unsettled', 'leaving'] as const) {
    for (const name of await old(join(root, folder), before)) {
      const [organization = '', key = ''] = name.split('_');
      const [note, path] = [join(root, folder, name), pathIn(root, organization, key)];
      const isWanted = await referred(organization, key);
      if (folder === 'leaving' && isWanted) {
        await mkdir(dirname(path), { recursive: true, mode: 0o700 });
        await rename(note, path);
      } else {
        if (!isWanted) await rm(path, { force: true });
        await rm(note, { force: true });
      }
    }
  }
  for (const folder of ['incoming', 'unsettled', 'leaving'])
    await rmdir(join(root, folder)).catch((error: unknown) => {
      if (!['ENOENT', 'ENOTEMPTY', 'EEXIST'].includes(errorCode(error))) throw error;
    });
}

async function old(folder: string, before: Date): Promise<readonly string[]> {
  const names = (await readdir(folder).catch(absent)) || [];
  const found = await Promise.all(
    names.map(async (name) => ({ name, at: (await stat(join(folder, name)).catch(absent)) || null })),
  );
  return found.filter(({ at }) => at !== null && at.ctime < before).map(({ name }) => name);
}
