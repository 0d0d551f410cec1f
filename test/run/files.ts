/**
 * Test files and their sets. The place of a file says its set, so that nothing is listed: one called `*.all.test.ts`,
 * or in a folder `exclusive`, runs with `npm run test:all` and by its path, every other one in the gate too. Beside one
 * in `exclusive` nothing runs.
 */
import { globSync } from 'node:fs';
import { join } from 'node:path';

export const root = join(import.meta.dirname, '..', '..');

export type TestSet = 'gate' | 'all';

const isIn = (folder: string, file: string): boolean => file.split('/').slice(0, -1).includes(folder);
/** Files that have the machine to themselves. */
export const isExclusive = (file: string): boolean => isIn('exclusive', file);
export const isForAll = (file: string): boolean => file.endsWith('.all.test.ts') || isExclusive(file);

/** Test files of a set, by their paths from the root of the project. */
export function testFiles(set: TestSet): readonly string[] {
  return globSync('{config,core,sdk,plugins,web,test}/**/*.test.ts', {
    cwd: root,
    exclude: (path) => /(^|\/)(node_modules|dist)$/.test(path),
  })
    .filter((file) => set === 'all' || !isForAll(file))
    .toSorted();
}

/** Files that run before everything, the checks among it: they say in seconds what a new part lacks to be tried. */
export const isFirst = (file: string): boolean => isIn('enumeration', file);
/** Files that share their process with no other: those in a folder `alone`, and those that have the machine. */
export const hasOwnProcess = (file: string): boolean => isIn('alone', file) || isExclusive(file);
