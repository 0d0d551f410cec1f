import { execFile } from 'node:child_process';
import { mkdir, readdir, readFile, rm, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { runInNewContext } from 'node:vm';
import t from 'tap';
import { escaped } from '../../packing/bundling.ts';
import { entries } from '../../packing/entries.ts';
import { manifestFile, packed } from '../../packing/packed.ts';
import type { Manifest } from '../../packing/packed.ts';

const run = promisify(execFile);
const root = join(import.meta.dirname, '..', '..', '..');
// Below node_modules, because what is packed imports what is not.
const cache = join(root, 'node_modules', '.cache', `packed-test-${process.pid}`);
const pack = (): Promise<unknown> => run(process.execPath, [join(root, 'core', 'packing', 'pack.ts'), cache]);
const manifest = async (): Promise<Manifest> => JSON.parse(await readFile(manifestFile(cache), 'utf8'));
t.teardown(() => rm(cache, { recursive: true, force: true }));

/** What a module prints, run with the packed files in use. */
async function printedBy(source: string): Promise<unknown> {
  const file = join(cache, `asks-${Math.random().toString(36).slice(2)}.mjs`);
  const use = `
    import { registerHooks } from 'node:module';
    const { packed } = await import(${JSON.stringify(join(root, 'core', 'packing', 'packed.ts'))});
    const { answerFrom } = await import(${JSON.stringify(join(root, 'core', 'packing', 'use.ts'))});
    const loaded = [];
    registerHooks({ load(url, context, next) { loaded.push(url); return next(url, context); } });
    answerFrom(packed(${JSON.stringify(cache)}));`;
  await writeFile(file, `${use}\n${source}`);
  return JSON.parse(
    (await run(process.execPath, [file], { cwd: root, env: { ...process.env, NODE_OPTIONS: '' } })).stdout,
  );
}

t.test('two may pack at once, and nothing half-done stays', async (t) => {
  // What killed packers have left, and packs of long ago.
  for (const name of ['draft-999999999', 'pack-1-1', 'pack-2-2', 'pack-3-3'])
    await mkdir(join(cache, name), { recursive: true });
  for (const name of ['pack-1-1', 'pack-2-2'])
    await utimes(join(cache, name), new Date('2020-01-01'), new Date('2020-01-01'));
  await writeFile(`${manifestFile(cache)}.999999999`, '{');
  t.equal(packed(cache), undefined);
  await Promise.all([pack(), pack()]);
  t.ok(packed(cache));
  const left = await readdir(cache);
  t.ok(left.includes((await manifest()).folder));
  t.same(
    left.filter((name) => !/^pack-\d{5,}-\d+$/.test(name) && name !== 'pack-3-3'),
    ['manifest.json'],
    'the newest packs stay: running processes go on loading from theirs',
  );
});

t.test('every module that others may ask for is packed, with every export', async (t) => {
  const files = packed(cache)!;
  t.same([...files.keys()].map((url) => fileURLToPath(url)).sort(), Object.values(entries()).sort());
  const names = (await printedBy(`
    const names = {};
    for (const [original, { file }] of packed(${JSON.stringify(cache)})) if (!original.endsWith('/core/main.ts')) names[original] = Object.keys(await import(file)).sort();
    console.log(JSON.stringify(names));`)) as Readonly<Record<string, readonly string[]>>;
  for (const [original, found] of Object.entries(names))
    t.same(found, Object.keys(await import(original)).sort(), original);
});

t.test('whoever asks, there is one copy, and it is the packed one', async (t) => {
  const { names, place, loaded } = (await printedBy(`
    const { Kysely } = await import('kysely');
    const { MikroORM } = await import('@mikro-orm/core');
    const sdk = await import('@dossier/sdk');
    const contract = await import('@dossier/core/platform/applications/contract');
    const { default: plugin } = await import('@dossier/core/platform/applications/plugin');
    console.log(JSON.stringify({ names: [Kysely.name, MikroORM.name, typeof sdk.definePlugin, plugin.spec.permissions.includes(contract.readApplications)], place: import.meta.resolve('@dossier/core/platform/applications/plugin'), loaded }));`)) as {
    names: unknown[];
    place: string;
    loaded: string[];
  };
  t.same(names, ['Kysely', 'MikroORM', 'function', true]);
  t.equal(
    fileURLToPath(place),
    join(root, 'core', 'platform', 'applications', 'plugin.ts'),
    'where a plugin lies, its web part is built from',
  );
  const entriesOnly = new Set(Object.values(entries()));
  t.same(
    loaded.filter(
      (url) => url.startsWith('file:') && !url.includes('/.cache/') && !entriesOnly.has(fileURLToPath(url)),
    ),
    [],
    'nothing else comes from sources',
  );
  t.ok(loaded.filter((url) => url.startsWith('file:')).length < 80, 'few files instead of hundreds');
});

t.test('packed text is ASCII, and means what it meant', async (t) => {
  const codes = [
    "'é – 한 😀'",
    '`${1} – ü`',
    "'\\é \\\\é'",
    "/^[à-ü–]+$/u.test('é–')",
    "/😀/u.test('😀')",
    'Object.keys({ größe: 1 }).join()',
    '({ größe }) => größe',
  ];
  const valueOf = (code: string): unknown => {
    const value: unknown = runInNewContext(`(${code})`);
    return typeof value === 'function' ? (value({ größe: 2 }) as unknown) : value;
  };
  for (const code of codes) {
    t.match(escaped(code), /^[\x00-\x7f]*$/, code);
    t.equal(valueOf(escaped(code)), valueOf(code), code);
  }
  const folder = join(cache, (await manifest()).folder);
  for (const name of await readdir(folder))
    t.notOk(
      (await readFile(join(folder, name))).some((byte) => byte > 127),
      name,
    );
});

t.test('what was packed of files that were changed since, is not used', async (t) => {
  const before = await manifest();
  t.same(
    before.sources.map(([path]) => path).filter((path) => path.startsWith(join(root, 'node_modules/'))),
    [join(root, 'node_modules/.package-lock.json')],
    "for packages npm's list stands",
  );
  for (const changed of ['/sdk/src/index.ts', '/core/package.json', '/node_modules/.package-lock.json']) {
    await writeFile(
      manifestFile(cache),
      JSON.stringify({
        ...before,
        sources: before.sources.map(([path, stamp]) => [path, path === join(root, changed) ? `${stamp}0` : stamp]),
      }),
    );
    t.equal(packed(cache), undefined, changed);
  }
  const broken = {
    'files that somebody took away': { folder: 'gone' },
    'a file that was cut off': { files: before.files.map(([name, size]) => [name, size + 1]) },
    'a copy of the installation': { root: '/elsewhere' },
  };
  for (const [what, o] of Object.entries(broken)) {
    await writeFile(manifestFile(cache), JSON.stringify({ ...before, ...o }));
    t.equal(packed(cache), undefined, what);
  }
  await writeFile(manifestFile(cache), '{"folder": "half');
  t.equal(packed(cache), undefined, 'a manifest that nobody can read');
  await pack();
  t.ok(packed(cache));
  t.not((await manifest()).folder, before.folder, 'nothing is written over');
});
