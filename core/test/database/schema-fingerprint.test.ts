/**
 * A start on the embedded database looks at roles and walls only when the catalogue, or what is looked for, is not as
 * the last one left it.
 */
import t from 'tap';
import { openDatabase } from '../../facilities/database/index.ts';
import type { OpenDatabase, PluginData } from '../../facilities/database/index.ts';
import { rates, recordingLog, shops } from './sample.ts';

const VERSION = `select xmin::text as version from pg_namespace where nspname = 'public'`;

/**
 * Opens a copy of a database, migrates it, and lets somebody do something to it; gives a copy of what it is then, and
 * whether its roles were granted once more.
 */
async function start(
  loadDump: Blob | undefined,
  plugins: readonly PluginData[],
  then: (db: OpenDatabase) => Promise<unknown> = async () => undefined,
): Promise<{ dump: Blob; looked: boolean }> {
  const db = await openDatabase({
    dataDir: 'memory',
    ...(loadDump ? { loadDump } : {}),
    plugins,
    log: recordingLog().log,
  });
  try {
    const version = async (): Promise<unknown> =>
      (await db.asOwner((owner) => owner.run(VERSION))).rows[0]?.['version'];
    const before = await version();
    await db.migrate();
    const looked = before !== (await version());
    await then(db);
    return { dump: await db.dump(), looked };
  } finally {
    await db.close();
  }
}

/** What one of the owner's statements does to a database that was in order. */
const after =
  (...statements: readonly string[]) =>
  async (db: OpenDatabase): Promise<void> => {
    for (const statement of statements) await db.asOwner((owner) => owner.run(statement));
  };

const first = await start(undefined, [shops, rates]);
const { dump } = first;

t.test('a start looks once, and not again', async (t) => {
  const second = await start(first.dump, [shops, rates]);
  t.same([first.looked, second.looked], [true, false]);
});

t.test('changing a policy, a role or a grant makes the next start check', async (t) => {
  for (const change of [
    'alter table "shop" no force row level security',
    'drop policy tenant on "shop"',
    'revoke select on "shop" from app_rw',
    'alter role app_rw bypassrls',
    'revoke usage on schema public from app_rw',
  ]) {
    const changed = await start(dump, [shops, rates], after(change));
    t.equal(changed.looked, false, `before: ${change}`);
    const next = await start(changed.dump, [shops, rates]);
    t.equal(next.looked, true, change);
  }
});

t.test('a wall that was opened is closed by the next start', async (t) => {
  const open = await start(dump, [shops, rates], after('alter table "shop" no force row level security'));
  let forced: unknown;
  await start(open.dump, [shops, rates], async (db) => {
    forced = (
      await db.asOwner((owner) =>
        owner.run(`select relforcerowsecurity as forced from pg_class where relname = 'shop'`),
      )
    ).rows[0]?.['forced'];
  });
  t.equal(forced, true);
});

t.test('a table whose mark was taken away is guarded anew', async (t) => {
  const bare = await start(
    dump,
    [shops, rates],
    after('drop policy tenant on "shop"', 'comment on table "shop" is null'),
  );
  let policies: unknown;
  await start(bare.dump, [shops, rates], async (db) => {
    policies = (
      await db.asOwner((owner) =>
        owner.run(`select polname as name from pg_policy where polrelid = '"shop"'::regclass order by polname`),
      )
    ).rows;
  });
  t.same(policies, [{ name: 'jobs_select' }, { name: 'tenant' }]);
});

t.test('a table that nobody declares is refused, though the last start found everything in order', async (t) => {
  const stray = await start(dump, [shops, rates], after('create table "stray" ("id" int)'));
  await t.rejects(start(stray.dump, [shops, rates]), { code: 'K_NO_ROW_POLICY', message: /"stray"/ });
});

t.test('other plugins, another look', async (t) => {
  t.equal((await start(dump, [shops])).looked, true);
});
