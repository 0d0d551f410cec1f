/**
 * Run as a process of its own, so that the bundler's memory does not stay: packs, unless it is done already. The cache
 * can be named.
 */
import { globSync, statSync } from 'node:fs';
import { mkdir, readdir, rename, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { rolldown } from 'rolldown';
import { ascii, keepingPlace, lockFile, noting, settledStamp, stayingOutside, withoutClient } from './bundling.ts';
import { entries, rooms } from './entries.ts';
import { manifestFile, packed, root, usualCache } from './packed.ts';
import type { Manifest } from './packed.ts';

/** Packs that are kept: a process that began with an older one loads the rest of it when it needs it. */
const kept = 3;

const cache = process.argv[2] ?? usualCache;
const draft = join(cache, `draft-${process.pid}`);
if (!packed(cache)) await pack().finally(() => rm(draft, { recursive: true, force: true }));

async function pack(): Promise<void> {
  // Whoever may not write here is told before any work is done.
  await mkdir(draft, { recursive: true });
  const sources = new Map<string, string>();
  for (const path of [
    lockFile,
    ...[...rooms().map((room) => `${room}/package.json`), ...globSync('core/packing/*.ts', { cwd: root })].map((path) =>
      join(root, path),
    ),
  ])
    sources.set(path, await settledStamp(path));
  const bundle = await rolldown({
    input: { ...entries() },
    platform: 'node',
    treeshake: false,
    preserveEntrySignatures: 'strict',
    logLevel: 'silent',
    plugins: [stayingOutside, withoutClient, noting(sources), keepingPlace, ascii],
  });
  const { output } = await bundle.write({
    dir: draft,
    format: 'esm',
    keepNames: true,
    strictExecutionOrder: true,
    comments: false,
    // Of a file that ends in .js Node would have to find out first what kind of module it is.
    entryFileNames: '[name].mjs',
    chunkFileNames: '[name]-[hash].mjs',
  });
  await bundle.close();

  // A folder of its own each time: nobody's files are written over, and a damaged pack is replaced. It counts from the
  // moment that the manifest names it.
  const folder = `pack-${Date.now()}-${process.pid}`;
  await rename(draft, join(cache, folder));
  const manifest: Manifest = {
    root,
    folder,
    sources: [...sources],
    files: output.map(({ fileName }) => [fileName, statSync(join(cache, folder, fileName)).size]),
    entries: output.flatMap((file) =>
      file.type === 'chunk' && file.isEntry && file.facadeModuleId !== null
        ? [[pathToFileURL(file.facadeModuleId).href, file.fileName, file.exports.includes('default')] as const]
        : [],
    ),
  };
  const text = `${manifestFile(cache)}.${process.pid}`;
  await writeFile(text, JSON.stringify(manifest));
  await rename(text, manifestFile(cache));
  await forgetOld();
}

/** Takes away all packs but the newest, and what packers that were killed have left. */
async function forgetOld(): Promise<void> {
  const names = await readdir(cache);
  const abandoned = names.filter(
    (name) => /^(?:draft-|manifest\.json\.)\d+$/.test(name) && !isAlive(Number(/\d+$/.exec(name)?.[0])),
  );
  const packs = await Promise.all(
    names
      .filter((name) => name.startsWith('pack-'))
      .map(async (name) => ({ name, at: (await stat(join(cache, name)).catch(() => ({ mtimeMs: 0 }))).mtimeMs })),
  );
  const old = packs
    .sort((a, b) => b.at - a.at)
    .slice(kept)
    .map(({ name }) => name);
  await Promise.all([...abandoned, ...old].map((name) => rm(join(cache, name), { recursive: true, force: true })));
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    // It may be somebody else's.
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
}
