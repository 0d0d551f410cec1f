import type { Migration, Table } from '@dossier/sdk';
import { byId } from '../../kernel/facility.ts';
import type { Kind } from '../../kernel/facility.ts';

/** Tables of plugins, by their names in the database. */
export const tables: Kind<Table> = {
  id: 'tables',
  list: 'tables',
  of: (spec) => (spec.tables ?? []).map((value) => ({ name: nameOf(value), value })),
  once: {
    code: 'K_DUPLICATE_TABLE',
    what: 'The table',
    way: 'one plugin owns a table; others ask its service',
    // One without any name is a fault of its own.
    keys: ({ name }) => (name === unnamed ? [] : [name]),
  },
  shown: {
    json: ({ name, value }) => ({ name, rows: rowsOf(value) }),
    text: { title: 'Tables', row: ({ plugin, name, value }) => [name, plugin, rowsOf(value)] },
  },
};

/** Migrations of plugins: of each in the order in which it declares them, which is the order in which they run. */
export const migrations: Kind<Migration> = {
  id: 'migrations',
  list: 'migrations',
  of: (spec) => byId(spec.migrations),
  shown: { json: ({ name }) => ({ id: name }) },
};

const unnamed = 'unnamed';
const rowsOf = ({ rows }: Table): string => ('tenant' in rows ? `tenant by ${rows.tenant}` : `global: ${rows.global}`);

/**
 * The name in the database; an entity without `tableName` gets it from its class by MikroORM, so the class name stands
 * for it here.
 */
function nameOf(table: Table): string {
  const meta = table.entity?.meta;
  return meta?.tableName || meta?.className || unnamed;
}
