import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Log } from '@dossier/sdk';
import type { LoadedPlugin } from '../load-plugins.ts';
import { bundleThatFits, wantsSources } from '../packing/bundle.ts';
import type { Command } from './index.ts';
import { logger } from './logger.ts';

export const webRoot = join(import.meta.dirname, '..', '..', 'web');

/**
 * `dossier build`: builds the web application with the web parts of all installed plugins, and the bundle of the
 * server, so that no start has to (in an image, for example). Exit code 1 when one of them cannot be built.
 */
export const build: Command = {
  usage: 'dossier build',
  takes: (args) => args.length === 0,
  async run({ loaded, configuration }) {
    const log = logger(configuration.process.LOG_LEVEL);
    const bundled = await buildBundle(log);
    return (await buildPage(loaded, log)) && bundled ? 0 : 1;
  },
};

/**
 * Builds the bundle that the next start runs; nothing happens when the one that is there fits, or sources are asked
 * for. Tells whether it is there: a start that may not write runs the sources.
 */
export async function buildBundle(log: Log): Promise<boolean> {
  if (wantsSources() || 'url' in bundleThatFits()) return true;
  const { code, said } = await run(join(import.meta.dirname, '..', 'packing', 'build.ts'));
  if (code !== 0) log.warn({ said }, 'The bundle could not be built; a start from the sources takes longer.');
  return code === 0;
}

/** There is a web application, though perhaps an old one. */
export const isBuilt = (): boolean => existsSync(join(webRoot, 'dist', 'manifest.json'));

/** Builds the web application; nothing happens when it is up to date. Tells whether it is. */
export async function buildPage(loaded: readonly LoadedPlugin[], log: Log): Promise<boolean> {
  const bundles = loaded.flatMap(({ plugin, root }) =>
    plugin.spec.web === undefined
      ? []
      : [{ id: plugin.spec.id, root, entry: plugin.spec.web.entry, policy: plugin.spec.web.policy ?? [] }],
  );
  const { isStale } = await import('@dossier/web/build');
  if (!isStale({ plugins: bundles })) return true;
  log.info({}, 'The web application is being built; this takes a few seconds, once.');
  const { code, said } = await run(join(webRoot, 'build.ts'), JSON.stringify(bundles));
  // Of two processes that build at the same time, one may find the other's page in its place: that is as good.
  if (code === 0 || !isStale({ plugins: bundles })) return true;
  log.error({ said }, 'The web application could not be built; the API serves all the same.');
  return false;
}

/** A script in a process of its own, so that the memory it takes does not stay; with what it complained of. */
async function run(...args: readonly string[]): Promise<{ code: number | null; said: string }> {
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'ignore', 'pipe'] });
  let said = '';
  child.stderr.on('data', (part: Buffer) => {
    said += part.toString();
  });
  return { code: await new Promise((resolve) => child.once('close', resolve)), said };
}
