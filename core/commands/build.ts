import { spawn } from 'node:child_process';
import { join } from 'node:path';
import type { Log } from '@dossier/sdk';
import type { LoadedPlugin } from '../load-plugins.ts';
import type { Command } from './index.ts';
import { logger } from './logger.ts';

export const webRoot = join(import.meta.dirname, '..', '..', 'web');

/** `dossier build`: builds the web application with the web parts of all installed plugins, so that no start has to (in an image, for example). Exit code 1 when it cannot be built. */
export const build: Command = async ({ loaded, configuration }) => ((await buildPage(loaded, logger(configuration.process.LOG_LEVEL))) ? 0 : 1);

/** The web application is built in a process of its own, so that the bundler's memory does not stay; nothing happens when it is up to date. Tells whether it is. */
export async function buildPage(loaded: readonly LoadedPlugin[], log: Log): Promise<boolean> {
  const bundles = loaded.flatMap(({ plugin, root }) => (plugin.spec.web?.entry === undefined ? [] : [{ id: plugin.spec.id, root, entry: plugin.spec.web.entry }]));
  const { isStale } = await import('@dossier/web/build');
  if (!isStale({ plugins: bundles })) return true;
  log.info({}, 'The web application is being built; this takes a few seconds, once.');
  const building = spawn(process.execPath, [join(webRoot, 'build.ts'), JSON.stringify(bundles)], { stdio: ['ignore', 'ignore', 'pipe'] });
  let said = '';
  building.stderr.on('data', (part: Buffer) => { said += part.toString(); });
  const code = await new Promise<number | null>((resolve) => building.once('close', resolve));
  // Of two processes that build at the same time, one may find the other's page in its place: that is as good.
  if (code === 0 || !isStale({ plugins: bundles })) return true;
  log.error({ said }, 'The web application could not be built; the API serves all the same.');
  return false;
}
