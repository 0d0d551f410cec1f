/** A built platform with a plugin that lies outside of it: what both import is one copy. */
import { cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { t } from '@dossier/core/testing/t';
import { root } from '../servers/child.ts';
import { demoData } from '../servers/demo-data.ts';
import { bare, runToEnd, startDossier, tokenOf } from '../servers/dossier.ts';

const folder = mkdtempSync(join(tmpdir(), 'dossier-outside-'));
cpSync(join(import.meta.dirname, 'outside-plugin.ts'), join(folder, 'plugin.ts'));
writeFileSync(join(folder, 'package.json'), JSON.stringify({ name: 'outside', type: 'module' }));
for (const name of ['@dossier/sdk', '@dossier/core', '@mikro-orm/core', 'kysely', 'typebox']) {
  const link = join(folder, 'node_modules', name);
  mkdirSync(dirname(link), { recursive: true });
  symlinkSync(join(root, 'node_modules', name), link);
}
const plugin = { DOSSIER_PLUGINS: pathToFileURL(join(folder, 'plugin.ts')).href, LOG_LEVEL: 'info' };
const built = await runToEnd(['build'], bare(folder));
if (built.code !== 0) throw new Error(built.printed);
const dossier = await startDossier({ ...plugin, DATA_DIR: await demoData() });
t.teardown(async () => {
  await dossier.remove();
  rmSync(folder, { recursive: true, force: true });
});

const ask = async (path: string, body?: object): Promise<{ status: number; body: unknown }> => {
  const answer = await fetch(`${dossier.demo.baseUrl}/outside/${path}`, {
    method: body ? 'POST' : 'GET',
    headers: { authorization: `Bearer ${tokenOf(dossier.demo, 'admin')}`, 'content-type': 'application/json' },
    ...(body && { body: JSON.stringify(body) }),
  });
  return { status: answer.status, body: await answer.json() };
};

t.test('the bundle runs, and one line of the log says so', async (t) => {
  const lines = dossier.child.printed().split('\n');
  t.match(
    lines.filter((line) => line.includes('"code":')),
    [/"code":"bundle".*"Runs the bundle\."/],
  );
});

t.test('the plugin keeps rows by entity and by query builder, in the wall of its table', async (t) => {
  t.same(await ask('shelves', { name: 'first' }), { status: 201, body: { byEntity: 1, byQuery: 1 } });
  t.same(await ask('shelves', { name: 'second' }), { status: 201, body: { byEntity: 2, byQuery: 2 } });
});

t.test('of what it imports and the platform hands over there is one copy', async (t) => {
  t.same((await ask('copies')).body, { kysely: true, 'mikro-orm': true, typebox: true, sdk: true });
});

t.test('the platform names what its schema refuses', async (t) => {
  t.match(await ask('shelves', { name: 5 }), { status: 422, body: { errors: [{ pointer: '/name' }] } });
});
