import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { root } from './packed.ts';

/**
 * Packages that a plugin from outside shares with the platform, by the paths that plugins need: of a table or a schema
 * made with another copy the platform would not know what it is.
 */
const shared = [
  'kysely',
  'typebox',
  'typebox/format',
  'typebox/value',
  '@mikro-orm/core',
  '@mikro-orm/core/schema',
  '@mikro-orm/sql',
];

/** Parts of packages that no start loads: what runs in browsers and what tests use. */
const elsewhere = /^\.\/(?:web|testing)(?:$|\/)/;

/** Folders of the packages of this repository that run on the server. */
export const rooms = (): readonly string[] => [
  'config',
  'sdk',
  'core',
  ...globSync('plugins/*/package.json', { cwd: root })
    .map((path) => path.replace('/package.json', ''))
    .sort(),
];

/** Name of a packed file → its source: the process itself, and every module that packages let others import. */
export function entries(): Readonly<Record<string, string>> {
  const own = rooms().flatMap((room) => {
    const { exports }: { exports: Readonly<Record<string, string>> } = JSON.parse(
      readFileSync(join(root, room, 'package.json'), 'utf8'),
    );
    return Object.entries(exports)
      .filter(([path]) => !elsewhere.test(path))
      .flatMap(([, pattern]) => globSync(join(room, pattern), { cwd: root }));
  });
  return Object.fromEntries([
    ...['core/main.ts', ...own].map((path) => [nameOf(path.replace(/\.ts$/, '')), join(root, path)]),
    ...shared.map((entry) => [nameOf(entry), fileURLToPath(import.meta.resolve(entry))]),
  ]);
}

const nameOf = (path: string): string => path.replace('@', '').replaceAll('/', '-');
