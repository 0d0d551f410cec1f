import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Log } from '@dossier/sdk';
import type { LoadedPlugin } from '../load-plugins.ts';
import { packed, wantsSources } from '../packing/packed.ts';
import type { Command } from './index.ts';
import { logger } from './logger.ts';

export const webRoot = join(import.meta.dirname, '..', '..', 'web');

/**
 * `dossier build`: builds the web application with the web parts of all installed plugins, and packs the platform, so
 * that no start has to (in an image, for example). Exit code 1 when the page cannot be built.
 */
export const build: Command = {
  usage: 'dossier build',
  takes: (args) => args.length === 0,
  async run({ loaded, configuration }) {
    const log = logger(configuration.process.LOG_LEVEL);
    await pack(log);
    return (await buildPage(loaded, log)) ? 0 : 1;
  },
};

/**
 * Packs what the next start loads faster then; nothing happens when it is packed already, or sources are asked for.
 * Whoever may not write there starts as before.
 */
export async function pack(log: Log): Promise<void> {
  if (wantsSources() || packed()) return;
  const { code, said } = await run(join(import.meta.dirname, '..', 'packing', 'pack.ts'));
  if (code !== 0) log.info({ said }, 'The platform could not be packed; a start takes longer without it.');
}

/** There is a web application, though perhaps an old one. */
export const isBuilt = (): boolean => existsSync(join(webRoot, 'dist', 'manifest.json'));

/** Builds the web application; nothing happens when it is up to date. Tells whether it is. */
export async function buildPage(loaded: readonly LoadedPlugin[], log: Log): Promise<boolean> {
  const bundles = loaded.flatMap(({ plugin, root }) =>
    plugin.spec.web === undefined ? [] : [{ id: plugin.spec.id, root, entry: plugin.spec.web.entry }],
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
