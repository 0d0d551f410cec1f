/** The record of the last run of everything: `npm run test:all` writes it, and the gate prints it. */
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './files.ts';

export interface FullRun {
  readonly commit: string;
  /** The day, in UTC, as `2026-11-29`. */
  readonly date: string;
  readonly seed: number;
  readonly minutes: number;
  readonly files: number;
  readonly passed: number;
  readonly skipped: number;
  /** Files that failed twice, and what failed beside the files; empty where all is well. */
  readonly failed: readonly string[];
  /** Files that failed, and passed when they ran again by themselves. */
  readonly flaky: readonly string[];
  /** Seconds by file, by the clock and among others. */
  readonly seconds: Readonly<Record<string, number>>;
}

const path = join(root, 'test', 'last-full-run.json');

/** Null where everything never ran. */
export const lastFullRun = (): FullRun | null => (existsSync(path) ? JSON.parse(readFileSync(path, 'utf8')) : null);

/** Seconds that a file took then; five for one that nobody has measured. */
export function measuredSeconds(): (file: string) => number {
  const seconds = lastFullRun()?.seconds;
  return (file) => seconds?.[file] ?? 5;
}

/** `seconds` are rounded to tenths, so that a run changes few lines. */
export function writeFullRun(run: Omit<FullRun, 'commit' | 'date'>): void {
  const seconds = Object.fromEntries(
    Object.entries(run.seconds)
      .map(([file, one]) => [file, Math.round(one * 10) / 10] as const)
      .toSorted(([one], [other]) => (one < other ? -1 : 1)),
  );
  const whole: FullRun = {
    commit: execFileSync('git', ['rev-parse', 'HEAD'], { cwd: root, encoding: 'utf8' }).trim(),
    date: new Date().toISOString().slice(0, 10),
    ...run,
    seconds,
  };
  writeFileSync(path, `${JSON.stringify(whole, null, 2)}\n`);
}

/** One line about it, for the end of a run of the gate. */
export function told(run: FullRun | null): string {
  if (!run) return 'Everything (npm run test:all) has not run yet.';
  const { commit, date, files, minutes, failed, flaky } = run;
  const faults = failed.length === 0 ? 'none failed' : `FAILED: ${failed.join(', ')}`;
  const chance = flaky.length === 0 ? '' : `, flaky: ${flaky.join(', ')}`;
  return `Everything last ran on ${date}, on ${commit.slice(0, 8)}: ${files} files in ${minutes} min, ${faults}${chance}`;
}
