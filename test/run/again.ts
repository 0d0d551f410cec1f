/** The second look at test files that failed: chance passes when it runs alone, a fault does not. */
import { runLanes } from './lanes.ts';
import type { Lanes, Result } from './lanes.ts';

const mostFailed = 10;
const mostFlaky = 3;

/** Files that had failed, by what became of them: those that passed then, and those that failed twice. */
export interface SecondLook {
  readonly flaky: readonly string[];
  readonly failed: readonly string[];
  readonly ok: boolean;
}

/**
 * Runs each failed file once more, by itself and with nothing beside it, with the same seed and on the same PostgreSQL.
 * A file that fails twice fails the run; three that pass are the most that are taken for chance. Of more than ten none
 * runs again.
 */
export async function lookAgain(results: readonly Result[], o: Omit<Lanes, 'lanes'>): Promise<SecondLook> {
  const failed = results.filter(isFailed);
  for (const result of failed) console.log(`FAILED ${result.file} (first: ${firstOf(result)})`);
  if (failed.length > mostFailed) {
    console.log(`${failed.length} test files failed. More than ${mostFailed} are no chance: none runs again.`);
    return { flaky: [], failed: failed.map(({ file }) => file), ok: false };
  }
  const flaky: Result[] = [];
  const twice: { readonly first: Result; readonly second: Result }[] = [];
  for (const first of failed) {
    console.log(`AGAIN ${first.file}`);
    const [second] = await runLanes([first.file], { ...o, lanes: 1 });
    if (second && isFailed(second)) twice.push({ first, second });
    else flaky.push(first);
  }
  for (const result of flaky) console.log(`FLAKY ${result.file} (first: ${firstOf(result)})`);
  if (flaky.length > mostFlaky) console.log(`${flaky.length} flaky files; ${mostFlaky} are the most a run may have.`);
  for (const { first, second } of twice)
    console.log(`FAILED TWICE ${first.file} (first: ${firstOf(first)}; then: ${firstOf(second)})`);
  return {
    flaky: flaky.map(({ file }) => file),
    failed: twice.map(({ first: { file } }) => file),
    ok: twice.length === 0 && flaky.length <= mostFlaky,
  };
}

export const isFailed = ({ failures }: Result): boolean => failures.length > 0;

const firstOf = ({ failures }: Result): string | undefined => failures[0]?.name;
