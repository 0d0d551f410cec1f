/**
 * A start on the embedded database looks at roles and walls only when the catalogue, or what is looked for, is not as
 * the last one left it.
 */
import { t } from '@dossier/core/testing/t';
import { openDatabase } from '../../facilities/database/index.ts';
import { blankDump } from '../../testing/dump.ts';
import type { OpenDatabase, PluginData } from '../../facilities/database/index.ts';
import { rates, recordingLog, shops } from './sample.ts';

const VERSION = `select xmin::text as version from pg_namespace where nspname = 'public'`;

const open = (loadDump: Blob, plugins: readonly PluginData[]): Promise<OpenDatabase> =>
  openDatabase({ dataDir: 'memory', loadDump, plugins, log: recordingLog().log });

/** Migrates as every start does, and tells whether roles were granted once more. What it knows is in the database. */
async function looks(db: OpenDatabase): Promise<boolean> {
  const version = async (): Promise<unknown> => (await db.asOwner((owner) => owner.run(VERSION))).rows[0]?.['version'];
  const before = await version();
  await db.migrate();
  return before !== (await version());
}

const first = await open(await blankDump(), [shops, rates]);
const lookedFirst = await looks(first);
const dump = await first.dump();
await first.close();
const db = await open(dump, [shops, rates]);
t.teardown(() => db.close());

const run = async (...statements: readonly string[]): Promise<readonly Record<string, unknown>[]> => {
  let rows: readonly Record<string, unknown>[] = [];
  for (const statement of statements) ({ rows } = await db.asOwner((owner) => owner.run(statement)));
  return rows;
};

t.test('a start looks once, and not again', async (t) => {
  t.same([lookedFirst, await looks(db)], [true, false]);
});

t.test('changing a policy, a role or a grant makes the next start check', async (t) => {
  for (const change of [
    'alter table "shop" no force row level security',
    'drop policy tenant on "shop"',
    'revoke select on "shop" from app_rw',
    'alter role app_rw bypassrls',
    'revoke usage on schema public from app_rw',
  ]) {
    t.equal(await looks(db), false, `before: ${change}`);
    await run(change);
    t.equal(await looks(db), true, change);
  }
});

t.test('a wall that was opened is closed by the next start', async (t) => {
  await run('alter table "shop" no force row level security');
  await looks(db);
  t.same(await run(`select relforcerowsecurity as forced from pg_class where relname = 'shop'`), [{ forced: true }]);
});

t.test('a table whose mark was taken away is guarded anew', async (t) => {
  await run('drop policy tenant on "shop"', 'comment on table "shop" is null');
  await looks(db);
  t.same(await run(`select polname as name from pg_policy where polrelid = '"shop"'::regclass order by polname`), [
    { name: 'jobs_select' },
    { name: 'tenant' },
  ]);
});

t.test('a table that nobody declares is refused, though the last start found everything in order', async (t) => {
  await run('create table "stray" ("id" int)');
  await t.rejects(looks(db), { code: 'K_NO_ROW_POLICY', message: /"stray"/ });
});

t.test('other plugins, another look', async (t) => {
  const other = await open(dump, [shops]);
  t.teardown(() => other.close());
  t.equal(await looks(other), true);
});
