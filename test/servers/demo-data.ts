/**
 * Data of a finished first start: making the database and the demonstration takes most of the time until a test can
 * begin.
 */
import { createHash, randomUUID } from 'node:crypto';
import {
  cpSync,
  existsSync,
  globSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { root } from './child.ts';
import { bare, launch, runToEnd } from './dossier.ts';
import type { Environment } from './dossier.ts';
import { createDatabase } from './postgres.ts';

const folder = join(root, 'node_modules', '.cache', 'dossier-test-demos');

/** In milliseconds; nobody asks for those of yesterday. */
const day = 86_400_000;

/** Of everything that a first start runs, and of the day, because the demonstration tells of the last few. */
function digest(): string {
  const hash = createHash('sha256').update(new Date().toISOString().slice(0, 10));
  const sources = globSync('{config,core,sdk,plugins}/**/*.{ts,js,json}', {
    cwd: root,
    exclude: (path) => /(^|\/)(node_modules|test|testing|web|dist)$/.test(path),
  });
  for (const path of [...sources.toSorted(), 'package-lock.json'])
    hash.update(path).update(readFileSync(join(root, path)));
  return hash.digest('hex').slice(0, 24);
}

/**
 * The path of a new data directory with the demonstration of a process that has ended, as an operator would copy it.
 * The first call of a day or after a change makes it; the caller removes it.
 */
export async function demoData(): Promise<string> {
  const kept = join(folder, digest());
  if (!existsSync(kept)) await make(kept);
  const dataDir = mkdtempSync(join(tmpdir(), 'dossier-data-'));
  cpSync(kept, dataDir, { recursive: true });
  // Who starts on it at once would open a page that is still being built.
  if (!existsSync(join(root, 'web', 'dist'))) await runToEnd(['build'], bare(dataDir));
  return dataDir;
}

/** Of this process: the demonstration on its PostgreSQL, from which others are copied. */
let onServer: Promise<{ readonly dataDir: string; readonly template: string }> | undefined;

/**
 * Settings of a process with the demonstration, made before: those of {@link demoData}, or where test files share a
 * PostgreSQL (`DOSSIER_TEST_DATABASE`) with a database of its own there. The caller removes its `DATA_DIR`.
 */
export async function demonstration(): Promise<Environment> {
  const server = process.env['DOSSIER_TEST_DATABASE'];
  if (server === undefined) return { DATA_DIR: await demoData() };
  const { dataDir: made, template } = await (onServer ??= makeOn(server));
  const dataDir = mkdtempSync(join(tmpdir(), 'dossier-data-'));
  cpSync(made, dataDir, { recursive: true });
  const { env } = await createDatabase(server, `demo_${randomUUID()}`, template);
  return { ...env, DATA_DIR: dataDir };
}

async function makeOn(server: string): Promise<{ readonly dataDir: string; readonly template: string }> {
  const dataDir = mkdtempSync(join(tmpdir(), 'dossier-demo-'));
  process.once('exit', () => rmSync(dataDir, { recursive: true, force: true }));
  const template = `demo_${randomUUID()}`;
  const { env } = await createDatabase(server, template);
  await firstStart({ ...bare(dataDir), ...env });
  return { dataDir, template };
}

/** Starts it on an empty database, and stops it. */
async function firstStart(env: Environment): Promise<void> {
  const first = await launch(env);
  const { code } = await first.stop();
  if (code !== 0) throw new Error(`The first start ended with code ${code}:\n${first.printed()}`);
}

async function make(kept: string): Promise<void> {
  // Made aside and renamed: test files run side by side, and none may copy half of it.
  const aside = `${kept}.${process.pid}`;
  mkdirSync(folder, { recursive: true });
  const yesterday = Date.now() - day;
  for (const old of readdirSync(folder).map((name) => join(folder, name))) {
    if ((statSync(old, { throwIfNoEntry: false })?.mtimeMs ?? Infinity) < yesterday)
      rmSync(old, { recursive: true, force: true });
  }
  await firstStart(bare(aside));
  try {
    renameSync(aside, kept);
  } catch (error) {
    rmSync(aside, { recursive: true, force: true });
    if (!existsSync(kept)) throw error;
  }
}
