/** Run as a process of its own, so that the bundler's memory does not stay: packs, unless it is done already. The cache can be named. */
import { createHash } from 'node:crypto';
import { existsSync, globSync } from 'node:fs';
import { mkdir, readdir, rename, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { rolldown } from 'rolldown';
import { keepingPlace, noting, settledStamp, stayingOutside, withoutClient } from './bundling.ts';
import { entries, rooms } from './entries.ts';
import { manifestFile, packed, root, usualCache } from './packed.ts';
import type { Manifest } from './packed.ts';

/** Packed files that are kept: a process that began with older ones loads the rest of them when it needs it. */
const kept = 3;

const cache = process.argv[2] ?? usualCache;
const draft = join(cache, `draft-${process.pid}`);
if (!packed(cache)) await pack().finally(() => rm(draft, { recursive: true, force: true }));

async function pack(): Promise<void> {
  // Whoever may not write here is told before any work is done.
  await mkdir(draft, { recursive: true });
  const beside = ['node_modules/.package-lock.json', ...rooms().map((room) => `${room}/package.json`), ...globSync('core/packing/*.ts', { cwd: root })];
  const sources = new Map(beside.map((path) => [join(root, path), settledStamp(join(root, path))]));
  const input = entries();
  const bundle = await rolldown({
    input, platform: 'node', treeshake: false, preserveEntrySignatures: 'strict', logLevel: 'silent',
    plugins: [stayingOutside, withoutClient, noting(sources), keepingPlace],
  });
  const { output } = await bundle.write({
    dir: draft, format: 'esm', keepNames: true, strictExecutionOrder: true, sourcemap: true,
    // Of a file that ends in .js Node would have to find out first what kind of module it is.
    entryFileNames: '[name].mjs', chunkFileNames: '[name]-[hash].mjs',
  });
  await bundle.close();

  const folder = createHash('sha256').update(JSON.stringify([...sources].sort())).digest('hex').slice(0, 16);
  // Complete or not there; of two that pack at once, one comes first.
  await rename(draft, join(cache, folder)).catch((error: unknown) => { if (!existsSync(join(cache, folder))) throw error; });
  const manifest: Manifest = {
    folder, sources: [...sources],
    entries: output.flatMap((file) => (file.type === 'chunk' && file.isEntry && file.facadeModuleId !== null ? [[pathToFileURL(file.facadeModuleId).href, file.fileName, file.exports.includes('default')] as const] : [])),
  };
  const text = `${manifestFile(cache)}.${process.pid}`;
  await writeFile(text, JSON.stringify(manifest));
  await rename(text, manifestFile(cache));
  await forgetOld(folder);
}

async function forgetOld(current: string): Promise<void> {
  const folders = (await readdir(cache, { withFileTypes: true })).filter((one) => one.isDirectory() && one.name !== current && !isBeingMade(one.name));
  const aged = await Promise.all(folders.map(async ({ name }) => ({ path: join(cache, name), at: (await stat(join(cache, name)).catch(() => ({ mtimeMs: 0 }))).mtimeMs })));
  await Promise.all(aged.sort((a, b) => b.at - a.at).slice(kept - 1).map(({ path }) => rm(path, { recursive: true, force: true })));
}

/** Whether it is the draft of a process that is still packing. */
function isBeingMade(name: string): boolean {
  const pid = /^draft-(\d+)$/.exec(name)?.[1];
  if (pid === undefined) return false;
  try {
    return process.kill(Number(pid), 0);
  } catch {
    return false;
  }
}
