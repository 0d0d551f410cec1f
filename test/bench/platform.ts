import { bare, launch } from '../servers/dossier.ts';
import type { Demo } from '../servers/dossier.ts';
import type { Child } from '../servers/child.ts';
import type { TestDatabase } from '../servers/postgres.ts';
import { allocator } from './allocator.ts';

export interface Platform extends Child {
  readonly demo: Demo;
}

/**
 * Starts the platform as config/deploy does, but with its demo organization, with the limits of requests counted and
 * out of reach; without `database` on the embedded default. Ready as `launch` has it.
 */
export const startPlatform = (o: { dataDir: string; database?: TestDatabase }): Promise<Platform> =>
  launch({
    ...bare(o.dataDir),
    ...o.database?.env,
    RATE_PER_KEY: '10000000',
    RATE_PER_ADDRESS: '10000000',
    ...allocator,
    DOSSIER_PLUGINS: new URL('./gate-plugin.ts', import.meta.url).href,
  });
