import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import type { PluginBundle } from '../build.ts';
import { sdkWebFolder } from './shared-modules.ts';

const skipped = new Set(['node_modules', 'dist', 'test']);

const filesBelow = (path: string): readonly string[] => {
  if (!existsSync(path)) return [];
  if (statSync(path).isFile()) return [path];
  return readdirSync(path, { withFileTypes: true })
    .filter((entry) => !skipped.has(entry.name))
    .toSorted((a, b) => (a.name < b.name ? -1 : 1))
    .flatMap((entry) => filesBelow(join(path, entry.name)));
};

/** Folders outside of this one of which its files import something: the engine of forms. */
const importedFolders = (folder: string): readonly string[] => [
  ...new Set(
    filesBelow(folder)
      .filter((file) => file.endsWith('.ts'))
      .flatMap((file) =>
        [...readFileSync(file, 'utf8').matchAll(/^import (?!type )[^;]*? from '(\.[^']+)';/gm)].flatMap(
          ([, to = '']) => {
            const target = resolve(dirname(file), to);
            return relative(folder, target).startsWith('..') ? [dirname(target)] : [];
          },
        ),
      ),
  ),
];

/**
 * SHA-256 over everything that the built page is made from: sources, plugins' web folders, and the lock file for the
 * libraries.
 */
export const digestOfSources = (webRoot: string, plugins: readonly PluginBundle[]): string => {
  const hash = createHash('sha256');
  const add = (label: string, root: string): void => {
    for (const file of filesBelow(root))
      hash
        .update(`${label}/${relative(root, file)}\0`)
        .update(readFileSync(file))
        .update('\0');
  };
  for (const part of ['src', 'build', 'build.ts', 'index.html', 'package.json'])
    add(`web/${part}`, join(webRoot, part));
  add('sdk', sdkWebFolder());
  add('lock', join(webRoot, '..', 'package-lock.json'));
  for (const { id, policy = [] } of plugins) hash.update(`policy/${id}/${policy.join()}\0`);
  for (const plugin of plugins) {
    const folder = dirname(resolve(plugin.root, plugin.entry));
    add(`plugin/${plugin.id}/${plugin.entry}`, folder);
    for (const outside of importedFolders(folder)) add(`plugin/${plugin.id}/${relative(folder, outside)}`, outside);
  }
  return hash.digest('hex');
};
