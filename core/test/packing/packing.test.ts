import { execFile } from 'node:child_process';
import { readdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import t from 'tap';
import { packed } from '../../packing/packed.ts';

const run = promisify(execFile);
const root = join(import.meta.dirname, '..', '..', '..');
// Below node_modules, because packed packages import others.
const cache = join(root, 'node_modules', '.cache', `packed-test-${process.pid}`);
const pack = (): Promise<unknown> => run(process.execPath, [join(root, 'core', 'packing', 'pack.ts'), cache]);
t.teardown(() => rm(cache, { recursive: true, force: true }));

t.test('of two that pack at once one comes first, and nothing half-done stays', async (t) => {
  t.notOk(packed(cache).exists);
  await Promise.all([pack(), pack()]);
  const wanted = packed(cache);
  t.ok(wanted.exists);
  t.same((await readdir(cache)).map((name) => join(cache, name)), [wanted.folder]);
  t.ok((await readdir(wanted.folder)).length < 40, 'a few files instead of hundreds');
});

t.test('a packed package has every export of its original', async (t) => {
  for (const [entry, { original, packed: file }] of packed(cache).files) {
    const [before, after]: [object, object] = await Promise.all([import(original), import(file)]);
    t.same(Object.keys(after).sort(), Object.keys(before).sort(), entry);
  }
});

t.test('whoever asks, there is one copy, and it is the packed one', async (t) => {
  const asked = join(cache, 'asked.mjs');
  await writeFile(asked, `
    import { registerHooks } from 'node:module';
    const loaded = [];
    registerHooks({ load(url, context, next) { loaded.push(url); return next(url, context); } });
    await import(${JSON.stringify(join(root, 'core', 'packing', 'use.ts'))});
    const { Kysely } = await import('kysely');
    const { MikroORM } = await import('@mikro-orm/core');
    const { Type } = await import('@dossier/sdk');
    console.log(JSON.stringify({ names: [Kysely.name, MikroORM.name, typeof Type.Object], loaded }));`);
  await run(process.execPath, [join(root, 'core', 'packing', 'pack.ts')]);
  const { stdout } = await run(process.execPath, [asked], { cwd: root });
  const { names, loaded }: { names: string[]; loaded: string[] } = JSON.parse(stdout);
  t.same(names, ['Kysely', 'MikroORM', 'function']);
  t.ok(loaded.some((url) => url.includes('/.cache/packed/')));
  t.same(loaded.filter((url) => /node_modules\/(?:kysely|typebox|@mikro-orm)\//.test(url)), []);
});
