/** Test files that a change touches: those of its room, and those from which it can be reached. */
import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { isExclusive, isForAll, root, testFiles } from './files.ts';

/** A change there can touch whatever is tested. */
const concernsAll = /^(package-lock\.json$|core\/(testing|kernel)\/)/;
/** Seconds of test files that are taken at most: two cores are through with them in less than three minutes. */
const most = 240;

export interface Affected {
  readonly files: readonly string[];
  /** Files that can be reached too, for which there is no time. */
  readonly left: number;
}

/** `null` where a change may touch everything. `ref` is a commit; what is not committed belongs to the change. */
export function affectedBy(ref: string, secondsOf: (file: string) => number): Affected | null {
  const changed = [...git('diff', '--name-only', ref), ...git('ls-files', '--others', '--exclude-standard')];
  if (changed.some((path) => concernsAll.test(path))) return null;
  const rooms = new Set(changed.flatMap((path) => [...roomsOf(path), ...(isShare(path) ? readingShares : [])]));
  const isOfRoom = (file: string): boolean => [...rooms].some((room) => file.startsWith(room));
  const all = testFiles('all').filter((file) => !isExclusive(file));
  // A changed file comes first, then its room, those of a run of everything last, then what lies further away.
  const turn = (file: string): number => (changed.includes(file) ? 0 : isOfRoom(file) ? (isForAll(file) ? 2 : 1) : 3);
  const reached = reachedFrom(ref);
  const wanted = all
    .filter((file) => changed.includes(file) || isOfRoom(file) || (reached.has(file) && !isForAll(file)))
    .toSorted((one, other) => turn(one) - turn(other) || secondsOf(one) - secondsOf(other));
  const files: string[] = [];
  let seconds = 0;
  for (const file of wanted) {
    if (turn(file) > 1 && seconds + secondsOf(file) > most) continue;
    files.push(file);
    seconds += secondsOf(file);
  }
  return { files, left: wanted.length - files.length };
}

/** Shares are found by their place, so that no import leads to those who read them. */
const isShare = (path: string): boolean => path.endsWith('/test/furnish.ts');
const readingShares = ['core/test/isolation/', 'core/test/http/operations.test.ts'];

/** Folders with the tests of a path: its module, plugin or facility, and the one of that name in `core/test`. */
function roomsOf(path: string): readonly string[] {
  const [, kind, name] = /^(core\/(?:platform|facilities)|plugins)\/([^/]+)\//.exec(path) ?? [];
  if (name !== undefined) return [`${kind}/${name}/`, ...(kind === 'plugins' ? [] : [`core/test/${name}/`])];
  const [, outer] = /^(config|sdk|web|core\/boot|core\/commands|core\/packing|core\/test\/[^/]+)\//.exec(path) ?? [];
  if (outer === undefined) return [];
  return [`${outer}/`, ...(/^core\/(?!test)/.test(outer) ? [`${outer.replace('core/', 'core/test/')}/`] : [])];
}

const git = (...args: readonly string[]): readonly string[] =>
  execFileSync('git', args, { cwd: root, encoding: 'utf8' })
    .split('\n')
    .filter((line) => line !== '');

/** Sources that import what was changed, by however many steps. */
function reachedFrom(ref: string): ReadonlySet<string> {
  const told = execFileSync(
    process.execPath,
    [
      join(root, 'node_modules', 'dependency-cruiser', 'bin', 'dependency-cruise.mjs'),
      ...['--config', 'test/check/dependency-rules.cjs', '--affected', ref, '--output-type', 'json'],
      ...['config', 'sdk', 'core', 'plugins', 'web', 'test'],
    ],
    { cwd: root, encoding: 'utf8', maxBuffer: 1 << 28 },
  );
  const { modules }: { modules: readonly { readonly source: string }[] } = JSON.parse(told);
  return new Set(modules.map(({ source }) => source));
}
