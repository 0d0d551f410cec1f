import { t } from '@dossier/core/testing/t';
import { sql } from 'kysely';
import { newId } from '@dossier/sdk';
import type { OpenDatabase } from '../../facilities/database/index.ts';
import { onBothEngines } from './engines.ts';
import { gifts, organizations, rates, shops } from './sample.ts';
import type { Tables } from './sample.ts';

const { a, b } = organizations;
const declared = [...(shops.tables ?? []), ...(rates.tables ?? []), ...(gifts.tables ?? [])];
const tenantTables = declared
  .filter((table) => 'tenant' in table.rows)
  .map((table) => ({ name: table.entity.meta.tableName, rows: table.rows }));

/** One row of each table for each organization. */
async function fill(db: OpenDatabase): Promise<void> {
  for (const organizationId of [a, b]) {
    await db.database.write(organizationId, async (tx) => {
      const q = tx.sql<Tables>();
      const itemId = newId();
      await q.insertInto('shop').values({ id: organizationId, slug: organizationId }).execute();
      await q
        .insertInto('item')
        .values({ organizationId, id: itemId, name: 'lamp', createdAt: '2026-11-20T10:00:00Z' })
        .execute();
      await q.insertInto('note').values({ organizationId, id: newId(), itemId, text: 'bright' }).execute();
    });
  }
}

await onBothEngines(t, async (t, engine) => {
  const db = await engine.open(t, { plugins: [shops, rates, gifts] });
  await fill(db);

  await t.test('every table of the schema has forced row-level security or is declared global', async (t) => {
    const { rows } = await db.asOwner((owner) =>
      owner.run(
        `select relname, relrowsecurity and relforcerowsecurity as walled from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r'`,
      ),
    );
    for (const row of rows) {
      const table = declared.find((table) => table.entity.meta.tableName === row['relname']);
      if (row['relname'] === 'migration') continue;
      t.ok(table, `${row['relname']} is declared`);
      t.equal(
        row['walled'],
        table !== undefined && ('tenant' in table.rows || 'appSees' in table.rows),
        `${row['relname']} is walled as declared`,
      );
    }
    t.equal(rows.length, declared.length + 1, 'the catalogue holds all declared tables and the migrations');
  });

  for (const { name, rows } of tenantTables) {
    const column = 'tenant' in rows ? rows.tenant : '';
    await t.test(`${name}: raw SQL sees the rows of one organization, and of none without one`, async (t) => {
      const seen = (organization: string) =>
        db.database.read(organization, async (tx) =>
          (
            await sql<{ who: string }>`select distinct ${sql.ref(column)} as who from ${sql.table(name)}`.execute(
              tx.sql(),
            )
          ).rows.map((row) => row.who),
        );
      t.strictSame(await seen(a), [a]);
      t.strictSame(await seen(b), [b]);
      t.strictSame(await seen(newId()), []);
    });

    await t.test(`${name}: a row of another organization cannot be inserted, changed or deleted`, async (t) => {
      const columns =
        name === 'shop'
          ? sql`("id", "slug") values (${newId()}, 'x')`
          : name === 'item'
            ? sql`("organizationId", "id", "name") values (${b}, ${newId()}, 'x')`
            : sql`("organizationId", "id", "text") values (${b}, ${newId()}, 'x')`;
      await t.rejects(
        db.database.write(a, (tx) => sql`insert into ${sql.table(name)} ${columns}`.execute(tx.sql())),
        { code: '42501' },
        'insert',
      );
      const change = (statement: ReturnType<typeof sql>) =>
        db.database.write(a, async (tx) => (await statement.execute(tx.sql())).numAffectedRows);
      const where = sql`where ${sql.ref(column)} = ${b}`;
      if ('appendOnly' in rows && rows.appendOnly) {
        await t.rejects(
          change(sql`update ${sql.table(name)} set "id" = "id"`),
          { code: '42501' },
          'append only: no update',
        );
        await t.rejects(change(sql`delete from ${sql.table(name)}`), { code: '42501' }, 'append only: no delete');
      } else {
        t.equal(await change(sql`update ${sql.table(name)} set "id" = "id" ${where}`), 0n, 'update');
        t.equal(await change(sql`delete from ${sql.table(name)} ${where}`), 0n, 'delete');
      }
    });

    await t.test(`${name}: look-ups across organizations do what the table granted, and nothing else`, async (t) => {
      const may = new Set<string>(rows.jobsMay);
      const attempts = {
        select: sql`select 1 from ${sql.table(name)}`,
        update: sql`update ${sql.table(name)} set "id" = "id"`,
        delete: sql`delete from ${sql.table(name)} where false`,
      };
      for (const [verb, statement] of Object.entries(attempts)) {
        const work = db.database.lookUp((tx) => statement.execute(tx.sql()));
        if (may.has(verb)) await t.resolves(work, verb);
        else await t.rejects(work, { code: '42501' }, `no ${verb}`);
      }
      if (may.has('select'))
        t.equal(
          (await db.database.lookUp((tx) => attempts.select.execute(tx.sql()))).rows.length,
          2,
          'it sees both organizations',
        );
    });
  }

  await t.test('a global table can be read by all, and written only by whom it names', async (t) => {
    t.equal((await db.database.read(a, (tx) => tx.sql<Tables>().selectFrom('rate').selectAll().execute())).length, 1);
    await t.rejects(
      db.database.write(a, (tx) => tx.sql<Tables>().insertInto('rate').values({ code: 'CHF', value: 1 }).execute()),
      { code: '42501' },
    );
    await t.resolves(
      db.database.lookUp((tx) => tx.sql<Tables>().insertInto('rate').values({ code: 'CHF', value: 1 }).execute()),
    );
  });

  await t.test(
    'a global table that a table of the tenant opens shows each organization the rows that are opened to it',
    async (t) => {
      await db.database.lookUp((tx) =>
        tx
          .sql<Tables>()
          .insertInto('gift')
          .values([
            { name: 'lamp', from: 'Ann' },
            { name: 'vase', from: 'Ben' },
            { name: 'clock', from: 'Cay' },
          ])
          .execute(),
      );
      await db.database.write(b, (tx) =>
        tx
          .sql<Tables>()
          .insertInto('item')
          .values({ organizationId: b, id: newId(), name: 'vase', createdAt: '2026-11-20T10:00:00Z' })
          .execute(),
      );
      const seen = (organization: string) =>
        db.database.read(organization, async (tx) =>
          (await tx.sql<Tables>().selectFrom('gift').select('name').orderBy('name').execute()).map((row) => row.name),
        );
      t.strictSame(await seen(a), ['lamp']);
      t.strictSame(await seen(b), ['lamp', 'vase']);
      t.strictSame(await seen(newId()), []);
      const taken = await db.database.write(a, (tx) =>
        tx.sql<Tables>().updateTable('gift').set({ from: 'Dan' }).executeTakeFirst(),
      );
      t.equal(taken.numUpdatedRows, 1n, 'and changes no other');
      t.equal(
        (await db.database.lookUp((tx) => tx.sql<Tables>().selectFrom('gift').selectAll().execute())).length,
        3,
        'a look-up sees all',
      );
      await t.rejects(
        db.database.write(a, (tx) => tx.sql<Tables>().deleteFrom('gift').execute()),
        { code: '42501' },
        'what was not granted stays refused',
      );
    },
  );

  await t.test('the organization of one transaction is gone in the next on the same connection', async (t) => {
    await db.database.read(a, async (tx) => tx.sql<Tables>().selectFrom('item').selectAll().execute());
    const left = await db.database.lookUp(
      async (tx) =>
        (
          await sql<{
            org: string | null;
            who: string;
          }>`select current_setting('app.org_id', true) as org, current_user as who`.execute(tx.sql())
        ).rows[0],
    );
    t.strictSame(left, { org: '', who: 'app_jobs' });
  });

  await t.test('neither serving role can log in or bypass the wall', async (t) => {
    const { rows } = await db.asOwner((owner) =>
      owner.run(
        `select rolcanlogin or rolbypassrls or rolsuper as privileged from pg_roles where rolname in ('app_rw', 'app_jobs')`,
      ),
    );
    t.strictSame(rows, [{ privileged: false }, { privileged: false }]);
  });

  await t.test('a foreign key cannot point into another organization', async (t) => {
    const foreign = await db.database.read(b, (tx) =>
      tx.sql<Tables>().selectFrom('item').select('id').executeTakeFirstOrThrow(),
    );
    await t.rejects(
      db.database.write(a, (tx) =>
        tx
          .sql<Tables>()
          .insertInto('note')
          .values({ organizationId: a, id: newId(), itemId: foreign.id, text: 'x' })
          .execute(),
      ),
      { code: '23503' },
    );
  });
});
