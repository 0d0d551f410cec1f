/**
 * Runs test files one after another in one process: to load the platform and to start it for the first time takes
 * longer than most files do.
 */
import { registerHooks } from 'node:module';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import t from 'tap';
import type { Test } from 'tap';
import { root, shareOfBatch } from '../run/files.ts';
import { keepBrowser } from '../servers/browser.ts';
import { startForMany } from '../servers/postgres.ts';

/** By the URL of the file, the test that stands for it. */
const own = new Map<string, Test>();
/** The file whose tests run, and its name, which stays until the next one begins. */
let running: Test = t;
let name = '';

// Tap does not watch for it here (domains.ts): whichever test of the file it was, the file has failed. What comes when
// the file has ended already is printed with its name, for test/run/results.ts.
process.on('uncaughtException', (error) => {
  console.error(error);
  if (running === t) t.comment(`behind ${name}`);
  running.fail('nothing is thrown that nobody catches', { error });
});

/**
 * What a file that runs here is given for `import t from 'tap'`: a test of its own, which ends with its teardowns
 * before the next file begins.
 */
export const ownOf = (file: string): Test => own.get(file) ?? t;

registerHooks({
  resolve: (specifier, context, next) =>
    specifier === 'tap' && own.has(context.parentURL ?? '')
      ? { url: `own:${context.parentURL}`, shortCircuit: true }
      : next(specifier, context),
  load(url, context, next) {
    if (!url.startsWith('own:')) return next(url, context);
    return {
      format: 'module',
      shortCircuit: true,
      source: `import { ownOf } from ${JSON.stringify(import.meta.url)};\nexport default ownOf(${JSON.stringify(url.slice('own:'.length))});`,
    };
  },
});

/** The share that one `core-*` or `plugins-*` of this folder has in all tests of these rooms. */
export async function batch(self: string): Promise<void> {
  // For what hangs: a batch with pages takes many minutes on a machine that has other work.
  t.setTimeout(3_600_000);
  const share = shareOfBatch(self);
  if (share.length === 0) throw new Error(`No file is left for ${self}.`);
  // A process that dies says nothing of files that it has not begun, so they are named before (test/run/results.ts).
  for (const file of share) t.comment(`claimed ${file}`);
  // Files that run by themselves and faults have the embedded database.
  const server = await startForMany();
  if (server) process.env['DOSSIER_TEST_DATABASE'] = server.url;
  const closeBrowser = keepBrowser();
  t.teardown(async () => {
    await closeBrowser();
    await server?.stop();
  });
  for (const file of share) {
    const url = pathToFileURL(join(root, file)).href;
    await t.test(file, async (t) => {
      own.set(url, t);
      running = t;
      name = file;
      await import(url);
    });
    running = t;
  }
}
