/**
 * A real Caddy for tests, with the Caddyfile that is shipped: as `CADDY` names it, on the PATH, or where `.ci/run`
 * installs it. `DOSSIER_REQUIRE_SERVERS=1` turns its absence into an error.
 */
import { execFileSync, spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { eventually } from '../../core/testing/waiting.ts';
import { hasEnded, root, untilEnded } from './child.ts';
import { freePort } from './daemon.ts';

export interface CaddyServer {
  /** What browsers use: http, since nobody certifies localhost. */
  readonly origin: string;
  /** The newest of what it has logged. */
  printed(): string;
  stop(): Promise<void>;
}

export const caddyfile = join(root, 'config', 'deploy', 'Caddyfile');
/** The first that knows everything that the Caddyfile says. */
const oldest = [2, 11] as const;

/** The path of a Caddy that is new enough; null, with one line that says why, where there is none. */
export function findCaddy(): string | null {
  const found = [process.env['CADDY'], 'caddy', join(root, 'node_modules', '.cache', 'caddy', 'bin', 'caddy')].find(
    (path) => path && isNewEnough(path),
  );
  if (found) return found;
  const reason = `Tests with Caddy are skipped: none of version ${oldest.join('.')} or newer is installed.`;
  if (process.env['DOSSIER_REQUIRE_SERVERS'] === '1') throw new Error(reason);
  console.log(`# ${reason}`);
  return null;
}

function isNewEnough(path: string): boolean {
  try {
    const [, major = 0, minor = 0] =
      /^v?(\d+)\.(\d+)\./
        .exec(execFileSync(path, ['version'], { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }))
        ?.map(Number) ?? [];
    return major > oldest[0] || (major === oldest[0] && minor >= oldest[1]);
  } catch {
    return false;
  }
}

/** In front of these nodes (`host:port`). Resolves when it listens. `port` is its own. */
export async function startCaddy(
  path: string,
  { port, nodes }: { port?: number; nodes: readonly string[] },
): Promise<CaddyServer> {
  const folder = await mkdtemp(join(tmpdir(), 'dossier-caddy-'));
  const origin = `http://localhost:${port ?? (await freePort())}`;
  const server = spawn(path, ['run', '--adapter', 'caddyfile', '--config', caddyfile], {
    stdio: ['ignore', 'ignore', 'pipe'],
    env: {
      ...process.env,
      DOMAIN: origin,
      NODES: nodes.join(' '),
      CADDY_ADMIN: `unix/${join(folder, 'admin')}`,
      XDG_DATA_HOME: folder,
      XDG_CONFIG_HOME: folder,
    },
  });
  let printed = '';
  server.stderr.setEncoding('utf8').on('data', (text: string) => {
    printed = (printed + text).slice(-20_000);
  });
  // A test that dies must not leave a server behind.
  const cut = (): void => void server.kill('SIGKILL');
  process.once('exit', cut);
  await eventually('Caddy serves', () => {
    if (hasEnded(server)) throw new Error(`Caddy ended at its start:\n${printed}`);
    return printed.includes('serving initial configuration');
  });
  return {
    origin,
    printed: () => printed,
    async stop() {
      await untilEnded(server, 'SIGTERM');
      process.off('exit', cut);
      await rm(folder, { recursive: true, force: true });
    },
  };
}
