/** Run as a process of its own, so that the bundler's memory does not stay: packs, unless it is done already. */
import { mkdir, rename, rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import { rolldown } from 'rolldown';
import { originals, packageOf, packed } from './packed.ts';

const wanted = packed(process.argv[2]);
if (!wanted.exists) {
  const draft = `${wanted.folder}.${process.pid}`;
  await mkdir(dirname(wanted.folder), { recursive: true });
  const inside = new Set([...wanted.files.keys()].map(packageOf));
  const bundle = await rolldown({
    input: { ...originals(wanted) }, platform: 'node', treeshake: false, preserveEntrySignatures: 'strict', logLevel: 'silent',
    // Other packages stay outside: they are the same for everybody.
    external: (id, importer) => importer !== undefined && /^[a-z@]/.test(id) && !inside.has(packageOf(id)),
  });
  await bundle.write({ dir: draft, format: 'esm', keepNames: true });
  // Complete or not there; of two that pack at once, one comes first.
  await rename(draft, wanted.folder).catch(() => rm(draft, { recursive: true, force: true }));
}
