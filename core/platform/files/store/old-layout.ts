import { errorCode } from '@dossier/sdk';
import { mkdir, readdir, rename, rm, rmdir, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Log, OrganizationId } from '@dossier/sdk';
import { absent, pathIn } from './disk-store.ts';

const folders = ['incoming', 'unsettled', 'leaving'] as const;

/** Does a record refer to this content of the disk? */
export type Referred = (organization: OrganizationId, key: string) => Promise<boolean>;

/**
 * An older version kept notes of its own in the folder of files: `incoming` half written, `unsettled` contents that
 * nothing might refer to, `leaving` contents moved aside. Settles what crashes had left of them before a moment, and
 * takes the folders away when they are empty. Does nothing where there are none.
 */
export async function tidyOldLayout(root: string, before: Date, referred: Referred, log: Log): Promise<void> {
  const settle = async (folder: (typeof folders)[number], name: string): Promise<void> => {
    const note = join(root, folder, name);
    if (folder === 'incoming') return rm(note, { force: true });
    const [organization = '', key = ''] = name.split('_');
    const path = pathIn(root, organization, key);
    const isWanted = await referred(organization, key);
    if (folder === 'leaving' && isWanted) {
      await mkdir(dirname(path), { recursive: true, mode: 0o700 });
      return rename(note, path);
    }
    if (!isWanted) await rm(path, { force: true });
    await rm(note, { force: true });
  };
  for (const folder of folders)
    for (const name of await old(join(root, folder), before))
      await settle(folder, name).catch((err: unknown) =>
        // What a backup or a file manager has put there must not keep the others.
        log.warn({ err, file: join(folder, name) }, 'Something in the folder of files is no note of ours, and stays.'),
      );
  for (const folder of folders)
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
