import { join } from 'node:path';
import type { Logger } from 'pino';
import { bootReport } from '../boot/boot-report.ts';
import { createKernel } from '../boot/kernel.ts';
import type { Kernel } from '../boot/kernel.ts';
import { watchLoop, watchStrays } from '../boot/watch-over.ts';
import { withListening } from '../boot/preflight.ts';
import { kernelVersion } from '../version.ts';
import { buildBundle, buildPage, isBuilt, webRoot } from './build.ts';
import type { Command, CommandInput } from './index.ts';
import { logger } from './logger.ts';

/** Runs the platform until a signal stops it (SIGINT, SIGTERM). */
export const start: Command = {
  usage: 'dossier start',
  takes: (args) => args.length === 0,
  run: serve,
};

async function serve({ loaded, notLoaded, configuration, code }: CommandInput): Promise<undefined> {
  const log = logger(configuration.process.LOG_LEVEL);
  log.info({ code: code.from }, code.said);
  for (const { name, detail } of configuration.notes ?? []) log.warn({ variable: name }, `${name} ${detail}`);
  const kernel = await createKernel({
    plugins: loaded.map(({ plugin }) => plugin),
    notLoaded,
    kernelVersion,
    configuration,
    log,
    webDir: join(webRoot, 'dist'),
  }).catch(async (error: unknown) => {
    throw await withListening(error, configuration.process);
  });
  const { DRAIN_SECONDS, DATABASE_URL, DEMO } = configuration.process;
  const stop = stopping(kernel, log, (DRAIN_SECONDS ?? (DATABASE_URL === undefined || DEMO ? 0 : 5)) * 1000);
  obeySignals(stop);
  watchStrays(log, { stop: (why, text) => stop(1, why, text), isStopping: stop.hasBegun });
  // Not before the kernel holds the data directory: a process that is refused must not replace the page that another
  // one serves. One that is there serves until it is known whether it is up to date.
  const page = isBuilt() ? undefined : buildPage(loaded, log);
  // Or people would be sent here to read 404.
  if (page) kernel.pageIs('down');
  try {
    await kernel.start();
  } catch (error) {
    // A start that failed must not go on holding the database and its directory.
    await kernel
      .stop()
      .catch((also: unknown) => log.error({ err: also }, 'The stop after the failed start was not clean.'));
    throw error;
  }
  log.info(bootReport(kernel.host.startTimes()));
  void watchLoop();
  kernel.pageIs((await (page ?? buildPage(loaded, log))) ? 'up' : 'degraded');
  console.log(`\nDossier serves ${kernel.publicUrl()}\n`);
  if (code.from === 'sources') void buildBundle(log);
  return undefined;
}

/** `drains`: others may still be sent here, so a balancer is given its time first. */
type Stop = ((code: number, why: object, text: string, o?: { readonly drains: boolean }) => void) & {
  readonly hasBegun: () => boolean;
};

/** Ends the process in order, once; the second time at once. A balancer gets `time` in milliseconds to notice. */
function stopping(kernel: Kernel, log: Logger, time: number): Stop {
  let begun = false;
  const stop = (code: number, why: object, text: string, { drains } = { drains: false }): void => {
    if (begun) process.exit(1);
    begun = true;
    log[code === 0 ? 'info' : 'fatal'](why, text);
    kernel
      .drain(drains ? time : 0)
      .then(() => kernel.stop())
      .then(
        () => process.exit(code),
        (error: unknown) => {
          log.error({ err: error }, 'The stop was not clean.');
          process.exit(1);
        },
      );
  };
  return Object.assign(stop, { hasBegun: () => begun });
}

/** npm passes on to its script what the terminal gave to both, so that one Ctrl-C comes twice. */
const onePress = 1_000;

function obeySignals(stop: Stop): void {
  let pressed = -Infinity;
  for (const signal of ['SIGINT', 'SIGTERM']) {
    process.on(signal, () => {
      if (performance.now() - pressed < onePress) return;
      pressed = performance.now();
      // Ctrl-C is pressed by somebody who waits for it; a supervisor sends the other.
      stop(0, { signal }, 'Stopping. A second signal stops at once.', { drains: signal === 'SIGTERM' });
    });
  }
}
