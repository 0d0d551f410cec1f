import { mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import type { PagePolicy } from '@dossier/sdk';
import { bundle, withImports } from './build/bundle.ts';
import { digestOfSources } from './build/digest.ts';
import { fillPage, policy, sha } from './build/page.ts';
import { sharedSpecifiers } from './build/shared-modules.ts';

/** The web part of one plugin: `entry` is a path below `root` whose module defines all its elements. */
export interface PluginBundle {
  readonly id: string;
  readonly root: string;
  readonly entry: string;
  /** What it needs beyond the policy of the page. */
  readonly policy?: readonly PagePolicy[];
}

/** What `dist/manifest.json` tells the server. All addresses begin with `/assets/`. */
export interface WebManifest {
  /** Of the sources this page was built from. */
  readonly digest: string;
  /** Hashes of the inline scripts, for `script-src`. */
  readonly inlineScripts: readonly string[];
  /** The whole Content-Security-Policy under which the page is tested. */
  readonly contentSecurityPolicy: string;
  /** Plugin id → the module the shell imports for its elements. */
  readonly plugins: Readonly<Record<string, { readonly url: string; readonly integrity: string }>>;
  /** Plugins whose web part could not be built, with the reason. Their elements are left out; the rest works. */
  readonly failed: Readonly<Record<string, string>>;
}

const webRoot = import.meta.dirname;
export const defaultOutDir = join(webRoot, 'dist');

const nameOf = (specifier: string): string => specifier.replace(/\.js$/, '').replaceAll(/[^a-z0-9-]+/gi, '_');

const filesBelow = (folder: string): readonly string[] =>
  readdirSync(folder, { withFileTypes: true, recursive: true })
    .filter((one) => one.isFile())
    .map((one) => join(one.parentPath, one.name));

/** A second copy of lit-html renders blank pages under Trusted Types and says nothing; so the build counts them. */
const refuseTwoLits = (outDir: string): void => {
  const holders = filesBelow(outDir).filter(
    (file) => file.endsWith('.js') && readFileSync(file, 'utf8').includes('litHtmlVersions'),
  );
  if (holders.length !== 1)
    throw new Error(
      `lit-html must be in exactly one file of the page, but is in ${holders.length}: ${holders.map((file) => basename(file)).join(', ')}. Import Lit only by its public entries.`,
    );
};

/** Builds the page into `outDir`, all or nothing: what is being served stays until the new one is whole. */
export const buildWeb = async (
  o: { plugins?: readonly PluginBundle[]; outDir?: string } = {},
): Promise<WebManifest> => {
  const plugins = o.plugins ?? [];
  const outDir = resolve(o.outDir ?? defaultOutDir);
  const digest = digestOfSources(webRoot, plugins);
  const work = `${outDir}.${process.pid}`;
  forgetAbandoned(outDir);
  rmSync(work, { recursive: true, force: true });
  mkdirSync(work, { recursive: true });
  try {
    const manifest = await buildInto(work, plugins, digest);
    const old = `${work}.old`;
    try {
      renameSync(outDir, old);
    } catch {
      /* the first build: nothing to replace */
    }
    renameSync(work, outDir);
    rmSync(old, { recursive: true, force: true });
    return manifest;
  } finally {
    rmSync(work, { recursive: true, force: true });
  }
};

/** Takes away what builds that were killed have left next to `outDir`. */
const forgetAbandoned = (outDir: string): void => {
  for (const name of readdirSync(dirname(outDir))) {
    const pid = name.startsWith(`${basename(outDir)}.`) ? /\.(\d+)(?:\.old)?$/.exec(name)?.[1] : undefined;
    if (pid !== undefined && !isAlive(Number(pid)))
      rmSync(join(dirname(outDir), name), { recursive: true, force: true });
  }
};

const isAlive = (pid: number): boolean => {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    // It may be somebody else's.
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
};

const buildInto = async (outDir: string, plugins: readonly PluginBundle[], digest: string): Promise<WebManifest> => {
  const specifiers = sharedSpecifiers();
  const shared = await bundle({
    root: webRoot,
    outDir,
    folder: 'assets/shared',
    external: [],
    oneChunk: /node_modules\/(lit|lit-html|lit-element|@lit)\//,
    input: Object.fromEntries(specifiers.map((specifier) => [nameOf(specifier), specifier])),
  });
  const shell = await bundle({
    root: webRoot,
    outDir,
    folder: 'assets/shell',
    external: specifiers,
    input: { main: join(webRoot, 'src/main.ts') },
  });

  const built: Record<string, { url: string; integrity: string }> = {};
  const failed: Record<string, string> = {};
  for (const plugin of plugins) {
    try {
      const part = await bundle({
        root: plugin.root,
        outDir,
        folder: `assets/plugins/${plugin.id}`,
        external: specifiers,
        input: { [plugin.id]: resolve(plugin.root, plugin.entry) },
      });
      const file = part.entries.get(plugin.id);
      if (!file) throw new Error(`no module came out of ${plugin.entry}`);
      built[plugin.id] = { url: `/${file}`, integrity: sha('sha384', readFileSync(join(outDir, file))) };
    } catch (error) {
      failed[plugin.id] = error instanceof Error ? error.message : String(error);
    }
  }
  refuseTwoLits(outDir);

  const addressOf = (specifier: string): string => `/${shared.entries.get(nameOf(specifier)) ?? ''}`;
  const entry = shell.entries.get('main');
  if (!entry) throw new Error('The shell came out without its entry module.');
  const atOnce = withImports(shell, entry);
  const needed = new Set(atOnce.flatMap((file) => shell.bare.get(file) ?? []));
  const preload = new Set([...needed].flatMap((specifier) => withImports(shared, addressOf(specifier).slice(1))));
  const integrity = Object.fromEntries(
    filesBelow(outDir)
      .filter((file) => file.endsWith('.js'))
      .map((file) => [file.slice(outDir.length).replaceAll('\\', '/'), sha('sha384', readFileSync(file))]),
  );
  const { html, scriptHash } = fillPage(readFileSync(join(webRoot, 'index.html'), 'utf8'), {
    importMap: {
      imports: Object.fromEntries(specifiers.map((specifier) => [specifier, addressOf(specifier)])),
      integrity,
    },
    styles: shell.styles.map((file) => `/${file}`),
    preload: [...preload, ...atOnce.slice(0, -1)].map((file) => `/${file}`),
    entry: `/${entry}`,
  });
  const manifest: WebManifest = {
    digest,
    inlineScripts: [scriptHash],
    contentSecurityPolicy: policy(
      scriptHash,
      plugins.flatMap(({ id, policy: asked = [] }) => (id in built ? asked : [])),
    ),
    plugins: built,
    failed,
  };
  writeFileSync(join(outDir, 'index.html'), html);
  writeFileSync(join(outDir, 'manifest.json'), `${JSON.stringify(manifest, null, 2)}\n`);
  return manifest;
};

/** The manifest of a page that was built before, or null when there is none that can be read. */
export const readManifest = (outDir: string = defaultOutDir): WebManifest | null => {
  try {
    return JSON.parse(readFileSync(join(outDir, 'manifest.json'), 'utf8'));
  } catch {
    return null;
  }
};

/** Whether the built page is missing or older than its sources. Loads no build tool; takes a few milliseconds. */
export const isStale = (o: { plugins?: readonly PluginBundle[]; outDir?: string } = {}): boolean =>
  readManifest(o.outDir)?.digest !== digestOfSources(webRoot, o.plugins ?? []);

if (process.argv[1] && resolve(process.argv[1]) === import.meta.filename) {
  const plugins: readonly PluginBundle[] = process.argv[2] === undefined ? [] : JSON.parse(process.argv[2]);
  const manifest = await buildWeb({ plugins });
  for (const [id, reason] of Object.entries(manifest.failed))
    console.error(`The web part of ${id} was left out: ${reason}`);
  console.log(`The page is built: ${dirname(defaultOutDir).split('/').at(-1)}/dist`);
}
