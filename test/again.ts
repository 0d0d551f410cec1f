/**
 * `node test/again.ts LOG`: the second look at a run of the tests that failed. `LOG` is what tap printed. Each failed
 * file runs once more, by itself and with nothing beside it, with the same `DOSSIER_SEED`, and on a PostgreSQL like
 * that of its batch, if it ran in one. A file that fails twice fails the run; one that passes is printed as `FLAKY`.
 * Ends with 0 where only flakes failed, three at the most; more than ten failed files are no chance, and none of them
 * is run again.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { startForMany } from './servers/postgres.ts';

const mostFailed = 10;
const mostFlaky = 3;
/** Seconds a file has that says nothing of its own: by itself it is quicker than it was among others. */
const timeout = 600;

const result = /^ *(not )?ok \d+ - (\S+\.test\.ts)(?: |$)/;
const isBatch = (file: string): boolean => file.startsWith('test/batches/');

/** A test file that failed: the first assertion that did, and whether it ran in a batch, on the PostgreSQL of that. */
interface Failure {
  readonly first: string;
  readonly inBatch: boolean;
}

/**
 * Reads what tap printed: the files that failed, by name, and the batches that failed though none of their files did. A
 * file fails too where its process ended before it could say so, and where it threw when it had ended. Tap prints one
 * batch behind the other, however many run.
 */
function failedIn(log: string): { files: ReadonlyMap<string, Failure>; batches: readonly string[] } {
  const files = new Map<string, Failure>();
  const batches: string[] = [];
  const claimed = new Set<string>();
  const failedHere = new Set<string>();
  let first: string | undefined;
  for (const line of log.split('\n')) {
    const [, said, of] = /^ *# (claimed|behind) (\S+\.test\.ts)$/.exec(line) ?? [];
    if (of !== undefined) {
      if (said === 'claimed') claimed.add(of);
      else {
        files.set(of, { first: 'it threw when it had ended', inBatch: true });
        failedHere.add(of);
      }
    }
    const [whole, not, file] = result.exec(line) ?? [];
    if (whole === undefined || file === undefined) {
      if (/^ *not ok /.test(line)) first ??= line.replace(/^ *not ok \d+ - /, '').replace(/ # time=.*/, '');
      continue;
    }
    if (isBatch(file)) {
      for (const lost of claimed) {
        files.set(lost, { first: 'its process ended before it', inBatch: true });
        failedHere.add(lost);
      }
      if (not !== undefined && failedHere.size === 0) batches.push(file);
      claimed.clear();
      failedHere.clear();
    } else {
      const inBatch = claimed.delete(file);
      if (not !== undefined) files.set(file, { first: first ?? 'no assertion of it', inBatch });
      if (not !== undefined && inBatch) failedHere.add(file);
    }
    first = undefined;
  }
  return { files, batches };
}

const [path] = process.argv.slice(2);
if (path === undefined) throw new Error('Say which log: node test/again.ts LOG');
const { files: failed, batches } = failedIn(readFileSync(path, 'utf8'));
for (const [file, { first }] of failed) console.log(`FAILED ${file} (first: ${first})`);
for (const batch of batches) console.log(`FAILED ${batch} (none of its files)`);
if (batches.length > 0 || failed.size === 0) {
  console.log('The run failed by more than test files, so none is run again.');
  process.exit(1);
}
if (failed.size > mostFailed) {
  console.log(`${failed.size} test files failed. More than ${mostFailed} are no chance: none is run again.`);
  process.exit(1);
}

const server = await startForMany();
const twice: string[] = [];
try {
  for (const [file, { inBatch }] of failed) {
    console.log(`AGAIN ${file}`);
    const run = spawn('npx', ['tap', `--timeout=${timeout}`, '--jobs=1', file], {
      stdio: 'inherit',
      env: { ...process.env, ...(server && inBatch ? { DOSSIER_TEST_DATABASE: server.url } : {}) },
    });
    const [code] = await once(run, 'exit');
    if (code !== 0) twice.push(file);
  }
} finally {
  await server?.stop();
}
const flaky = [...failed].filter(([file]) => !twice.includes(file));
for (const [file, { first }] of flaky) console.log(`FLAKY ${file} (first: ${first})`);
for (const file of twice) console.log(`FAILED TWICE ${file}`);
if (flaky.length > mostFlaky)
  console.log(`${flaky.length} flaky files; ${mostFlaky} are the most that a run may have.`);
console.log(`Failed files: ${failed.size}; passed when they ran again: ${flaky.length}.`);
process.exitCode = twice.length > 0 || flaky.length > mostFlaky ? 1 : 0;
