/** The thread of `watch-over.ts`: it looks whether the main thread lives, and asks it whose code it runs when not. */
import { writeSync } from 'node:fs';
import inspector from 'node:inspector';
import { parentPort, workerData } from 'node:worker_threads';

const { shared, activityKey } = workerData as { readonly shared: SharedArrayBuffer; readonly activityKey: string };
const beats = new Int32Array(shared);

/** Milliseconds without a sign of life that are a standstill, and between two looks. */
const STANDSTILL = 1_000;
const LOOK = 250;

let last = Atomics.load(beats, 0);
let since = performance.now();
let isTold = false;

setInterval(() => {
  const now = Atomics.load(beats, 0);
  if (now !== last) {
    if (last === 0) parentPort?.postMessage('alive');
    last = now;
    since = performance.now();
    isTold = false;
  } else if (!isTold && last > 0 && performance.now() - since >= STANDSTILL) {
    isTold = true;
    halt();
  }
}, LOOK);

/** Halts the main thread where it is, asks what it runs, and lets it go on. */
function halt(): void {
  const session = new inspector.Session();
  session.connectToMainThread();
  const scripts = new Map<string, string>();
  session.on('Debugger.scriptParsed', ({ params: { scriptId, url } }) => void scripts.set(scriptId, url));
  session.once('Debugger.paused', ({ params: { callFrames } }) => {
    const stack = callFrames
      .slice(0, 12)
      .map(
        ({ functionName, location }) =>
          `at ${functionName || '<anonymous>'} (${scripts.get(location.scriptId) ?? ''}:${location.lineNumber + 1})`,
      );
    session.post(
      'Debugger.evaluateOnCallFrame',
      {
        callFrameId: callFrames[0]!.callFrameId,
        expression: `globalThis[Symbol.for(${JSON.stringify(activityKey)})]?.()`,
        returnByValue: true,
        silent: true,
      },
      (_error, found) => {
        tell(String(found?.result?.value ?? '{}'), stack);
        session.post('Debugger.resume', () => session.disconnect());
      },
    );
  });
  session.post('Debugger.enable', () => session.post('Debugger.pause'));
}

/** Straight to the log's file: what a worker prints otherwise goes through the thread that stands still. */
function tell(activity: string, stack: readonly string[]): void {
  const by = JSON.parse(activity) as { readonly plugin?: string };
  const line = {
    level: 40,
    time: new Date().toISOString(),
    ...by,
    stack,
    msg: `The event loop stands still for a second${by.plugin === undefined ? '' : ` in code of the plugin ${by.plugin}`}; nobody is served meanwhile.`,
  };
  try {
    writeSync(1, `${JSON.stringify(line)}\n`);
  } catch {
    // A full pipe: the next one may pass.
  }
}
