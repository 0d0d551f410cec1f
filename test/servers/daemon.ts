/** Servers that distributions install: where they are, and how a test runs one on a port. */
import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { access } from 'node:fs/promises';
import { connect, createServer } from 'node:net';
import { delimiter, join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';

export interface Daemon {
  /** Ends it at once, as a crash would; `start` brings it back on the same port. */
  kill9(): Promise<void>;
  start(): Promise<void>;
  /** Asks it to end, and does not come back. */
  stop(): Promise<void>;
}

/** Distributions put it where ordinary users' PATH does not reach. */
export async function daemonPath(name: string): Promise<string> {
  for (const folder of [
    ...(process.env['PATH'] ?? '').split(delimiter),
    '/usr/sbin',
    '/usr/local/sbin',
    '/opt/homebrew/sbin',
  ]) {
    const path = join(folder, name);
    if (
      folder &&
      (await access(path).then(
        () => true,
        () => false,
      ))
    )
      return path;
  }
  throw new Error(`${name} is not installed.`);
}

/**
 * What `start` gives; null, with one line that says why, where it cannot. `DOSSIER_REQUIRE_SERVERS=1` turns that into
 * an error.
 */
export async function orSkipped<T>(name: string, start: () => Promise<T>): Promise<T | null> {
  try {
    return await start();
  } catch (error) {
    const reason = `${name} tests are skipped: ${error instanceof Error ? error.message.split('\n')[0] : String(error)}`;
    if (process.env['DOSSIER_REQUIRE_SERVERS'] === '1') throw new Error(reason, { cause: error });
    console.log(`# ${reason}`);
    return null;
  }
}

/** Runs it, and resolves when it takes connections on its port of this machine. */
export async function startDaemon(
  path: string,
  args: readonly string[],
  o: { readonly port: number; readonly cwd: string },
): Promise<Daemon> {
  let server: ChildProcess | undefined;
  const start = async (): Promise<void> => {
    const started = (server = spawn(path, [...args], { cwd: o.cwd, stdio: 'ignore' }));
    let failure: Error | undefined;
    started.once('error', (error) => {
      failure = error;
    });
    for (const latest = performance.now() + 60_000; performance.now() < latest;) {
      if (failure ?? started.exitCode !== null) throw failure ?? new Error('it ended at its start.');
      if (await takesConnections(o.port)) return;
      await pause(25);
    }
    throw new Error('it did not answer within a minute.');
  };
  const end = async (signal: NodeJS.Signals): Promise<void> => {
    const ending = server;
    server = undefined;
    if (!ending || ending.exitCode !== null) return;
    const exited = new Promise((done) => ending.once('exit', done));
    ending.kill(signal);
    await exited;
  };
  // A test that dies must not leave a server behind.
  const cut = (): void => void server?.kill('SIGKILL');
  process.once('exit', cut);
  await start();
  return {
    kill9: () => end('SIGKILL'),
    start,
    async stop() {
      await end('SIGTERM');
      process.off('exit', cut);
    },
  };
}

export function freePort(): Promise<number> {
  return new Promise((done, fail) => {
    const server = createServer().once('error', fail);
    server.listen(0, '127.0.0.1', () => {
      const address = server.address();
      server.close(() =>
        typeof address === 'object' && address !== null
          ? done(address.port)
          : fail(new Error('There is no free port.')),
      );
    });
  });
}

function takesConnections(port: number): Promise<boolean> {
  return new Promise((done) => {
    const socket = connect(port, '127.0.0.1');
    socket.once('connect', () => {
      socket.destroy();
      done(true);
    });
    socket.once('error', () => {
      socket.destroy();
      done(false);
    });
  });
}
