import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

export const root = fileURLToPath(new URL('../..', import.meta.url));

/** A server in a process of its own, with what the system knows about it. */
export interface Child {
  readonly origin: string;
  /** Milliseconds from start to the first answer of its readiness. */
  readonly readyAfter: number;
  /** Resident memory now, in megabytes. */
  memory(): number;
  /** Processor time so far, in milliseconds. */
  cpu(): number;
  stop(): Promise<void>;
}

/** `find` is asked every 10 ms until it gives the origin; what the process has printed so far is handed to it. */
export async function start(args: readonly string[], o: { env?: Readonly<Record<string, string>>; find: (printed: string) => Promise<string | undefined> | string | undefined; seconds?: number }): Promise<Child> {
  const started = performance.now();
  const child = spawn(process.execPath, ['--liftoff-only', ...args], { cwd: root, stdio: ['ignore', 'pipe', 'pipe'], env: { ...process.env, ...o.env } });
  let printed = '';
  for (const stream of [child.stdout, child.stderr]) stream.setEncoding('utf8').on('data', (text: string) => { printed = (printed + text).slice(-20_000); });
  const end = started + (o.seconds ?? 60) * 1000;
  for (;;) {
    const origin = await o.find(printed);
    if (origin !== undefined) return { origin, readyAfter: performance.now() - started, memory: () => memory(child), cpu: () => cpu(child), stop: () => stop(child) };
    if (child.exitCode !== null || performance.now() > end) {
      await stop(child);
      throw new Error(`${args.join(' ')} did not get ready:\n${printed}`);
    }
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
}

const proc = (child: ChildProcess, file: string): string => readFileSync(`/proc/${child.pid}/${file}`, 'utf8');
const memory = (child: ChildProcess): number => Number(/VmRSS:\s+(\d+) kB/.exec(proc(child, 'status'))?.[1]) / 1024;
/** Fields 14 and 15 of proc(5) stat, in ticks of 10 ms. The name in parentheses may hold blanks. */
const cpu = (child: ChildProcess): number => {
  const fields = proc(child, 'stat').split(') ').at(-1)?.split(' ') ?? [];
  return (Number(fields[11]) + Number(fields[12])) * 10;
};

const stop = (child: ChildProcess): Promise<void> =>
  new Promise((resolve) => {
    if (child.exitCode !== null || child.signalCode !== null) return resolve();
    const force = setTimeout(() => child.kill('SIGKILL'), 10_000);
    child.once('exit', () => {
      clearTimeout(force);
      resolve();
    });
    child.kill('SIGTERM');
  });
