import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root, start } from './child.ts';
import type { Child } from './child.ts';
import type { Submission } from './floor-schema.ts';

/** What the demo plugin tells in `DATA_DIR/demo.json`, as far as the benchmark needs it. */
export interface Demo {
  readonly baseUrl: string;
  readonly organization: { readonly id: string };
  readonly staffWorkspaceId: string;
  readonly apiKey: string;
  readonly samples: { readonly clean: Submission };
  readonly users: readonly { readonly role: string; readonly token: string }[];
}

export interface Platform extends Child {
  readonly demo: Demo;
}

/** Starts the platform with its demo organization; without `databaseUrl` on the embedded default. Ready means that `/health/ready` has answered 200. */
export async function startPlatform(o: { dataDir: string; databaseUrl?: string }): Promise<Platform> {
  const read = (): Demo => JSON.parse(readFileSync(join(o.dataDir, 'demo.json'), 'utf8'));
  const child = await start([`${root}core/start.js`], {
    seconds: 120,
    env: {
      PORT: '0', DATA_DIR: o.dataDir, DEMO: 'true', LOG_LEVEL: 'error', DATABASE_URL: o.databaseUrl ?? '', DATABASE_ADMIN_URL: '', MQTT_URL: '', PUBLIC_URL: '',
      DOSSIER_PLUGINS: new URL('./gate-plugin.ts', import.meta.url).href,
    },
    // Left from an earlier start the file names a dead port, so only an answer counts.
    find: async () => {
      try {
        const { baseUrl } = read();
        return (await fetch(`${baseUrl}/health/ready`)).status === 200 ? baseUrl : undefined;
      } catch {
        return undefined;
      }
    },
  });
  return { ...child, demo: read() };
}

export function tokenOf(demo: Demo, role: string): string {
  const user = demo.users.find((one) => one.role === role);
  if (!user) throw new Error(`The demo has no ${role}.`);
  return user.token;
}
