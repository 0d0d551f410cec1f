/**
 * A plugin changes its own tables alone: what a migration did to others is found in the catalogue, however it did it.
 */
import type { Owner } from './engine.ts';
import { DatabaseError } from './errors.ts';
import type { DeclaredTable } from './plugins.ts';
import { ownerIn } from './policies.ts';

/** How a table is made, and how much was written to it; by its name. */
export type Shapes = ReadonlyMap<
  string,
  { readonly shape: string; readonly written: string; readonly owner: string | null }
>;

/**
 * Every part of a table is a row of a catalogue, which has another transaction's number when it was changed. That
 * another table refers to it is no change: such a key belongs to that table.
 */
const SHAPES = `
  select c.relname as name, obj_description(c.oid, 'pg_class') as comment,
    md5(concat_ws('|', c.oid, pg_relation_filenode(c.oid), c.relowner, c.relrowsecurity, c.relforcerowsecurity, c.relacl,
      (select string_agg(concat_ws(' ', attnum, xmin), ',' order by attnum) from pg_attribute where attrelid = c.oid),
      (select string_agg(concat_ws(' ', oid, xmin), ',' order by oid) from pg_attrdef where adrelid = c.oid),
      (select string_agg(concat_ws(' ', oid, xmin), ',' order by oid) from pg_constraint where conrelid = c.oid),
      (select string_agg(concat_ws(' ', indexrelid, xmin), ',' order by indexrelid) from pg_index where indrelid = c.oid),
      (select string_agg(concat_ws(' ', oid, xmin), ',' order by oid) from pg_trigger where tgrelid = c.oid and not tgisinternal),
      (select string_agg(concat_ws(' ', oid, xmin), ',' order by oid) from pg_policy where polrelid = c.oid),
      (select string_agg(concat_ws(' ', oid, xmin), ',' order by oid) from pg_rewrite where ev_class = c.oid))) as shape,
    concat_ws(' ', pg_stat_get_xact_tuples_inserted(c.oid), pg_stat_get_xact_tuples_updated(c.oid), pg_stat_get_xact_tuples_deleted(c.oid)) as written
  from pg_class c where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and c.relname <> 'migration'`;

export async function shapesOf(owner: Owner): Promise<Shapes> {
  const { rows } = await owner.run(SHAPES);
  return new Map(
    rows.map((row) => [
      String(row['name']),
      { shape: String(row['shape']), written: String(row['written']), owner: ownerIn(row['comment']) },
    ]),
  );
}

/**
 * Throws `K_FOREIGN_TABLE` when a table of somebody else is not as it was, `K_NO_ROW_POLICY` when there is a new one
 * that nobody declares.
 */
export function refuseForeign(plugin: string, before: Shapes, after: Shapes, tables: readonly DeclaredTable[]): void {
  const owners = new Map(tables.map((table) => [table.name, table.plugin]));
  const changed = [...before].flatMap(([name, was]) => {
    const owner = owners.get(name) ?? was.owner;
    if (owner === null || owner === plugin) return [];
    const is = after.get(name);
    return is?.shape === was.shape && is.written === was.written ? [] : [`"${name}" of "${owner}"`];
  });
  if (changed.length > 0)
    throw new DatabaseError(
      'K_FOREIGN_TABLE',
      `The migrations of "${plugin}" change ${changed.join(', ')}. A plugin changes its own tables alone: keep what is yours in a table of your own, or ask the owner's service.`,
    );
  const bare = [...after.keys()].filter((name) => !before.has(name) && owners.get(name) !== plugin);
  if (bare.length > 0)
    throw new DatabaseError(
      'K_NO_ROW_POLICY',
      `Nothing says whose rows these are: ${bare.map((name) => `"${name}"`).join(', ')}. Declare each in the tables of "${plugin}", with tenantTable, or with globalTable and the reason.`,
    );
}
