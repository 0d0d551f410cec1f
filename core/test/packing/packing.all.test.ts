import { execFile } from 'node:child_process';
import { appendFile, mkdir, readdir, readFile, rm, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { t } from '@dossier/core/testing/t';
import { installed } from '@dossier/config';
import { bundleThatFits, entryFile, manifestFile, root } from '../../packing/bundle.ts';
import type { Manifest } from '../../packing/bundle.ts';

// As deep below the project as the usual one, whose packages the bundle imports.
const folder = join(root, 'core', `dist.test-${process.pid}`);
const build = (): Promise<unknown> =>
  promisify(execFile)(process.execPath, [join(root, 'core', 'packing', 'build.ts'), folder], {
    env: { ...process.env, NODE_OPTIONS: '' },
  });
const manifest = async (): Promise<Manifest> => JSON.parse(await readFile(manifestFile(folder), 'utf8'));
t.teardown(() => rm(folder, { recursive: true, force: true }));

t.test('two may build at once, and only the newest bundles stay', async (t) => {
  for (const old of ['a', 'b', 'draft-999999999']) {
    await mkdir(join(folder, old), { recursive: true });
    await utimes(join(folder, old), new Date('2020-01-01'), new Date('2020-01-01'));
  }
  t.match(bundleThatFits(folder), { reason: /no bundle/ });
  await Promise.all([build(), build()]);
  t.match(bundleThatFits(folder), { url: /entry\.js$/ });
  const left = await readdir(folder);
  t.ok(left.length <= 4, `${left.join(', ')}: three and the manifest`);
  t.ok(left.includes((await manifest()).folder));
});

t.test('all of ours is in the bundle, but for what plugins from outside import too', async (t) => {
  const { sources, files, folder: own } = await manifest();
  t.ok(sources.includes('core/main.ts'));
  t.ok(sources.includes('package-lock.json'));
  t.same(
    sources.filter((path) => /^sdk\/|\/contract\.ts$|\/test\//.test(path)),
    [],
  );
  const { plugins } = (await import(join(folder, own, entryFile))) as { plugins: Record<string, unknown> };
  for (const name of installed) t.type(plugins[name], 'function', name);
  const texts = await Promise.all(files.map((name) => readFile(join(folder, own, name), 'utf8')));
  const imported = texts.flatMap((text) => [...text.matchAll(/^import .*? from "(.+?)";$/gm)].map(([, name]) => name));
  for (const name of ['@dossier/sdk', 'typebox', 'kysely', '@mikro-orm/core'])
    t.ok(imported.includes(name), `${name} is imported by its name`);
});

t.test('a bundle runs only while it is what its sources and the lock file say, and whole', async (t) => {
  const before = await manifest();
  const refused = async (changed: Partial<Manifest>, reason: RegExp): Promise<void> => {
    await writeFile(manifestFile(folder), JSON.stringify({ ...before, ...changed }));
    t.match(bundleThatFits(folder), { reason }, Object.keys(changed).join());
  };
  await refused({ digest: '0' }, /other sources/);
  await refused({ sources: [...before.sources, 'core/gone.ts'] }, /other sources/);
  await refused({ root: '/elsewhere' }, /another folder/);
  await writeFile(manifestFile(folder), '{"folder": "half');
  t.match(bundleThatFits(folder), { reason: /no bundle/ }, 'a manifest that nobody can read');
  await writeFile(manifestFile(folder), JSON.stringify(before));
  t.match(bundleThatFits(folder), { url: String });
  await appendFile(join(folder, before.folder, entryFile), '\n');
  t.match(bundleThatFits(folder), { reason: /damaged/ });
});
