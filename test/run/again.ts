/** The second look at test files that failed: chance passes when it runs alone, a fault does not. */
import { readFileSync } from 'node:fs';
import { startForMany } from '../servers/postgres.ts';
import { resultsIn } from './results.ts';
import type { Results } from './results.ts';
import { tap } from './tap.ts';

const mostFailed = 10;
const mostFlaky = 3;
/** Seconds a file has that says nothing of its own: by itself it is quicker than it was among others. */
const timeout = 600;

/** Files that had failed, by what became of them: those that passed then, and those that failed twice. */
export interface SecondLook {
  readonly flaky: readonly string[];
  readonly failed: readonly string[];
  readonly ok: boolean;
}

/**
 * Runs each failed file once more, by itself and with nothing beside it, with the same seed, and on a PostgreSQL like
 * that of its batch, if it ran in one. A file that fails twice fails the run; three that pass are the most that are
 * taken for chance. Of more than ten failed files none runs again, nor of a run that failed by more than files.
 */
export async function lookAgain({ failed, batches, complete }: Results, log: string): Promise<SecondLook> {
  for (const [file, { first }] of failed) console.log(`FAILED ${file} (first: ${first})`);
  for (const batch of batches) console.log(`FAILED ${batch} (none of its files)`);
  const all = [...failed.keys()];
  if (!complete || batches.length > 0 || failed.size === 0 || failed.size > mostFailed) {
    console.log(
      failed.size > mostFailed
        ? `${failed.size} test files failed. More than ${mostFailed} are no chance: none runs again.`
        : 'The run failed by more than test files, so none runs again.',
    );
    return { flaky: [], failed: [...all, ...batches], ok: false };
  }
  const server = await startForMany();
  const twice: string[] = [];
  try {
    for (const [file, { inBatch }] of failed) {
      console.log(`AGAIN ${file}`);
      const env = server && inBatch ? { DOSSIER_TEST_DATABASE: server.url } : {};
      const code = await tap([file], { jobs: 1, log, env, options: [`--timeout=${timeout}`, '--disable-coverage'] });
      if (code !== 0) twice.push(file);
    }
  } finally {
    await server?.stop();
  }
  const flaky = all.filter((file) => !twice.includes(file));
  for (const file of flaky) console.log(`FLAKY ${file} (first: ${failed.get(file)?.first})`);
  const second = resultsIn(readFileSync(log, 'utf8'), failed.size).failed;
  for (const file of twice)
    console.log(`FAILED TWICE ${file} (first: ${failed.get(file)?.first}; then: ${second.get(file)?.first})`);
  if (flaky.length > mostFlaky) console.log(`${flaky.length} flaky files; ${mostFlaky} are the most a run may have.`);
  return { flaky, failed: twice, ok: twice.length === 0 && flaky.length <= mostFlaky };
}
