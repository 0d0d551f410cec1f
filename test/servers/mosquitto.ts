/**
 * A real Mosquitto for tests: free port, temporary directory, no persistence.
 * `DOSSIER_REQUIRE_SERVERS=1` turns its absence into an error.
 */
import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { access, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { connect, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';

export interface MosquittoServer {
  /** `mqtt://127.0.0.1:{port}`; the same after a restart. */
  readonly url: string;
  /** Ends it at once, as a crash would; `start` brings it back on the same port. */
  kill9(): Promise<void>;
  start(): Promise<void>;
  stop(): Promise<void>;
}

/** Null, with one line that says why, where none is installed. */
export async function startMosquitto(): Promise<MosquittoServer | null> {
  try {
    return await startAs(await binary());
  } catch (error) {
    const reason = `Mosquitto tests are skipped: ${error instanceof Error ? error.message.split('\n')[0] : String(error)}`;
    if (process.env['DOSSIER_REQUIRE_SERVERS'] === '1') throw new Error(reason, { cause: error });
    console.log(`# ${reason}`);
    return null;
  }
}

/** Where Mosquitto is; null where none is installed. */
export const findMosquitto = (): Promise<string | null> =>
  binary().catch(() => {
    if (process.env['DOSSIER_REQUIRE_SERVERS'] === '1') throw new Error('mosquitto is not installed.');
    return null;
  });

/** Distributions put it where ordinary users' PATH does not reach. */
async function binary(): Promise<string> {
  for (const folder of [
    ...(process.env['PATH'] ?? '').split(delimiter),
    '/usr/sbin',
    '/usr/local/sbin',
    '/opt/homebrew/sbin',
  ]) {
    const path = join(folder, 'mosquitto');
    if (
      folder &&
      (await access(path).then(
        () => true,
        () => false,
      ))
    )
      return path;
  }
  throw new Error('mosquitto is not installed.');
}

async function startAs(path: string): Promise<MosquittoServer> {
  const directory = await mkdtemp(join(tmpdir(), 'dossier-mosquitto-'));
  const port = await freePort();
  const settings = join(directory, 'mosquitto.conf');
  await writeFile(
    settings,
    `listener ${port} 127.0.0.1\nallow_anonymous true\npersistence false\nlog_type none\n${process.getuid?.() === 0 ? 'user root\n' : ''}`,
  );
  let server: ChildProcess | undefined;
  const start = async (): Promise<void> => {
    const started = (server = spawn(path, ['-c', settings], { cwd: directory, stdio: 'ignore' }));
    let failure: Error | undefined;
    started.once('error', (error) => {
      failure = error;
    });
    for (let i = 0; i < 200; i++) {
      if (failure ?? started.exitCode !== null) throw failure ?? new Error('it ended at its start.');
      if (await answers(port)) return;
      await pause(25);
    }
    throw new Error('it did not answer within five seconds.');
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
    url: `mqtt://127.0.0.1:${port}`,
    kill9: () => end('SIGKILL'),
    start,
    async stop() {
      await end('SIGTERM');
      process.off('exit', cut);
      await rm(directory, { recursive: true, force: true });
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

function answers(port: number): Promise<boolean> {
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
