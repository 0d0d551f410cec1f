/**
 * `node test/run.ts [all | affected [REF]]` builds, checks, and runs test files. Without a word it is the gate, which
 * every change has to pass; `all` is everything there is (`test/last-full-run.json` keeps what it found); `affected` is
 * what the change since `REF` touches, without the checks. `REF` is HEAD where something is not committed, else the
 * commit before. The last line says how many assertions passed. CONTRIBUTING.md says which command when.
 */
import { execFileSync, spawnSync } from 'node:child_process';
import { mkdirSync, rmSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { startForMany } from './servers/postgres.ts';
import { affectedBy } from './run/affected.ts';
import { isFailed, lookAgain } from './run/again.ts';
import { isExclusive, isFirst, root, testFiles } from './run/files.ts';
import { runLanes } from './run/lanes.ts';
import type { Result } from './run/lanes.ts';
import { lastFullRun, measuredSeconds, told, writeFullRun } from './run/last-full-run.ts';
import { overdue, quarantine } from './run/quarantine.ts';

const [kind = 'gate', ref] = process.argv.slice(2);
if (!['gate', 'all', 'affected'].includes(kind)) throw new Error('Say all, affected, or nothing for the gate.');
const everything = kind === 'all';
// All chance in a test begins with this (core/testing/seed.ts), so that a file that runs again does the same again.
const seed = Number(process.env['DOSSIER_SEED'] ?? (everything ? Math.floor(Math.random() * 2 ** 31) : 25));
process.env['DOSSIER_SEED'] = String(seed);
if (everything) process.env['DOSSIER_TESTS'] = 'all';
else delete process.env['DOSSIER_TESTS'];
// Compiled modules serve all processes: most of them load the same two thousand.
process.env['NODE_COMPILE_CACHE'] = join(root, 'node_modules', '.cache', 'compile');

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
const runs = (command: string, args: readonly string[], env: NodeJS.ProcessEnv = {}): boolean =>
  spawnSync(command, args, { cwd: root, stdio: ['ignore', 'inherit', 'inherit'], env: { ...process.env, ...env } })
    .status === 0;
const bin = (name: string): string => join(root, 'node_modules', '.bin', name);
const node = (...args: readonly string[]) => runs(process.execPath, args);
const stop = (why: string): never => {
  console.log(`Time: ${times.join(', ')}`);
  console.log(why);
  process.exit(1);
};

const secondsOf = measuredSeconds();
const quarantined = quarantine();
const isQuarantined = (file: string): boolean => quarantined.some((one) => one.file === file);
const files = chosen();
if (!(await phase('build', () => node('core/start.js', 'build') && runs(bin('tap'), ['build']))))
  stop('The build failed, so nothing was tested.');

const kept = join(root, 'node_modules', '.cache', 'test');
const coverage = join(kept, 'coverage');
const log = join(kept, 'tests.tap');
rmSync(kept, { recursive: true, force: true });
mkdirSync(kept, { recursive: true });
console.log(`${files.length} test files, DOSSIER_SEED=${seed}. All that is printed is kept in ${log}.`);
const run = (some: readonly string[], o: { lanes: number; env?: NodeJS.ProcessEnv }): Promise<readonly Result[]> =>
  runLanes(
    some.toSorted((one, other) => secondsOf(other) - secondsOf(one)),
    { log, onEnd: say, ...o },
  );

const results: Result[] = [...(await phase('first', () => run(files.filter(isFirst), { lanes: 1 })))];
if (results.some(isFailed)) stop('Something that is new cannot be tried yet, so nothing was tested.');
if (kind !== 'affected' && !(await phase('check', () => node('test/check.js'))))
  stop('The checks failed, so nothing was tested.');

// One for all lanes; where none can run, each platform has a database in its process.
const server = await startForMany();
if (server) process.env['DOSSIER_TEST_DATABASE'] = server.url;
else delete process.env['DOSSIER_TEST_DATABASE'];
// One more than there are processors where faults and browsers wait for others much of their time.
const lanes = availableParallelism() + (everything ? 1 : 0);
const alone = files.filter((file) => isExclusive(file) || isQuarantined(file));
const beside = files.filter((file) => !alone.includes(file) && !isFirst(file));
// To measure costs a quarter of the time: what every second file of these rooms meets, all of them meet at least.
const measured = everything ? beside.filter((file) => /^(config|core|sdk)\//.test(file)).filter((_, i) => i % 2) : [];
results.push(
  ...(await phase('tests', async () => [
    ...(await run(measured, { lanes, env: { NODE_V8_COVERAGE: coverage } })),
    ...(await run(
      beside.filter((file) => !measured.includes(file)),
      { lanes },
    )),
  ])),
);
/** Faults beside those of test files. */
const faults: string[] = everything ? [...overdue(quarantined)] : [];
if (everything && !(await phase('coverage', () => node('test/check/coverage.js', coverage, 'core=90', 'sdk=90'))))
  faults.push('coverage');
if (alone.length > 0) results.push(...(await phase('alone', () => run(alone, { lanes: 1 }))));
const look = results.some(isFailed)
  ? await phase('again', () => lookAgain(results, { log, onEnd: say }))
  : { flaky: [], failed: [], ok: true };
await server?.stop();
if (everything && !(await phase('fuzz', () => fuzz()))) faults.push('fuzz');

slowest();
const sum = (of: (result: Result) => number): number => results.reduce((total, result) => total + of(result), 0);
const [passed, skipped] = [sum((result) => result.passed), sum((result) => result.skipped)];
const failed = [...look.failed, ...faults];
const minutes = (performance.now() - begun) / 60_000;
if (everything)
  writeFullRun({
    ...{ seed, minutes: Math.round(minutes), files: files.length, passed, skipped, failed, flaky: look.flaky },
    seconds: Object.fromEntries(results.map(({ file, seconds }) => [file, seconds])),
  });
else console.log(told(lastFullRun()));
if (!look.ok || failed.length > 0) stop(`FAILED: ${failed.join(', ') || 'too much by chance'}`);
console.log(
  `Files: ${files.length}, flaky: ${look.flaky.join(', ') || 'none'}, minutes: ${minutes.toFixed(1)} (${times.join(', ')})`,
);
console.log(`${passed} passed, 0 failed, ${skipped} skipped`);

function chosen(): readonly string[] {
  const gate = (): readonly string[] => testFiles('gate').filter((file) => !isQuarantined(file));
  if (kind !== 'affected') return everything ? testFiles('all') : gate();
  const isDirty = execFileSync('git', ['status', '--porcelain'], { cwd: root }).length > 0;
  const since = ref ?? (isDirty ? 'HEAD' : 'HEAD~1');
  const affected = affectedBy(since, secondsOf);
  if (!affected) {
    console.log(`What changed since ${since} may touch everything.`);
    return gate();
  }
  const left = affected.left > 0 ? ` ${affected.left} further files can be reached from it; npm test has them.` : '';
  console.log(`What changed since ${since} touches these.${left}`);
  return [...testFiles('gate').filter(isFirst), ...affected.files.filter((file) => !isFirst(file))];
}

/** A line for each file, and what failed in it. */
function say({ file, seconds, failures }: Result): void {
  console.log(`${failures.length > 0 ? '✗ ' : '  '}${seconds.toFixed(1).padStart(6)} s  ${file}`);
  for (const { name, detail } of failures) console.log(`${name}\n${detail}`);
}

/** The product against its own OpenAPI document. */
function fuzz(): boolean {
  return runs(process.execPath, ['test/fuzz/main.ts'], { DOSSIER_FUZZ_EXAMPLES: '8' });
}

function slowest(): void {
  const longest = results.toSorted((one, other) => other.seconds - one.seconds).slice(0, 20);
  console.log('The slowest test files, in seconds by the clock:');
  for (const { file, seconds } of longest) console.log(`${seconds.toFixed(1).padStart(8)}  ${file}`);
}
