/**
 * What one process cannot keep from its neighbours: a plugin that throws where nobody catches, ends the process, or
 * does not let go of the event loop. It cannot be contained here, but the log says whose code it was.
 */
import inspector from 'node:inspector';
import { Worker } from 'node:worker_threads';
import type { Log } from '@dossier/sdk';
import { currentActivity } from '../kernel/index.ts';

/** The member of `globalThis` by which the watchdog asks the halted thread whose code it runs. */
const activityKey = 'dossier.activity';

/** Milliseconds between two signs of life. */
const BEAT = 250;

/** Whose code is running, as the log names it: with its route, or with what else it does. */
function whose(): { readonly plugin?: string; readonly route?: string; readonly doing?: string } {
  const activity = currentActivity();
  if (!activity) return {};
  const { plugin, phase } = activity;
  return /^[A-Z]+ \//.test(phase) ? { plugin, route: phase } : { plugin, doing: phase };
}

/**
 * A promise that some plugin let go of and that rejects has failed alone: callers that did not await it lose nothing,
 * and all others are still served. What is thrown with nobody to catch it may have left anything half done: `stop` ends
 * the process in order, for its supervisor to start it again. Who ends the process without asking is named, at least.
 */
export function watchStrays(
  log: Log,
  o: { readonly stop: (why: object, text: string) => void; readonly isStopping: () => boolean },
): void {
  process.on('unhandledRejection', (reason) =>
    log.error(
      { err: reason, ...whose() },
      'A promise that nobody awaited was rejected. Its stack names the code that let go of it.',
    ),
  );
  process.on('uncaughtException', (error) =>
    o.stop({ err: error, ...whose() }, 'Something was thrown that nobody catches. Stopping.'),
  );
  process.on('exit', (code) => {
    const by = whose();
    if (by.plugin !== undefined && !o.isStopping())
      log.error({ ...by, code }, `The process is ended by the plugin ${by.plugin}, without anything being closed.`);
  });
}

/**
 * Has another thread look whether the event loop stands still: after a second it halts this one for a moment, asks
 * whose code it runs, and writes a line to the log, even of a loop that never ends. Costs nothing per request. Not
 * while somebody debugs the process, whose breakpoints it would take for a standstill. Resolves when the other
 * thread has seen the first sign of life: from then on it knows a standstill.
 */
export async function watchLoop(): Promise<void> {
  if (inspector.url() !== undefined) return;
  Reflect.set(globalThis, Symbol.for(activityKey), () => JSON.stringify(whose()));
  const shared = new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT);
  const beats = new Int32Array(shared);
  const beating = setInterval(() => Atomics.add(beats, 0, 1), BEAT).unref();
  const worker = new Worker(new URL('./watchdog.ts', import.meta.url), {
    workerData: { shared, activityKey },
    resourceLimits: { maxOldGenerationSizeMb: 16 },
  });
  worker.unref();
  // It serves nobody: when it cannot be, the process goes on without it.
  worker.on('error', () => clearInterval(beating));
  return new Promise((resolve) => worker.once('message', () => resolve()));
}
