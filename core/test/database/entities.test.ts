import { t } from '@dossier/core/testing/t';
import { sql } from 'kysely';
import { installed } from '@dossier/config';
import { Database } from '@dossier/sdk';
import { testPlatform } from '@dossier/core/testing';

interface Column {
  readonly name: string;
  readonly type: string;
  readonly nullable: boolean;
  readonly hasDefault: boolean;
}

const platform = await testPlatform({ plugins: installed.filter((name) => !name.startsWith('@dossier/core/')) });
t.teardown(() => platform.stop());

await platform.service(Database).lookUp(async (tx) => {
  const entities = [...tx.em.getMetadata().getAll().values()];
  t.ok(entities.length > 40, 'all entities of the kernel, the modules and the plugins');

  for (const { tableName, props } of entities) {
    await t.test(`the entity of "${tableName}" has the columns that the migrations made`, async (t) => {
      const described = props.map(({ fieldNames, columnTypes, nullable, defaultRaw }) => ({
        name: fieldNames[0],
        type: columnTypes[0],
        nullable: nullable ?? false,
        hasDefault: defaultRaw !== undefined,
      }));
      // PostgreSQL itself says which names mean the same type; lengths and precisions are not compared.
      const { rows: entity } = await sql<Column>`select name, type::regtype::text as type, nullable, "hasDefault"
        from jsonb_to_recordset(${JSON.stringify(described)}::text::jsonb) as (name text, type text, nullable boolean, "hasDefault" boolean) order by name collate "C"`.execute(
        tx.sql(),
      );
      const { rows: table } =
        await sql<Column>`select attname::text as name, atttypid::regtype::text as type, not attnotnull as nullable, atthasdef as "hasDefault"
        from pg_attribute where attrelid = quote_ident(${tableName})::regclass and attnum > 0 and not attisdropped order by attname collate "C"`.execute(
          tx.sql(),
        );
      // A default that an entity keeps to itself takes nothing from anybody; one that is not there would be missed.
      const told = new Set(entity.filter(({ hasDefault }) => hasDefault).map(({ name }) => name));
      t.strictSame(
        entity,
        table.map((column) => ({ ...column, hasDefault: column.hasDefault && told.has(column.name) })),
      );
    });
  }
});
