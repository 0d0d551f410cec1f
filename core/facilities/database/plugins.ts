import type { Migration, RowPolicy, Table } from '@dossier/sdk';
import { DatabaseError } from './errors.ts';

/** What the database needs to know of a plugin; an {@link ErasedSpec} fits. In plan order. */
export interface PluginData {
  readonly id: string;
  readonly tables?: readonly Table[];
  readonly migrations?: readonly Migration[];
}

export interface DeclaredTable {
  readonly plugin: string;
  readonly name: string;
  readonly rows: RowPolicy;
}

/**
 * Told of a fault in the data of one plugin: gives the ids of those that are left out for it (the plugin, and what
 * needs it), or throws, so that nothing is opened.
 */
export type LeaveOut = (plugin: string, error: unknown) => Iterable<string>;

export const refuse: LeaveOut = (_plugin, error) => {
  throw error;
};

/**
 * Every declared table with its policy; one name belongs to one plugin. Whom a fault leaves out is added to `out`, and
 * declares nothing.
 */
export function declaredTables(
  plugins: readonly PluginData[],
  leaveOut: LeaveOut = refuse,
  out: Set<string> = new Set(),
): readonly DeclaredTable[] {
  const byName = new Map<string, DeclaredTable>();
  for (const plugin of plugins) {
    if (out.has(plugin.id)) continue;
    try {
      const own = (plugin.tables ?? []).map(({ entity, rows }) => ({
        plugin: plugin.id,
        name: tableName(entity),
        rows,
      }));
      for (const { name } of own) {
        const other = byName.get(name) ?? own.filter((one) => one.name === name)[1];
        if (other)
          throw new DatabaseError(
            'K_TABLE_TWICE',
            `Table "${name}" is declared by "${other.plugin}" and by "${plugin.id}". Give one of them another name.`,
          );
      }
      for (const table of own) byName.set(table.name, table);
    } catch (error) {
      for (const id of leaveOut(plugin.id, error)) out.add(id);
    }
  }
  return [...byName.values()].filter((table) => !out.has(table.plugin));
}

/**
 * Before discovery an entity has a table name only when it sets one; ours are lower snake case, as the default would
 * not be.
 */
function tableName(entity: Table['entity']): string {
  const { tableName: name, className } = entity.meta;
  if (!name)
    throw new DatabaseError('K_NO_TABLE_NAME', `Entity "${className}" has no tableName. Set it, in lower snake case.`);
  return name;
}
