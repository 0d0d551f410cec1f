import { join } from 'node:path';
import type { Logger } from 'pino';
import { createKernel } from '../kernel/kernel.ts';
import type { Kernel } from '../kernel/kernel.ts';
import { kernelVersion } from '../version.ts';
import { buildPage, isBuilt, pack, webRoot } from './build.ts';
import type { Command } from './index.ts';
import { logger } from './logger.ts';

/** Runs the platform until it is told to stop (SIGINT, SIGTERM). */
export const start: Command = async ({ loaded, configuration }) => {
  const log = logger(configuration.process.LOG_LEVEL);
  const kernel = await createKernel({ plugins: loaded.map(({ plugin }) => plugin), kernelVersion, configuration, log, webDir: join(webRoot, 'dist') });
  stopOnSignal(kernel, log);
  // Not before the kernel holds the data directory: a process that is refused must not replace the page that another one serves.
  // One that is there serves until it is known whether it is up to date.
  const page = isBuilt() ? undefined : buildPage(loaded, log);
  try {
    await kernel.start();
  } catch (error) {
    // A start that failed must not go on holding the database and its directory.
    await kernel.stop().catch((also: unknown) => log.error({ err: also }, 'The stop after the failed start was not clean.'));
    throw error;
  }
  log.info(kernel.host.bootReport());
  await (page ?? buildPage(loaded, log));
  void pack(log);
  console.log(`\nDossier serves ${kernel.publicUrl()}\n`);
  return undefined;
};

function stopOnSignal(kernel: Kernel, log: Logger): void {
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
