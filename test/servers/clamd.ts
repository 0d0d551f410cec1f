/**
 * A real clamd for tests: free port, temporary directory, and signatures of its own: of the harmless file by which
 * every scanner is tried, as it is and in base64. `DOSSIER_REQUIRE_SERVERS=1` turns its absence into an error.
 */
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { daemonPath, freePort, orSkipped, startDaemon } from './daemon.ts';
import type { Daemon } from './daemon.ts';

export interface ClamdServer extends Daemon {
  /** `tcp://127.0.0.1:{port}`; the same after a restart. */
  readonly url: string;
}

/** The file of eicar.org, in two halves, since a scanner would otherwise take this one away. */
export const eicar = [String.raw`X5O!P%@AP[4\PZX54(P^)7CC)7}$EICAR-STANDARD-`, 'ANTIVIRUS-TEST-FILE!$H+H*'].join('');
/** The same as the platform takes it in: what it recognises by itself is refused before any scanner sees it. */
export const eicarInBase64 = Buffer.from(eicar).toString('base64');

/** Null, with one line that says why, where none is installed. `more` are lines for its configuration. */
export const startClamd = (more: readonly string[] = []): Promise<ClamdServer | null> =>
  orSkipped('ClamAV', async () => startAs(await daemonPath('clamd'), more));

async function startAs(path: string, more: readonly string[]): Promise<ClamdServer> {
  const directory = await mkdtemp(join(tmpdir(), 'dossier-clamd-'));
  const port = await freePort();
  const [settings, signatures] = [join(directory, 'clamd.conf'), join(directory, 'signatures')];
  await mkdir(signatures);
  // Name, any kind of file, anywhere in it, the bytes.
  const signature = (name: string, bytes: string): string => `${name}:0:*:${Buffer.from(bytes).toString('hex')}\n`;
  await writeFile(
    join(signatures, 'test.ndb'),
    signature('Eicar-Test', eicar) + signature('Eicar-Base64', eicarInBase64),
  );
  await writeFile(
    settings,
    [
      'Foreground yes',
      'TCPAddr 127.0.0.1',
      `TCPSocket ${port}`,
      `DatabaseDirectory ${signatures}`,
      `TemporaryDirectory ${directory}`,
      ...more,
      '',
    ].join('\n'),
  );
  const daemon = await startDaemon(path, ['--config-file', settings], { port, cwd: directory });
  return {
    ...daemon,
    url: `tcp://127.0.0.1:${port}`,
    async stop() {
      await daemon.stop();
      await rm(directory, { recursive: true, force: true });
    },
  };
}
