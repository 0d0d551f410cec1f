import { existsSync, mkdirSync, readFileSync } from 'node:fs';
import { findPackageJSON } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium } from 'playwright-core';
import type { Browser, BrowserContext } from 'playwright-core';

/** The shell first: without a browser's own windows it takes a fraction of the processor. */
const installed = [
  '/usr/bin/chromium-headless-shell',
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/usr/bin/google-chrome-stable',
];

const version = (): string => {
  // Not all packages let theirs be imported.
  const file = findPackageJSON('@sparticuz/chromium', import.meta.url);
  const found: unknown = file === undefined ? undefined : JSON.parse(readFileSync(file, 'utf8'));
  return typeof found === 'object' && found !== null && 'version' in found ? String(found.version) : 'unknown';
};

const findChromium = async (): Promise<{ path: string; args: readonly string[] }> => {
  const path = [process.env['CHROMIUM'], ...installed].find((one) => one && existsSync(one));
  if (path) return { path, args: [] };
  // It unpacks into the temporary folder and takes what it finds there, whatever its version: so each version has a
  // folder of its own.
  const folder = join(tmpdir(), `dossier-chromium-${version()}`);
  mkdirSync(folder, { recursive: true });
  const before = process.env['TMPDIR'];
  process.env['TMPDIR'] = folder;
  try {
    const { default: packed } = await import('@sparticuz/chromium');
    return {
      path: await packed.executablePath(),
      args: packed.args.filter((one) => !one.startsWith('--single-process')),
    };
  } finally {
    if (before === undefined) delete process.env['TMPDIR'];
    else process.env['TMPDIR'] = before;
  }
};

const launch = async (): Promise<Browser> => {
  const { path, args } = await findChromium();
  return chromium.launch({
    executablePath: path,
    args: [...args, '--no-sandbox', '--disable-quic', '--disable-background-networking', '--disable-dev-shm-usage'],
  });
};

/** One file's use of a Chromium. */
export type TestBrowser = Pick<Browser, 'newContext' | 'close'>;

let keeping = false;
let kept: Promise<Browser> | undefined;

/** A Chromium for tests. It speaks to nobody but the pages it is given. Who asked for it closes it. */
export const startBrowser = async (): Promise<TestBrowser> => {
  if (!keeping) return launch();
  const browser = await (kept ??= launch());
  const opened: BrowserContext[] = [];
  return {
    async newContext(o) {
      const context = await browser.newContext(o);
      opened.push(context);
      return context;
    },
    async close() {
      for (const context of opened.splice(0)) await context.close();
    },
  };
};

/** For a process that runs many test files: they share a Chromium, and each closes its windows. Returns its end. */
export const keepBrowser = (): (() => Promise<void>) => {
  keeping = true;
  return async () => (await kept)?.close();
};
