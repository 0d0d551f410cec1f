/**
 * A real Mosquitto for tests: free port, temporary directory, no persistence.
 * `DOSSIER_REQUIRE_SERVERS=1` turns its absence into an error.
 */
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { daemonPath, freePort, orSkipped, startDaemon } from './daemon.ts';
import type { Daemon } from './daemon.ts';

export interface MosquittoServer extends Daemon {
  /** `mqtt://127.0.0.1:{port}`; the same after a restart. */
  readonly url: string;
}

/** Null, with one line that says why, where none is installed. */
export const startMosquitto = (): Promise<MosquittoServer | null> =>
  orSkipped('Mosquitto', async () => startAs(await daemonPath('mosquitto')));

/** Where Mosquitto is; null where none is installed. */
export const findMosquitto = (): Promise<string | null> =>
  daemonPath('mosquitto').catch(() => {
    if (process.env['DOSSIER_REQUIRE_SERVERS'] === '1') throw new Error('mosquitto is not installed.');
    return null;
  });

async function startAs(path: string): Promise<MosquittoServer> {
  const directory = await mkdtemp(join(tmpdir(), 'dossier-mosquitto-'));
  const port = await freePort();
  const settings = join(directory, 'mosquitto.conf');
  await writeFile(
    settings,
    `listener ${port} 127.0.0.1\nallow_anonymous true\npersistence false\nlog_type none\n${process.getuid?.() === 0 ? 'user root\n' : ''}`,
  );
  const daemon = await startDaemon(path, ['-c', settings], { port, cwd: directory });
  return {
    ...daemon,
    url: `mqtt://127.0.0.1:${port}`,
    async stop() {
      await daemon.stop();
      await rm(directory, { recursive: true, force: true });
    },
  };
}
