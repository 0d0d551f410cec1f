/** Results of a run, as tap printed them: which files passed, how long they took, and which failed and why. */

/** A test file that failed: the first assertion that did, and whether it ran in a batch, on the PostgreSQL of that. */
export interface Failure {
  readonly first: string;
  readonly inBatch: boolean;
}

export interface Results {
  /** Assertions that passed, and that were skipped. */
  readonly passed: number;
  readonly skipped: number;
  /** Seconds that each file took by the clock. */
  readonly seconds: ReadonlyMap<string, number>;
  readonly failed: ReadonlyMap<string, Failure>;
  /** Batches that failed though none of their files did. */
  readonly batches: readonly string[];
  /** Whether tap came to its end, each time that it ran. */
  readonly complete: boolean;
}

const fileResult = /^ *(not )?ok \d+ - (\S+\.test\.ts) # time=([\d.]+)ms/;
const summary = /^# \{ total: .*\}$/;
const isBatch = (file: string): boolean => file.startsWith('test/batches/');

/** The file that a line ends, how long it took in seconds, and whether it passed. */
export function fileIn(line: string): { readonly file: string; readonly seconds: number; readonly ok: boolean } | null {
  const [whole, not, file, milliseconds] = fileResult.exec(line) ?? [];
  if (whole === undefined || file === undefined || isBatch(file)) return null;
  return { file, seconds: Number(milliseconds) / 1000, ok: not === undefined };
}

const counted = (line: string, name: string): number => Number(new RegExp(`[{ ]${name}: (\\d+)`).exec(line)?.[1] ?? 0);

/**
 * Reads the log of `runs` runs of tap. A file fails too where its process ended before it could say so, and where it
 * threw when it had ended. Tap prints one batch behind the other, however many run.
 */
export function resultsIn(log: string, runs: number): Results {
  const failed = new Map<string, Failure>();
  const seconds = new Map<string, number>();
  const batches: string[] = [];
  const claimed = new Set<string>();
  const failedHere = new Set<string>();
  let [passed, skipped, ended] = [0, 0, 0];
  let first: string | undefined;
  for (const line of log.split('\n')) {
    const [, said, of] = /^ *# (claimed|behind) (\S+\.test\.ts)$/.exec(line) ?? [];
    if (of !== undefined) {
      if (said === 'claimed') claimed.add(of);
      else {
        failed.set(of, { first: 'it threw when it had ended', inBatch: true });
        failedHere.add(of);
      }
    }
    if (summary.test(line)) {
      passed += counted(line, 'pass');
      skipped += counted(line, 'skip');
      ended++;
    }
    const [whole, not, file] = /^ *(not )?ok \d+ - (\S+\.test\.ts)(?: |$)/.exec(line) ?? [];
    if (whole === undefined || file === undefined) {
      if (/^ *not ok /.test(line)) first ??= line.replace(/^ *not ok \d+ - /, '').replace(/ # time=.*/, '');
      continue;
    }
    if (isBatch(file)) {
      for (const lost of claimed) {
        failed.set(lost, { first: 'its process ended before it', inBatch: true });
        failedHere.add(lost);
      }
      if (not !== undefined && failedHere.size === 0) batches.push(file);
      claimed.clear();
      failedHere.clear();
    } else {
      const inBatch = claimed.delete(file);
      seconds.set(file, fileIn(line)?.seconds ?? 0);
      if (not !== undefined) failed.set(file, { first: first ?? 'no assertion of it', inBatch });
      if (not !== undefined && inBatch) failedHere.add(file);
    }
    first = undefined;
  }
  return { passed, skipped, seconds, failed, batches, complete: ended === runs };
}
