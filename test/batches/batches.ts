/**
 * Runs test files one after another in one process: to load the platform and to start it for the first time takes
 * longer than most files do.
 */
import { globSync, readFileSync } from 'node:fs';
import { registerHooks } from 'node:module';
import { basename, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import t from 'tap';
import type { Test } from 'tap';
import { keepBrowser } from '../servers/browser.ts';
import { startForMany } from '../servers/postgres.ts';

const root = join(import.meta.dirname, '..', '..');
/** By the URL of the file, the test that stands for it. */
const own = new Map<string, Test>();
/** The file whose tests run, and its name, which stays until the next one begins. */
let running: Test = t;
let name = '';

// Tap does not watch for it here (domains.ts): whichever test of the file it was, the file has failed. What comes when
// the file has ended already is printed with its name, for test/again.ts.
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

/** Files that `.taprc` names whole. */
const alone = new Set(
  [...readFileSync(join(root, '.taprc'), 'utf8').matchAll(/^ +- "([^"*]+\.test\.ts)"$/gm)].map((match) => match[1]),
);

/**
 * Of each kind of batch, whose files it has. What core and sdk are measured by is apart: to measure costs time. Of the
 * walks through the whole product in a browser one is always taken, and all with `DOSSIER_TESTS=all`.
 */
const kinds = {
  core: ['{config,core,sdk}/**/*.test.ts'],
  plugins: [
    '{plugins/*,web}/**/*.test.ts',
    process.env['DOSSIER_TESTS'] === 'all' ? 'test/browser/*.test.ts' : 'test/browser/main-job.test.ts',
  ],
};

/**
 * The share of one `core-*` or `plugins-*` of this folder in all tests of these rooms. Nobody lists files, so a new one
 * cannot be left out.
 */
export async function batch(self: string): Promise<void> {
  // For what hangs: a batch with pages takes many minutes on a machine that has other work.
  t.setTimeout(3_600_000);
  const kind = basename(self).startsWith('core-') ? 'core' : 'plugins';
  const batches = globSync(`${kind}-*.test.ts`, { cwd: import.meta.dirname }).toSorted();
  const files = globSync(kinds[kind], {
    cwd: root,
    exclude: (path) => /(^|\/)(node_modules|dist)$/.test(path),
  })
    .filter((path) => !alone.has(path))
    .toSorted();
  const share = files.filter((_, i) => i % batches.length === batches.indexOf(basename(self)));
  if (share.length === 0) throw new Error(`No file is left for ${basename(self)}.`);
  // A process that dies says nothing of the files that it has not begun, so they are named before (test/again.ts).
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
