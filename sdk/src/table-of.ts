import type { ColumnType } from 'kysely';
import type { EntitySchemaWithMeta } from '@mikro-orm/core';
import type { InferKyselyTable } from '@mikro-orm/sql';

/**
 * The table of an entity as the query builder sees it, so that a table is described once:
 * `readonly note: TableOf<typeof NoteEntity>` in the tables of a plugin. A time is text in and out, ISO 8601 in UTC. A
 * value in a json column is read as it is, and written as JSON text; `p.json<T>().nullable()` needs a `T` without null,
 * such as `NonNullable<unknown>`. What may be null, or has a default in the entity (`.default`, `.defaultRaw`), may be
 * left out of an insert: the database fills it in, so its migration has to declare the same default. What only an
 * entity manager fills in (`.onCreate`, `.version`) has to be given. A column that holds few of all texts says so in
 * the entity: `p.text().$type<'open' | 'closed'>()`.
 */
export type TableOf<E extends EntitySchemaWithMeta> = ColumnsOf<
  InferKyselyTable<E, { columnNamingStrategy: 'property' }>
>;

type ColumnsOf<T> = { [K in keyof T]: Column<T[K]> };

/** What a column holds by itself. A value of any other type lies in a json column. */
type Scalar = string | number | bigint | boolean | Uint8Array | Date | null | undefined;

type Column<V> = [V] extends [Scalar]
  ? Text<V>
  : [V] extends [ColumnType<infer Read, infer Inserted, infer Updated>]
    ? ColumnType<[Read] extends [Scalar] ? Text<Read> : Read, Text<Inserted>, Text<Updated>>
    : ColumnType<V, Text<V>, Text<V>>;

/** Times and JSON become text, everything else stays. */
type Text<V> = V extends Date ? string : V extends Scalar ? V : string;
