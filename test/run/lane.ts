/**
 * A process of `lanes.ts`: it gets one test file after another, runs it, and tells what became of it. To load the
 * platform and to start it for the first time takes longer than most files do.
 */
import { on, once } from 'node:events';
import { createWriteStream } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { inspect } from 'node:util';
import { handOver } from '@dossier/core/testing/t';
import tap, { TestBase } from 'tap';
import type { Base, Test } from 'tap';
import { keepBrowser } from '../servers/browser.ts';
import { root } from './files.ts';

/** Message of a lane: an assertion that failed, or the end of the file that it was given. */
export type Told =
  | { readonly kind: 'failed'; readonly name: string; readonly detail: string }
  | { readonly kind: 'ended'; readonly passed: number; readonly skipped: number; readonly bytes: number };

/** Milliseconds that a file may take. */
const limit = 600_000;

/** The test of the file that runs, or of the one that ran last. */
let running: Test = tap;

const tell = (told: Told): void => void process.send?.(told);

process.on('uncaughtException', (error) => {
  // A test that has ended takes no further assertion.
  if (running.results) tell({ kind: 'failed', name: 'nothing is thrown behind its end', detail: inspect(error) });
  else running.fail('nothing is thrown that nobody catches', { error });
});
// To the log that its parent names, not to the output: for that, tap would take the whole process for one file.
const log = createWriteStream(process.argv[2]!, { flags: 'a' });
// Where something waits for the end of the process, tap ends by itself, maybe before its end is asked for.
const closed = once(log, 'close');
tap.pipe(log);
// Each file has a limit of its own.
tap.setTimeout(0);
unwatched(tap);
const closeBrowser = keepBrowser();
// While it waits for the next file, and for what ends with it.
process.channel?.ref();
await tap.test('files', { timeout: 0 }, async (lane) => {
  for await (const [{ file }] of on(process, 'message')) {
    if (file === null) break;
    await run(lane, file);
  }
});
await closeBrowser();
tap.end();
await closed;
// Not later: a file may have left something open.
process.exit();

async function run(lane: Test, file: string): Promise<void> {
  const before = running;
  await lane.test(file, { timeout: limit }, async (own) => {
    running = own;
    handOver(own);
    await import(pathToFileURL(join(root, file)).href);
  });
  // Such as after a file that called off all tests.
  if (running === before) tell({ kind: 'failed', name: 'its test never began', detail: '' });
  const { counts, lists } = running;
  for (const { fullname, diag } of lists.fail) tell({ kind: 'failed', name: fullname, detail: inspect(diag) });
  tell({ kind: 'ended', passed: counts.pass, skipped: counts.skip, bytes: process.memoryUsage.rss() });
}

/**
 * Ends tap's watch over every promise of a test, and of those within it. It finds the test of an error that nobody
 * caught, at a quarter of the processor time of a platform; here one file runs at a time, so that it is known anyway.
 */
function unwatched(test: Base): void {
  test.hookDomain.destroy();
  if (test instanceof TestBase) test.on('subtestAdd', unwatched);
}
