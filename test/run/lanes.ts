/** Lanes: processes beside each other, each of which claims the next test file when it is through with one. */
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, openSync } from 'node:fs';
import { join } from 'node:path';
import { hasOwnProcess, root } from './files.ts';
import type { Told } from './lane.ts';

/** Outcome of a test file. */
export interface Result {
  readonly file: string;
  /** Seconds by the clock, beside others. */
  readonly seconds: number;
  /** Assertions. */
  readonly passed: number;
  readonly skipped: number;
  /** Assertions that failed, or how its process ended before it; none where it passed. */
  readonly failures: readonly Failure[];
}

export interface Failure {
  readonly name: string;
  readonly detail: string;
}

export interface Lanes {
  readonly lanes: number;
  /** The file to which what processes print, and tap's own account of each test, is appended. */
  readonly log: string;
  readonly env?: NodeJS.ProcessEnv;
  /** Called at the end of each file. */
  readonly onEnd: (result: Result) => void;
}

type Ended = Extract<Told, { kind: 'ended' }>;

/** Files after which a process is replaced, and bytes of memory, as what is loaded stays. */
const most = { files: 45, bytes: 1.2e9 };
/** Milliseconds after which a process is killed that says nothing of its file; its own limit comes before. */
const patience = 660_000;

/**
 * Runs files in this order, each once, whatever becomes of those before. Who ends before it has told of its file, such
 * as one that exits or hangs, has failed.
 */
export async function runLanes(files: readonly string[], o: Lanes): Promise<readonly Result[]> {
  const waiting = [...files];
  const results: Result[] = [];
  const lane = async (): Promise<void> => {
    let shared: Worker | undefined;
    for (let file = waiting.shift(); file !== undefined; file = waiting.shift()) {
      const worker = hasOwnProcess(file) ? startWorker(o) : (shared ??= startWorker(o));
      const result = await worker.run(file);
      results.push(result);
      o.onEnd(result);
      if (worker !== shared) await worker.stop();
      else if (shared.isSpent()) {
        await shared.stop();
        shared = undefined;
      }
    }
    await shared?.stop();
  };
  await Promise.all(Array.from({ length: o.lanes }, lane));
  return results;
}

interface Worker {
  run(file: string): Promise<Result>;
  /** Whether another process has to take its place. */
  isSpent(): boolean;
  stop(): Promise<void>;
}

function startWorker(o: Lanes): Worker {
  const log = openSync(o.log, 'a');
  const child = fork(join(import.meta.dirname, 'lane.ts'), [o.log], {
    cwd: root,
    env: { ...process.env, ...o.env },
    stdio: ['ignore', log, log, 'ipc'],
  });
  closeSync(log);
  /** Failures of the file that runs, or of the one that ran last: something may come behind its end. */
  let failures: Failure[] = [];
  let [files, bytes, isAlive] = [0, 0, true];
  let onTold: (told: Ended | null) => void = () => undefined;
  // Tap speaks of its time limits on the same channel.
  child.on('message', (told: Partial<Told>) => {
    if (told.kind === 'failed') failures.push(told as Failure);
    else if (told.kind === 'ended') onTold(told as Ended);
  });
  const exited = once(child, 'exit').then(([code, signal]) => {
    isAlive = false;
    if (code !== 0)
      failures.push({ name: `its process ended by itself (${signal ?? code})`, detail: `${o.log} says more.` });
    onTold(null);
  });
  return {
    async run(file) {
      const begun = performance.now();
      failures = [];
      files++;
      const timer = setTimeout(() => child.kill('SIGKILL'), patience);
      const told = await new Promise<Ended | null>((resolve) => {
        onTold = resolve;
        if (isAlive) child.send({ file });
        else resolve(null);
      });
      clearTimeout(timer);
      bytes = told?.bytes ?? 0;
      if (told === null && failures.length === 0) failures.push({ name: 'its process ended before it', detail: '' });
      const seconds = (performance.now() - begun) / 1000;
      return { file, seconds, passed: told?.passed ?? 0, skipped: told?.skipped ?? 0, failures };
    },
    isSpent: () => !isAlive || files >= most.files || bytes > most.bytes,
    async stop() {
      const timer = setTimeout(() => child.kill('SIGKILL'), 60_000);
      if (isAlive) child.send({ file: null });
      await exited;
      clearTimeout(timer);
    },
  };
}
