/**
 * Run as a process of its own, so that the bundler's memory does not stay: makes the bundle, unless the one that is
 * there fits. The folder for it can be named.
 */
import { mkdir, readdir, rename, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { rolldown } from 'rolldown';
import { bundleThatFits, digestOf, entryFile, manifestFile, root, textsOf, usualFolder } from './bundle.ts';
import type { Manifest } from './bundle.ts';
import { ENTRY, entry, inPlace, noting, outside } from './bundling.ts';
import { beside } from './rooms.ts';

/** Entries of the folder that stay: a process that began with an older bundle loads the rest of it when needed. */
const KEPT = 3;

const folder = process.argv[2] ?? usualFolder;
const draft = join(folder, `draft-${process.pid}`);
if (!('url' in bundleThatFits(folder))) await build().finally(() => rm(draft, { recursive: true, force: true }));

async function build(): Promise<void> {
  // A folder that may not be written ends this before any work is done.
  await mkdir(draft, { recursive: true });
  // By their texts as they were read: what changes meanwhile has another digest, and the bundle does not fit.
  const sources = new Map(beside());
  const bundle = await rolldown({
    input: { entry: ENTRY },
    platform: 'node',
    treeshake: false,
    logLevel: 'silent',
    plugins: [entry, outside(draft), noting(sources), inPlace],
  });
  const { output } = await bundle.write({
    dir: draft,
    format: 'esm',
    keepNames: true,
    strictExecutionOrder: true,
    comments: false,
    entryFileNames: entryFile,
    chunkFileNames: '[name]-[hash].js',
  });
  await bundle.close();

  const files = output.map(({ fileName }) => fileName);
  const names = [...sources.keys()].toSorted();
  const digest = digestOf(names.map((name) => [name, sources.get(name)!]));
  // A folder of its own each time: none is written over that a process runs. It counts from the moment that the
  // manifest names it.
  const name = `${digest}-${process.pid}`;
  const filesDigest = digestOf(textsOf(draft, files));
  await rename(draft, join(folder, name));
  const manifest: Manifest = { root, folder: name, digest, sources: names, files, filesDigest };
  await writeFile(`${draft}.json`, JSON.stringify(manifest));
  await rename(`${draft}.json`, manifestFile(folder));
  await forgetOld();
}

/** Takes away all but the newest bundles, and what builds that were killed have left. */
async function forgetOld(): Promise<void> {
  const names = (await readdir(folder)).filter((name) => join(folder, name) !== manifestFile(folder));
  const aged = await Promise.all(
    names.map(async (name) => ({ name, at: (await stat(join(folder, name)).catch(() => undefined))?.mtimeMs ?? 0 })),
  );
  const old = aged.toSorted((a, b) => b.at - a.at).slice(KEPT);
  await Promise.all(old.map(({ name }) => rm(join(folder, name), { recursive: true, force: true })));
}
