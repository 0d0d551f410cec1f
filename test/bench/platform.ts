import { bare, launch } from '../servers/dossier.ts';
import type { Demo } from '../servers/dossier.ts';
import type { Child } from '../servers/child.ts';

export interface Platform extends Child {
  readonly demo: Demo;
}

/** Starts the platform with its demo organization; without `databaseUrl` on the embedded default. Ready means that `/health/ready` has answered 200. */
export const startPlatform = (o: { dataDir: string; databaseUrl?: string }): Promise<Platform> =>
  launch({ ...bare(o.dataDir), DATABASE_URL: o.databaseUrl ?? '', DOSSIER_PLUGINS: new URL('./gate-plugin.ts', import.meta.url).href });
