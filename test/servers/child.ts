import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { eventually } from '../../core/testing/waiting.ts';

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
  /** Resident memory now, in megabytes. */
  memory(): number;
  /** Processor time so far of the threads that live, in milliseconds. */
  cpu(): number;
  /** Asks it to end. */
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

/** Whether it has ended, or never began. */
export const hasEnded = (child: ChildProcess): boolean => child.exitCode !== null || child.signalCode !== null;

/**
 * Waits for its end; with a signal it is asked to. One that has not ended within the limit is killed, and that is an
 * error.
 */
export async function untilEnded(child: ChildProcess, signal?: NodeJS.Signals): Promise<void> {
  if (signal && !hasEnded(child)) child.kill(signal);
  try {
    await eventually(`${child.spawnargs.join(' ')} has ended`, () => hasEnded(child));
  } catch (error) {
    child.kill('SIGKILL');
    throw error;
  }
}

/** `find` is asked until it gives the origin; what the process has printed so far is handed to it. */
export async function start(
  args: readonly string[],
  o: { env?: Environment; find: (printed: string) => Promise<string | undefined> | string | undefined },
): Promise<Child> {
  const running = run(args, o.env);
  const child = running.process;
  try {
    const origin = await eventually('it is ready', async () => {
      const found = await o.find(running.printed());
      if (found === undefined && hasEnded(child)) throw new Error('It has ended.');
      return found;
    });
    return {
      ...running,
      origin,
      memory: () => memory(child),
      cpu: () => cpu(child),
      async stop() {
        await untilEnded(child, 'SIGTERM');
        return running.ended;
      },
    };
  } catch (error) {
    await untilEnded(child, 'SIGKILL');
    throw new Error(`${args.join(' ')} did not get ready:\n${running.printed()}`, { cause: error });
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
