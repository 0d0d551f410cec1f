/** Runs test files with tap. What it prints is kept whole; the terminal gets one line per file, and what failed. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createWriteStream } from 'node:fs';
import { createInterface } from 'node:readline';
import { join } from 'node:path';
import { root } from './files.ts';
import { fileIn } from './results.ts';

/** Lines of a failure that are shown: the place, what was wanted, and what was there. */
const shownOfFailure = 40;

/**
 * `files` in `jobs` processes at a time; all that tap prints is appended to `log`, whose path is given. Resolves with
 * tap's exit code.
 */
export async function tap(
  files: readonly string[],
  o: {
    readonly jobs: number;
    readonly log: string;
    readonly options?: readonly string[];
    readonly env?: NodeJS.ProcessEnv;
  },
): Promise<number> {
  const child = spawn(
    join(root, 'node_modules', '.bin', 'tap'),
    [`--jobs=${o.jobs}`, '--reporter=tap', ...(o.options ?? []), ...files],
    { cwd: root, stdio: ['ignore', 'pipe', 'inherit'], env: { ...process.env, ...o.env } },
  );
  const whole = createWriteStream(o.log, { flags: 'a' });
  const show = shortened((line) => console.log(line));
  for await (const line of createInterface({ input: child.stdout })) {
    whole.write(`${line}\n`);
    show(line);
  }
  whole.end();
  const [[code]] = await Promise.all([
    child.exitCode === null ? once(child, 'exit') : [child.exitCode],
    once(whole, 'close'),
  ]);
  return Number(code ?? 1);
}

/** Says of what tap prints each file with its seconds, each assertion that failed, and what tests remark. */
function shortened(say: (line: string) => void): (line: string) => void {
  let left = 0;
  return (line) => {
    const ended = fileIn(line);
    if (ended) {
      left = 0;
      return say(`${ended.ok ? '  ' : '✗ '}${ended.seconds.toFixed(1).padStart(6)} s  ${ended.file}`);
    }
    if (/^ *not ok /.test(line)) left = shownOfFailure;
    if (left > 0) {
      left--;
      say(line);
      if (/^ *\.\.\.$/.test(line)) left = 0;
    } else if (/^ *# (?!claimed |Subtest|time=|\{ total)/.test(line)) say(line.trim());
  };
}
