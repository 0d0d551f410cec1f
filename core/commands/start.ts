import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { pino } from 'pino';
import { createKernel } from '../kernel/kernel.ts';
import type { Kernel } from '../kernel/kernel.ts';
import type { LoadedPlugin } from '../load-plugins.ts';
import { kernelVersion } from '../version.ts';
import type { Command } from './index.ts';

const webRoot = join(import.meta.dirname, '..', '..', 'web');

/** Runs the platform until it is told to stop (SIGINT, SIGTERM). */
export const start: Command = async ({ loaded, configuration }) => {
  const log = logger(configuration.process.LOG_LEVEL);
  const page = buildPage(loaded, log);
  const kernel = await createKernel({ plugins: loaded.map(({ plugin }) => plugin), kernelVersion, configuration, log, webDir: join(webRoot, 'dist') });
  stopOnSignal(kernel, log);
  await kernel.start();
  log.info(kernel.host.bootReport());
  await page;
  console.log(`\nDossier serves ${kernel.publicUrl()}\n`);
  return undefined;
};

/** JSON lines for machines; secrets that reach a log entry by mistake are taken out. */
export const logger = (level: string): pino.Logger => pino({
  level, base: null, timestamp: pino.stdTimeFunctions.isoTime,
  redact: { paths: ['req.headers.authorization', 'req.headers.cookie', 'req.headers["x-api-key"]', '*.password', '*.secret', '*.token'], censor: '[redacted]' },
});

/** The web application is built in a process of its own, so that the bundler's memory does not stay; nothing happens when it is up to date. */
async function buildPage(loaded: readonly LoadedPlugin[], log: pino.Logger): Promise<void> {
  const bundles = loaded.flatMap(({ plugin, root }) => (plugin.spec.web?.entry === undefined ? [] : [{ id: plugin.spec.id, root, entry: plugin.spec.web.entry }]));
  const { isStale } = await import('@dossier/web/build');
  if (!isStale({ plugins: bundles })) return;
  log.info('The web application is being built; this takes a few seconds, once.');
  const build = spawn(process.execPath, [join(webRoot, 'build.ts'), JSON.stringify(bundles)], { stdio: ['ignore', 'ignore', 'pipe'] });
  let said = '';
  build.stderr.on('data', (part: Buffer) => { said += part.toString(); });
  const code = await new Promise<number | null>((resolve) => build.once('close', resolve));
  if (code !== 0) log.error({ said }, 'The web application could not be built; the API serves all the same.');
}

function stopOnSignal(kernel: Kernel, log: pino.Logger): void {
  let stopping = false;
  const stop = (signal: string): void => {
    if (stopping) process.exit(1);
    stopping = true;
    log.info({ signal }, 'Stopping. A second signal stops at once.');
    kernel.stop().then(() => process.exit(0), (error: unknown) => {
      log.error({ err: error }, 'The stop was not clean.');
      process.exit(1);
    });
  };
  process.on('SIGINT', stop);
  process.on('SIGTERM', stop);
}
