/**
 * What is for the staff is walled by the database: every table that says so, of everything that is installed, asked by
 * raw SQL in a transaction for a client. And a database of before, whose tables had no such wall.
 */
import { defineEntity, p } from '@mikro-orm/core';
import { t } from '@dossier/core/testing/t';
import { sql } from 'kysely';
import { installed } from '@dossier/config';
import { newId, tenantTable } from '@dossier/sdk';
import type { Actor, Reader, Table, Transaction } from '@dossier/sdk';
import { facilityPlans } from '../../boot/facilities.ts';
import { kernelTables } from '../../boot/installation.ts';
import type { OpenDatabase, PluginData } from '../../facilities/database/index.ts';
import { plan } from '../../kernel/index.ts';
import { loadPlugins } from '../../load-plugins.ts';
import { kernelVersion } from '../../version.ts';
import { onBothEngines } from './engines.ts';

const { loaded } = await loadPlugins([{ listedIn: 'plugins', names: installed }]);
const planned = plan(
  loaded.map(({ plugin }) => plugin),
  { kernelVersion, facilities: facilityPlans },
);
const plugins: readonly PluginData[] = planned.order.map((id) => planned.specs.get(id)!);
const walled = [...kernelTables, ...plugins].flatMap(({ tables = [] }) =>
  tables.flatMap(({ entity, rows }) =>
    'tenant' in rows && rows.audience
      ? [
          {
            name: entity.meta.tableName!,
            audience: rows.audience,
            person: rows.person,
            appendOnly: rows.appendOnly === true,
          },
        ]
      : [],
  ),
);

const organization = newId();
/** To whom the rows belong that belong to somebody. */
const owner: Actor = { kind: 'user', id: newId(), name: 'Ada Own' };
const staff: Reader = { organization, audience: 'staff', actor: owner };
const client: Reader = { organization, audience: 'client', actor: owner };

/** Something of a column's type that may stand in a primary key. */
const keyOf = (type: string): string =>
  type === 'uuid' || type === 'text' ? newId() : type === 'date' ? '2026-01-05' : '1';

/** Two rows of each walled table, as bare as can be: one for staff, and where there can be one, one for clients. */
async function fill(db: OpenDatabase): Promise<void> {
  await db.asOwner(async (owns) => {
    for (const { name, audience, person } of walled) {
      const checks = await owns.run(
        `select conname as name from pg_constraint where conrelid = $1::regclass and contype in ('c', 'f')`,
        [name],
      );
      for (const check of checks.rows) await owns.run(`alter table "${name}" drop constraint "${check['name']}"`);
      const { rows: columns } = await owns.run(
        `select a.attname as name, format_type(a.atttypid, null) as type, coalesce(i.indisprimary, false) as key, a.attidentity <> '' as counted
         from pg_attribute a left join pg_index i on i.indrelid = a.attrelid and i.indisprimary and a.attnum = any(i.indkey)
         where a.attrelid = $1::regclass and a.attnum > 0 and not a.attisdropped`,
        [name],
      );
      for (const { name: column, key, counted } of columns)
        if (key !== true && counted !== true)
          await owns.run(`alter table "${name}" alter column "${column}" drop not null`);
      await owns.run(`alter table "${name}" no force row level security`);
      await owns.run(`alter table "${name}" disable trigger user`);
      for (const value of audience === 'staff' ? [null] : [null, ...audience.open]) {
        const values = columns.flatMap(({ name: column, type, key, counted }) => {
          if (counted === true) return [];
          if (column === 'organizationId') return [[column, organization]];
          if (column === person) return [[column, owner.id]];
          if (audience !== 'staff' && column === audience.column) return [[column, value ?? 'of the staff']];
          return key === true ? [[column, keyOf(String(type))]] : [];
        });
        await owns.run(
          `insert into "${name}" (${values.map(([column]) => `"${column}"`).join(', ')}) values (${values.map((_, i) => `$${i + 1}`).join(', ')})`,
          values.map(([, value]) => value),
        );
      }
      await owns.run(`alter table "${name}" enable trigger user`);
      await owns.run(`alter table "${name}" force row level security`);
    }
  });
}

const before = (tables: readonly Table[]): readonly Table[] =>
  tables.map(({ entity, rows }) => {
    if (!('tenant' in rows)) return { entity, rows };
    const { audience: _, person: _person, ...wall } = rows;
    return { entity, rows: wall };
  });
const unwalled = (data: readonly PluginData[]): readonly PluginData[] =>
  data.map(({ id, tables = [], migrations = [] }) => ({ id, tables: before(tables), migrations }));

t.ok(
  ['event', 'document', 'application_term'].every((name) => walled.some((table) => table.name === name)),
  `what is kept from clients says so: ${walled.map(({ name }) => name).join(', ')}`,
);

t.test('a table that has an audience and no wall by it is a fault of the plan', async (t) => {
  const entity = (tableName: string, column: string) =>
    defineEntity({
      name: tableName,
      tableName,
      properties: { organizationId: p.uuid().primary(), id: p.uuid().primary(), [column]: p.text() },
    });
  const tables = [
    tenantTable(entity('bare', 'audience')),
    tenantTable(entity('misspelt', 'audience'), { audience: { column: 'audiense', open: ['client'] } }),
    tenantTable(entity('shut', 'who'), { audience: { column: 'who', open: [] } }),
    tenantTable(entity('walled', 'who'), { audience: { column: 'who', open: ['all'] } }),
    tenantTable(entity('whole', 'who'), { audience: 'staff' }),
  ];
  const spec = { id: 'a', version: '1.0.0', kernel: '^1.0.0', tables, setup: () => undefined };
  t.strictSame(
    plan([{ spec }], { kernelVersion, facilities: facilityPlans }).problems.map(
      ({ code, text }) => `${code} ${/The table (\w+)/.exec(text)?.[1]}`,
    ),
    ['bare', 'misspelt', 'shut'].map((name) => `K_NO_AUDIENCE ${name}`),
  );
  t.strictSame(
    planned.problems.filter(({ code }) => code === 'K_NO_AUDIENCE'),
    [],
  );
});

await onBothEngines(t, async (t, engine) => {
  const at = await engine.empty();
  const old = await engine.open(t, { ...at, plugins: unwalled(plugins), kernelTables: unwalled(kernelTables) });
  await fill(old);
  const count = (by: OpenDatabase, reader: Reader | string, name: string): Promise<number> =>
    by.database.read(reader, async (tx) => (await sql`select * from ${sql.table(name)}`.execute(tx.sql())).rows.length);
  const without = new Map<string, number>();
  for (const { name } of walled) without.set(name, await count(old, client, name));
  const place = engine.kind === 'pglite' ? { loadDump: await old.dump() } : at;
  const db = await engine.open(t, { ...place, plugins, kernelTables });

  for (const { name, audience, person, appendOnly } of walled) {
    const table = sql.table(name);
    const seen = (reader: Reader | string): Promise<number> => count(db, reader, name);
    const open = audience === 'staff' ? 0 : audience.open.length;
    await t.test(`${name}: raw SQL for a client reads nothing of the staff's`, async (t) => {
      t.equal(without.get(name), open + 1, 'a database of before had no wall');
      t.equal(await seen(client), open);
      t.equal(await seen(organization), open, 'nor does who names nobody');
      t.equal(await seen(staff), open + 1);
      t.equal(await seen({ ...staff, organization: newId() }), 0, 'and staff of another organization nothing at all');
      if (person !== undefined)
        t.equal(await seen({ ...staff, actor: { ...owner, id: newId() } }), 0, 'nor does a colleague of their owner');
    });

    await t.test(`${name}: for a client a row of the staff can be neither changed nor deleted`, async (t) => {
      if (appendOnly) return;
      const left = (reader: Reader, verb: 'update' | 'delete') =>
        db.database
          .write(reader, async (tx) => {
            const statement =
              verb === 'delete'
                ? sql`delete from ${table}`
                : sql`update ${table} set "organizationId" = "organizationId"`;
            const { numAffectedRows } = await statement.execute(tx.sql());
            throw Object.assign(new Error('undone'), { numAffectedRows });
          })
          .catch(({ numAffectedRows }: { numAffectedRows: unknown }) => numAffectedRows);
      for (const verb of ['update', 'delete'] as const) {
        t.equal(await left(client, verb), BigInt(open), verb);
        t.equal(await left(staff, verb), BigInt(open + 1), verb);
      }
    });
  }

  await t.test('what a client does is noted for the staff all the same', async (t) => {
    const noted = sql`insert into dead_event ("organizationId", id, consumer, "eventId", attempts, error, at) values (${organization}, ${newId()}, 'x', ${newId()}, 1, '', now())`;
    await t.resolves(db.database.write(client, (tx) => noted.execute(tx.sql())));
  });

  await t.test('work for clients inside a transaction for the staff sees what clients see, and no more', async (t) => {
    const events = async (tx: Transaction) =>
      (await sql<{ n: number }>`select count(*)::int as n from "event"`.execute(tx.sql())).rows[0]!.n;
    const { database } = db;
    const seenBy = async (who: Parameters<typeof database.read>[0]) => database.read(who, events);
    const [all, some] = [await seenBy(staff), await seenBy(client)];
    t.ok(all > some);
    await database.write(staff, async (tx) => {
      t.strictSame(
        [await events(tx), await seenBy(client), await events(tx), await seenBy(organization)],
        [all, some, all, all],
        'and the staff sees all again',
      );
      t.strictSame(await Promise.all([seenBy(client), seenBy(client)]), [some, some], 'also side by side');
      await t.rejects(
        database.read(client, async () => {
          t.equal(await seenBy(staff), some, 'nothing inside is wider than what is around it');
          throw new Error('It fails.');
        }),
        { message: 'It fails.' },
      );
      t.equal(await events(tx), all);
      await t.rejects(
        database.attempt(() => database.read(client, (inner) => sql`select nonsense`.execute(inner.sql()))),
      );
      t.equal(await events(tx), all, 'and after a statement that failed in a savepoint');
    });
  });

  await t.test('the audience of a transaction is gone in the next on the same connection', async (t) => {
    const told = (reader: Reader) =>
      db.database.read(reader, async (tx) => {
        const { rows } = await sql<{
          is: string | null;
        }>`select current_setting('app.audience', true) as is`.execute(tx.sql());
        return rows[0]?.is ?? '';
      });
    t.equal(await told(staff), 'staff');
    for (let i = 0; i < 12; i++) t.equal(await told(client), '');
  });
});
