import { readFileSync } from 'node:fs';
import { bare, launch } from '../servers/dossier.ts';
import type { Demo } from '../servers/dossier.ts';
import type { Child } from '../servers/child.ts';

export interface Platform extends Child {
  readonly demo: Demo;
}

/** What the unit of config/deploy tells the allocator. */
const memory = Object.fromEntries([...readFileSync(new URL('../../config/deploy/dossier.service', import.meta.url), 'utf8').matchAll(/^Environment=(MALLOC_\w+)=(.+)$/gm)].map(([, name = '', value = '']) => [name, value]));

/** Starts the platform as config/deploy does, but with its demo organization, with the limits of requests counted and out of reach; without `databaseUrl` on the embedded default. Ready means that `/health/ready` has answered 200. */
export const startPlatform = (o: { dataDir: string; databaseUrl?: string }): Promise<Platform> =>
  launch({ ...bare(o.dataDir), DATABASE_URL: o.databaseUrl ?? '', RATE_PER_KEY: '10000000', RATE_PER_ADDRESS: '10000000', ...memory, DOSSIER_PLUGINS: new URL('./gate-plugin.ts', import.meta.url).href });
