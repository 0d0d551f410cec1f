import { existsSync, mkdirSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { holds } from '../../core/testing/waiting.ts';
import { startBrowser } from '../../test/servers/browser.ts';
import { buildWeb } from '../build.ts';
import { digestOfSources } from '../build/digest.ts';
import { client, staff } from './mock/data.ts';
import type { Mock } from './mock/mock.ts';
import { startMock } from './mock/server.ts';

export const staffList = `/p/acme/w/${staff.id}/applications`;
export const clientList = `/p/acme/w/${client.id}/my`;

export interface Stage {
  /** A server of made-up data for one test. */
  mock(): Promise<Mock>;
  /** A fresh window. What the page complains about on its console is collected in `faults`. */
  window(
    mock: Mock,
    path: string,
    o?: { width?: number; height?: number; colorScheme?: 'light' | 'dark'; locale?: string },
  ): Promise<{ page: Page; faults: string[] }>;
  close(): Promise<void>;
}

const root = join(import.meta.dirname, '../..');
/**
 * What the page is built with: a made-up plugin, the installed one whose element asks the client to confirm, and the
 * modules whose pages are looked at here.
 */
export const plugins = [
  ...['applications', 'documents', 'invitations'].map((id) => ({
    id,
    root: join(root, 'core/platform', id),
    entry: 'web/index.ts',
  })),
  { id: 'figures', root: join(import.meta.dirname, 'mock/plugin'), entry: 'element.ts' },
  ...['workflow-handlers', 'patent-office'].map((id) => ({
    id,
    root: join(root, 'plugins', id),
    entry: 'web/index.ts',
  })),
];

/**
 * Waits until the page hears what happens to the rows that `query` reads: it looks once for itself, and again when it
 * has subscribed. What is published from here on comes as a message, not with that second look.
 */
export const heard = (page: Page, mock: Mock, query: 'Applications' | 'MyApplications'): Promise<number> => {
  const looks = (): number => mock.requests.filter((one) => one === `POST /graphql ${query}`).length;
  return holds(page, 'the page has subscribed, and looked again', looks, (count) => count > 1);
};

/** The page as the sources have it: the first test that asks builds it. It is kept, and never changed under others. */
const builtPage = async (): Promise<string> => {
  const kept = join(root, 'node_modules', '.cache', 'test-pages');
  const outDir = join(kept, digestOfSources(join(root, 'web'), plugins));
  if (existsSync(outDir)) return outDir;
  mkdirSync(kept, { recursive: true });
  const aside = `${outDir}-${process.pid}`;
  await buildWeb({ outDir: aside, plugins });
  try {
    renameSync(aside, outDir);
  } catch {
    // Another test was quicker.
    rmSync(aside, { recursive: true, force: true });
  }
  return outDir;
};

/** The built page, a browser, and servers to show it: everything that a browser test needs. */
export const openStage = async (): Promise<Stage> => {
  const outDir = await builtPage();
  const browser = await startBrowser();
  const mocks: Mock[] = [];
  return {
    async mock() {
      const mock = await startMock(outDir);
      mocks.push(mock);
      return mock;
    },
    async window(mock, path, { width = 1280, height = 800, colorScheme = 'light', locale = 'en-GB' } = {}) {
      const context = await browser.newContext({
        viewport: { width, height },
        colorScheme,
        locale,
        reducedMotion: 'reduce',
      });
      context.setDefaultTimeout(60_000);
      const page = await context.newPage();
      const faults: string[] = [];
      page.on('pageerror', (error) => faults.push(error.message));
      page.on('console', (message) => {
        if (message.type() === 'error') faults.push(message.text());
      });
      await page.goto(mock.url + path);
      return { page, faults };
    },
    async close() {
      await browser.close();
      for (const mock of mocks) await mock.close();
    },
  };
};
