import { defineEntity, p } from '@mikro-orm/core';
import { globalTable, tenantTable } from '@dossier/sdk';
import type { Migration, TableOf } from '@dossier/sdk';

const RootKey = defineEntity({
  name: 'RootKey',
  tableName: 'root_key',
  properties: {
    one: p.boolean().primary(),
    wrappedBy: p.text().nullable(),
    wrapped: p.text().nullable(),
    changedAt: p.datetime(),
  },
});

const DataKey = defineEntity({
  name: 'DataKey',
  tableName: 'data_key',
  properties: { organizationId: p.uuid().primary(), id: p.text(), wrapped: p.text(), createdAt: p.datetime() },
});

/**
 * The one row of `root_key`. Without `wrapped` the installation is older than this table: its root key is the process
 * key itself, still to be wrapped.
 */
export interface KeyTables {
  readonly root_key: TableOf<typeof RootKey>;
  readonly data_key: TableOf<typeof DataKey>;
}

export const keyTables = [
  globalTable(RootKey, {
    why: 'It wraps the keys of all organizations and is itself wrapped by the process key.',
    jobsMay: ['select', 'insert', 'update'],
    appMay: [],
  }),
  tenantTable(DataKey),
];

export const keyMigrations: readonly Migration[] = [
  {
    id: '0003-keys',
    async up(run) {
      await run(
        'create table root_key (one boolean primary key default true check (one), "wrappedBy" text, wrapped text, "changedAt" timestamptz not null default now(), check (("wrappedBy" is null) = (wrapped is null)))',
      );
      await run(
        'create table data_key ("organizationId" uuid primary key, id text not null, wrapped text not null, "createdAt" timestamptz not null default now())',
      );
      // Tables of plugins are made after the kernel's own: where there are some already, secrets were sealed under the
      // process key itself.
      await run(
        `insert into root_key (one) select true where exists (select 1 from "migration" where plugin !~ '^kernel')`,
      );
    },
  },
];
