/**
 * Test files and their sets. The place of a file says its set, so that nothing is listed: one called `*.all.test.ts`,
 * or in a folder `exclusive`, runs with `npm run test:all` and by its path, every other one in the gate too. Beside one
 * in `exclusive` nothing runs.
 */
import { globSync } from 'node:fs';
import { basename, join } from 'node:path';

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
    exclude: (path) => /(^|\/)(node_modules|dist|batches)$/.test(path),
  })
    .filter((file) => set === 'all' || !isForAll(file))
    .toSorted();
}

/**
 * Files that share a process with others: those of rooms and of browsers. The rest has a process of its own, as has
 * what lies in a folder `alone`.
 */
const isShared = (file: string): boolean =>
  /^(?!test\/)|^test\/browser\//.test(file) && !isIn('alone', file) && !isExclusive(file);

/** Files of a run: those by themselves, and those of each batch of `test/batches`. */
export interface Shares {
  readonly alone: readonly string[];
  readonly batches: ReadonlyMap<string, readonly string[]>;
}

/**
 * Shares files out to batches, so that all of a kind take about as long: the longest first, each to the batch that has
 * least. What core and sdk are measured by is of a kind of its own, because to measure costs time. `most` is how many
 * batches of a kind there are: each takes a while to begin.
 */
export function shareOut(files: readonly string[], secondsOf: (file: string) => number, most = Infinity): Shares {
  const batches = new Map<string, string[]>();
  const shared = files.filter(isShared);
  for (const [kind, rooms] of Object.entries({ core: /^(config|core|sdk)\//, plugins: /^(plugins|web|test)\// })) {
    const filled = globSync(`test/batches/${kind}-*.test.ts`, { cwd: root })
      .toSorted()
      .slice(0, most)
      .map((batch) => ({ batch, files: [] as string[], seconds: 0 }));
    for (const file of shared
      .filter((one) => rooms.test(one))
      .toSorted((one, other) => secondsOf(other) - secondsOf(one))) {
      const emptiest = filled.reduce((least, one) => (one.seconds < least.seconds ? one : least));
      emptiest.files.push(file);
      emptiest.seconds += secondsOf(file);
    }
    for (const { batch, files } of filled) if (files.length > 0) batches.set(batch, files.toSorted());
  }
  return { alone: files.filter((file) => !isShared(file)), batches };
}

/** Text that tells batches which files they take (`DOSSIER_TEST_SHARES`). */
export const sharesOf = (batches: Shares['batches']): string => JSON.stringify([...batches]);

/** Files of the batch at this path, as a run has shared them out. */
export const shareOfBatch = (path: string): readonly string[] =>
  new Map<string, readonly string[]>(JSON.parse(process.env['DOSSIER_TEST_SHARES'] ?? '[]')).get(
    `test/batches/${basename(path)}`,
  ) ?? [];
