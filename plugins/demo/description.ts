import { randomUUID } from 'node:crypto';
import { open, readdir, readFile, rename, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { errorCode, shapeOf } from '@dossier/sdk';
import { Demonstration } from './contract.ts';

/**
 * The file in which a demonstration is described. Another one next to the first has its slug in the name, so that no
 * secret is overwritten.
 */
export async function fileFor(dataDir: string, slug: string): Promise<string> {
  const main = join(dataDir, 'demo.json');
  const there = await readDescription(main);
  return there === null || there.organization.slug === slug ? main : join(dataDir, `demo-${slug}.json`);
}

/** Tells the other demonstrations of a data directory where the installation is found now. */
export async function refreshAddresses(dataDir: string, baseUrl: string): Promise<void> {
  for (const name of (await readdir(dataDir)).filter((file) => /^demo-.+\.json$/.test(file))) {
    const path = join(dataDir, name);
    const there = await readDescription(path);
    if (there && there.baseUrl !== baseUrl) await writeDescription(path, { ...there, baseUrl });
  }
}

/** Null when there is no such file, or none that this version can read. */
export async function readDescription(path: string): Promise<Demonstration | null> {
  try {
    const value: unknown = JSON.parse(await readFile(path, 'utf8'));
    return shapeOf(Demonstration).fits(value) ? value : null;
  } catch (error) {
    if (error instanceof SyntaxError || errorCode(error) === 'ENOENT') return null;
    throw error;
  }
}

/** Writes the whole file or nothing; only its owner may read it, because it holds passwords. */
export async function writeDescription(path: string, description: Demonstration): Promise<void> {
  const temporary = join(dirname(path), `.demo-${randomUUID()}`);
  try {
    const file = await open(temporary, 'wx', 0o600);
    try {
      await file.writeFile(`${JSON.stringify(description, null, 2)}\n`);
      await file.sync();
    } finally {
      await file.close();
    }
    await rename(temporary, path);
  } catch (error) {
    await rm(temporary, { force: true });
    throw error;
  }
}
