/**
 * `node test/run.ts [all | affected [REF]]` builds, checks, and runs test files. Without a word it is the gate, which
 * every change has to pass; `all` is everything there is (`test/last-full-run.json` keeps what it found); `affected` is
 * what the change since `REF` touches, without the checks. `REF` is HEAD where something is not committed, else the
 * commit before. The last line says how many assertions passed. CONTRIBUTING.md says which command when.
 */
import { execFileSync, spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { affectedBy } from './run/affected.ts';
import { lookAgain } from './run/again.ts';
import { isExclusive, root, shareOut, sharesOf, testFiles } from './run/files.ts';
import { lastFullRun, measuredSeconds, told, writeFullRun } from './run/last-full-run.ts';
import { resultsIn } from './run/results.ts';
import { tap } from './run/tap.ts';

const [kind = 'gate', ref] = process.argv.slice(2);
if (!['gate', 'all', 'affected'].includes(kind)) throw new Error('Say all, affected, or nothing for the gate.');
const everything = kind === 'all';
// All chance in a test begins with this (core/testing/seed.ts), so that a file that runs again does the same again.
const seed = Number(process.env['DOSSIER_SEED'] ?? (everything ? Math.floor(Math.random() * 2 ** 31) : 25));
process.env['DOSSIER_SEED'] = String(seed);
if (everything) process.env['DOSSIER_TESTS'] = 'all';
else delete process.env['DOSSIER_TESTS'];

const begun = performance.now();
const times: string[] = [];
/** Runs a phase of the run and notes how long it took. */
async function phase<T>(name: string, work: () => T | Promise<T>): Promise<T> {
  const before = performance.now();
  try {
    return await work();
  } finally {
    times.push(`${name} ${Math.round((performance.now() - before) / 1000)} s`);
  }
}
const bin = (name: string): string => join(root, 'node_modules', '.bin', name);
const runs = (command: string, args: readonly string[], env: NodeJS.ProcessEnv = {}): boolean =>
  spawnSync(command, args, { cwd: root, stdio: ['ignore', 'inherit', 'inherit'], env: { ...process.env, ...env } })
    .status === 0;
const node = (...args: readonly string[]) => runs(process.execPath, args);
const stop = (why: string): never => {
  console.log(`Time: ${times.join(', ')}`);
  console.log(why);
  process.exit(1);
};

const secondsOf = measuredSeconds();
const files = chosen();
if (!(await phase('build', () => node('core/start.js', 'build') && runs(bin('tap'), ['build']))))
  stop('The build failed, so nothing was tested.');
if (kind !== 'affected' && !(await phase('check', () => node('test/check.js'))))
  stop('The checks failed, so nothing was tested.');

const kept = join(root, 'node_modules', '.cache', 'test');
const log = join(kept, 'tests.tap');
const second = join(kept, 'again.tap');
mkdirSync(kept, { recursive: true });
for (const path of [log, second]) rmSync(path, { force: true });
console.log(`${files.length} test files, DOSSIER_SEED=${seed}. Whatever tap prints is kept in ${log}.`);

const { alone, batches } = shareOut(
  files.filter((file) => !isExclusive(file)),
  secondsOf,
  kind === 'affected' ? 2 : undefined,
);
const codes = [
  await phase('tests', () =>
    tap([...batches.keys(), ...alone], {
      log,
      // One more than the processors of a small machine where faults and browsers wait for others much of their time.
      jobs: everything ? 3 : 2,
      env: { DOSSIER_TEST_SHARES: sharesOf(batches), ...(everything ? { DOSSIER_COVERAGE: '1' } : {}) },
    }),
  ),
];
/** Faults beside those of test files. */
const beside: string[] = [];
if (everything && !(await phase('coverage', () => node('test/check/coverage.js', 'core=90', 'sdk=90'))))
  beside.push('coverage');
const exclusive = files.filter(isExclusive);
if (exclusive.length > 0)
  codes.push(await phase('exclusive', () => tap(exclusive, { log, jobs: 1, options: ['--disable-coverage'] })));

const results = resultsIn(readFileSync(log, 'utf8'), codes.length);
// No file that was asked for is left out by chance, such as by a pattern of tap's.
for (const file of files)
  if (!results.seconds.has(file) && !results.failed.has(file)) beside.push(`${file} (it never ran)`);
const isRed = codes.some((code) => code !== 0) || !results.complete || results.failed.size > 0;
const look = isRed ? await phase('again', () => lookAgain(results, second)) : { flaky: [], failed: [], ok: true };
if (everything && !(await phase('fuzz', () => fuzz()))) beside.push('fuzz');

slowest();
const failed = [...look.failed, ...beside];
const minutes = Math.round((performance.now() - begun) / 60_000);
if (everything)
  writeFullRun({
    ...{ seed, minutes, files: files.length, passed: results.passed, skipped: results.skipped },
    ...{ failed, flaky: look.flaky, seconds: Object.fromEntries(results.seconds) },
  });
else console.log(told(lastFullRun()));
if (!look.ok || failed.length > 0) stop(`FAILED: ${failed.join(', ') || 'the run itself'}`);
console.log(`Files: ${files.length}, flaky: ${look.flaky.join(', ') || 'none'}`);
console.log(`Time: ${times.join(', ')}`);
console.log(`${results.passed} passed, 0 failed, ${results.skipped} skipped`);

function chosen(): readonly string[] {
  if (kind !== 'affected') return testFiles(everything ? 'all' : 'gate');
  const isDirty = execFileSync('git', ['status', '--porcelain'], { cwd: root }).length > 0;
  const since = ref ?? (isDirty ? 'HEAD' : 'HEAD~1');
  const affected = affectedBy(since, secondsOf);
  if (!affected) {
    console.log(`What changed since ${since} may touch everything.`);
    return testFiles('gate');
  }
  if (affected.files.length === 0) {
    console.log(`What changed since ${since} touches no test file.`);
    process.exit(0);
  }
  const left = affected.left > 0 ? ` ${affected.left} further files can be reached from it; npm test has them.` : '';
  console.log(`What changed since ${since} touches these.${left}`);
  return affected.files;
}

/** The product against its own OpenAPI document. */
function fuzz(): boolean {
  return runs(process.execPath, ['test/fuzz/main.ts'], { DOSSIER_FUZZ_EXAMPLES: '8' });
}

function slowest(): void {
  const longest = [...results.seconds].toSorted(([, one], [, other]) => other - one).slice(0, 20);
  console.log('The slowest test files, in seconds by the clock:');
  for (const [file, seconds] of longest) console.log(`${seconds.toFixed(1).padStart(8)}  ${file}`);
}
