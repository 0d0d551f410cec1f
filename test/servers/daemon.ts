/** Servers that distributions install: where they are, and how a test runs one on a port. */
import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { access } from 'node:fs/promises';
import { connect, createServer } from 'node:net';
import { delimiter, join } from 'node:path';
import { eventually } from '../../core/testing/waiting.ts';
import { hasEnded, untilEnded } from './child.ts';

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
    await eventually(`${path} takes connections`, () => {
      if (failure ?? hasEnded(started)) throw failure ?? new Error('it ended at its start.');
      return takesConnections(o.port);
    });
  };
  const end = async (signal: NodeJS.Signals): Promise<void> => {
    const ending = server;
    server = undefined;
    if (ending) await untilEnded(ending, signal);
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

/**
 * A port of this machine for a server that cannot choose one itself, or comes back on the same: below those that the
 * system gives to outgoing connections, or one of these would take it before the server does. By chance that no seed
 * repeats, since many processes look for one at the same time.
 */
export const freePort = (): Promise<number> =>
  eventually('a port is free', async () => {
    const port = randomInt(20_000, 32_000);
    const server = createServer().listen(port, '127.0.0.1');
    try {
      await once(server, 'listening');
    } catch {
      return null;
    }
    await new Promise((done) => server.close(done));
    return port;
  });

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
