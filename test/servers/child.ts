import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

export const root = fileURLToPath(new URL('../..', import.meta.url));

/** How a process ended: by itself or on request (`code`), or killed (`signal`). */
export interface End {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
}

/** A process of ours, with what it has printed. */
export interface Running {
  readonly process: ChildProcess;
  /** The newest 20,000 characters of both streams. */
  printed(): string;
  readonly ended: Promise<End>;
}

/** A server in a process of its own, with what the system knows about it. */
export interface Child extends Running {
  readonly origin: string;
  /** Milliseconds from start to the first answer of its readiness. */
  readonly readyAfter: number;
  /** Resident memory now, in megabytes. */
  memory(): number;
  /** Processor time so far of the threads that live, in milliseconds. */
  cpu(): number;
  /** Asks it to end, and kills it when it has not after a minute. */
  stop(): Promise<End>;
}

/** Undefined takes away what would be inherited. */
type Environment = Readonly<Record<string, string | undefined>>;

/**
 * Runs a script on this Node, as `npm start` does. What the test runner hangs on processes to measure coverage is left
 * out: it slows them, and dies with those that are killed.
 */
export function run(args: readonly string[], env: Environment = {}): Running {
  const { NODE_OPTIONS: _, ...inherited } = process.env;
  const child = spawn(process.execPath, [...args], {
    cwd: root,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...inherited, ...env },
  });
  let printed = '';
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text: string) => {
      printed = (printed + text).slice(-20_000);
    });
  // A test that dies must not leave a process behind.
  const cut = (): void => void child.kill('SIGKILL');
  process.once('exit', cut);
  const ended = new Promise<End>((resolve) =>
    child.once('close', (code, signal) => {
      process.off('exit', cut);
      resolve({ code, signal });
    }),
  );
  return { process: child, printed: () => printed, ended };
}

/** `find` is asked every 10 ms until it gives the origin; what the process has printed so far is handed to it. */
export async function start(
  args: readonly string[],
  o: {
    env?: Environment;
    find: (printed: string) => Promise<string | undefined> | string | undefined;
    seconds?: number;
  },
): Promise<Child> {
  const started = performance.now();
  const running = run(args, o.env);
  const child = running.process;
  const end = started + (o.seconds ?? 60) * 1000;
  for (;;) {
    const origin = await o.find(running.printed());
    if (origin !== undefined)
      return {
        ...running,
        origin,
        readyAfter: performance.now() - started,
        memory: () => memory(child),
        cpu: () => cpu(child),
        stop: () => stop(running),
      };
    if (child.exitCode !== null || child.signalCode !== null || performance.now() > end) {
      await stop(running);
      throw new Error(`${args.join(' ')} did not get ready:\n${running.printed()}`);
    }
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
}

const proc = (child: ChildProcess, file: string): string => readFileSync(`/proc/${child.pid}/${file}`, 'utf8');
const memory = (child: ChildProcess): number =>
  (Number(/VmRSS:\s+(\d+) kB/.exec(proc(child, 'status'))?.[1]) * 1024) / 1e6;
/**
 * Of the threads that live, which the scheduler counts in nanoseconds; /proc/…/stat counts in hundredths of a second.
 */
const cpu = (child: ChildProcess): number =>
  readdirSync(`/proc/${child.pid}/task`).reduce(
    (sum, thread) => sum + Number(proc(child, `task/${thread}/schedstat`).split(' ')[0]),
    0,
  ) / 1e6;

async function stop({ process: child, ended }: Running): Promise<End> {
  const force = setTimeout(() => child.kill('SIGKILL'), 60_000);
  child.kill('SIGTERM');
  try {
    return await ended;
  } finally {
    clearTimeout(force);
  }
}
