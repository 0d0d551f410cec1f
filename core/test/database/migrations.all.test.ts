import { t } from '@dossier/core/testing/t';
import { defineEntity, p } from '@mikro-orm/core';
import { globalTable, newId, tenantTable } from '@dossier/sdk';
import { openDatabase } from '../../facilities/database/index.ts';
import type { PluginData } from '../../facilities/database/index.ts';
import { onBothEngines } from './engines.ts';
import type { Place } from './engines.ts';
import { organizations, rates, recordingLog, shops } from './sample.ts';
import type { Tables } from './sample.ts';

const { a } = organizations;
const statements = (id: string, ...sql: string[]) => ({
  id,
  up: async (run: (statement: string) => Promise<unknown>) => {
    for (const one of sql) await run(one);
  },
});
const Box = defineEntity({
  name: 'Box',
  tableName: 'box',
  properties: { organizationId: p.uuid().primary(), id: p.uuid().primary() },
});
const box =
  'create table "box" ("organizationId" uuid not null, "id" uuid not null, primary key ("organizationId", "id"))';

await onBothEngines(t, async (t, engine) => {
  /** Opens the database at `place` with other plugins, as the next version of the code would. */
  const dump = async (place: Place, plugins: readonly PluginData[]) => {
    const db = await openDatabase({ ...place, plugins, log: recordingLog().log });
    try {
      await db.migrate();
      return engine.kind === 'pglite' ? { ...place, loadDump: await db.dump() } : place;
    } finally {
      await db.close();
    }
  };
  const first = await dump(await engine.empty(), [shops, rates]);
  const then = async (plugins: readonly PluginData[]) => {
    const db = await openDatabase({ ...first, plugins, log: recordingLog().log });
    try {
      return await db.migrate();
    } finally {
      await db.close();
    }
  };

  await t.test('what was applied is not applied again', async (t) => t.strictSame(await then([shops, rates]), []));

  await t.test('a database that knows a migration of which the code knows nothing is refused', async (t) => {
    const older: PluginData = { ...rates, migrations: (rates.migrations ?? []).slice(0, 1) };
    await t.rejects(then([shops, older]), { code: 'K_DATABASE_NEWER', message: /"0002" of "rates"/ });
  });

  await t.test('a released migration that was changed is refused', async (t) => {
    const changed: PluginData = {
      ...rates,
      migrations: [
        ...(rates.migrations ?? []).slice(0, 1),
        { id: '0002', up: async (run) => void (await run(`insert into "rate" values ('USD', 2)`)) },
      ],
    };
    await t.rejects(then([shops, changed]), { code: 'K_MIGRATION_CHANGED', message: /"0002" of "rates"/ });
  });

  await t.test('the tables of a plugin that is no longer installed stay, guarded as they were', async (t) =>
    t.strictSame(await then([shops]), []),
  );

  await t.test('a failing migration is undone as a whole and named', async (t) => {
    const broken: PluginData = {
      id: 'boxes',
      tables: [tenantTable(Box)],
      migrations: [statements('0001', box, 'create table "oops" (')],
    };
    await t.rejects(then([shops, rates, broken]), { code: 'K_MIGRATION_FAILED', message: /"0001" of "boxes"/ });
    const repaired: PluginData = { ...broken, migrations: [statements('0001', box)] };
    t.strictSame(
      await then([shops, rates, repaired]),
      [{ plugin: 'boxes', id: '0001' }],
      'and can be applied once it is repaired',
    );
  });

  if (engine.once) {
    await t.test('a table that nobody declared is refused', async (t) => {
      await t.rejects(dump(await engine.empty(), [{ id: 'boxes', migrations: [statements('0001', box)] }]), {
        code: 'K_NO_ROW_POLICY',
        message: /"box"/,
      });
    });

    await t.test('a declared table that no migration makes is refused', async (t) => {
      await t.rejects(dump(await engine.empty(), [{ id: 'boxes', tables: [tenantTable(Box)] }]), {
        code: 'K_TABLE_MISSING',
        message: /"box" of "boxes"/,
      });
    });

    await t.test('an entity that is only referred to is refused before anything is opened for use', async (t) => {
      const Lid = defineEntity({
        name: 'Lid',
        tableName: 'lid',
        properties: { id: p.uuid().primary(), box: () => p.manyToOne(Box) },
      });
      await t.rejects(dump(await engine.empty(), [{ id: 'boxes', tables: [globalTable(Lid, { why: 'test' })] }]), {
        code: 'K_NO_ROW_POLICY',
        message: /"box"/,
      });
    });

    await t.test('a foreign key that could cross tenants is refused', async (t) => {
      const Lid = defineEntity({
        name: 'Lid',
        tableName: 'lid',
        properties: { organizationId: p.uuid().primary(), id: p.uuid().primary() },
      });
      const crossing: PluginData = {
        id: 'boxes',
        tables: [tenantTable(Box), tenantTable(Lid)],
        migrations: [
          statements(
            '0001',
            box,
            'create unique index on "box" ("id")',
            'create table "lid" ("organizationId" uuid not null, "id" uuid not null, "boxId" uuid references "box" ("id"), primary key ("organizationId", "id"))',
          ),
        ],
      };
      await t.rejects(dump(await engine.empty(), [crossing]), {
        code: 'K_FOREIGN_KEY_CROSSES_TENANTS',
        message: /"lid" to "box"/,
      });
    });

    await t.test('one table declared twice is refused', async (t) => {
      await t.rejects(
        openDatabase({ dataDir: 'memory', plugins: [shops, { ...shops, id: 'copy' }], log: recordingLog().log }),
        { code: 'K_TABLE_TWICE' },
      );
    });
  }

  if (engine.kind === 'pglite') {
    await t.test('a dump opens as the same database', async (t) => {
      const db = await engine.open(t);
      await db.database.write(a, (tx) => tx.sql<Tables>().insertInto('shop').values({ id: a, slug: 'kept' }).execute());
      const copy = await engine.open(t, { loadDump: await db.dump() });
      t.strictSame(await copy.database.read(a, (tx) => tx.sql<Tables>().selectFrom('shop').select('slug').execute()), [
        { slug: 'kept' },
      ]);
    });
    return;
  }

  await t.test(
    'an unprivileged login serves, the owner migrates, and nodes that start together migrate once',
    async (t) => {
      const place = await engine.empty();
      const recorded = recordingLog();
      const nodes = await Promise.all(
        [1, 2, 3].map(() => openDatabase({ ...place, plugins: [shops, rates], log: recorded.log })),
      );
      t.teardown(() => Promise.all(nodes.map((node) => node.close())));
      const applied = await Promise.all(nodes.map((node) => node.migrate()));
      t.strictSame(applied.map((list) => list.length).sort(), [0, 0, 3]);
      t.strictSame(recorded.lines, [], 'nothing to warn about');
      await nodes[0]?.database.write(a, (tx) =>
        tx.sql<Tables>().insertInto('shop').values({ id: a, slug: 'a' }).execute(),
      );
      t.equal(
        (await nodes[1]?.database.read(a, (tx) => tx.sql<Tables>().selectFrom('shop').selectAll().execute()))?.length,
        1,
      );
      t.equal(
        (await nodes[2]?.database.read(newId(), (tx) => tx.sql<Tables>().selectFrom('shop').selectAll().execute()))
          ?.length,
        0,
      );
    },
  );

  await t.test('a migration of an owner who is no superuser sees the rows that it moves', async (t) => {
    const place = await engine.empty();
    const db = await engine.open(t, place);
    await db.database.write(a, (tx) => tx.sql<Tables>().insertInto('shop').values({ id: a, slug: 'old' }).execute());
    const next: PluginData = {
      ...shops,
      migrations: [...(shops.migrations ?? []), statements('0002', `update "shop" set "slug" = 'new'`)],
    };
    const later = await engine.open(t, { ...place, plugins: [next, rates] });
    t.strictSame(await later.database.read(a, (tx) => tx.sql<Tables>().selectFrom('shop').select('slug').execute()), [
      { slug: 'new' },
    ]);
    const { rows } = await later.asOwner((owner) =>
      owner.run(`select relforcerowsecurity as forced from pg_class where relname = 'shop'`),
    );
    t.strictSame(rows, [{ forced: true }], 'afterwards the wall stands for the owner as well');
  });
});

t.test('a server that does not answer is a problem for the client, not a crash', async (t) => {
  const db = await openDatabase({ url: 'postgresql://nobody@127.0.0.1:1/none', plugins: [], log: recordingLog().log });
  t.teardown(() => db.close());
  const unavailable = { name: 'Problem', status: 503, code: 'database-unavailable', headers: { 'retry-after': '5' } };
  await t.rejects(db.migrate(), unavailable);
  await t.rejects(
    db.database.read(a, async () => undefined),
    unavailable,
  );
});
