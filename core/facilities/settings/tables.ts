import { defineEntity, p } from '@mikro-orm/core';
import { tenantTable } from '@dossier/sdk';
import type { Actor, Migration, SecretMark, SettingValues, TableOf } from '@dossier/sdk';

const Setting = defineEntity({
  name: 'Setting',
  tableName: 'setting',
  properties: {
    organizationId: p.uuid().primary(),
    plugin: p.text().primary(),
    /** Empty for the settings themselves, as `entry` is. */
    collection: p.text().primary(),
    entry: p.text().primary(),
    value: p.json<SettingValues>(),
    version: p.integer(),
    secrets: p.json<Readonly<Record<string, Omit<SecretMark, 'set'>>>>(),
    changedAt: p.datetime(),
    changedBy: p.json<Actor>().nullable(),
  },
});

export interface SettingTables {
  readonly setting: TableOf<typeof Setting>;
}

// Organizations that have set a plugin up are looked for in all of them at once (`plugin.eachOrganization`).
export const settingTables = [tenantTable(Setting, { jobsMay: ['select'] })];

export const settingMigrations: readonly Migration[] = [
  {
    id: '0001-setting',
    async up(run) {
      await run(
        'create table setting ("organizationId" uuid not null, plugin text not null, value jsonb not null, "changedAt" timestamptz not null default now(), primary key ("organizationId", plugin))',
      );
    },
  },
  {
    id: '0004-setting-versions',
    async up(run) {
      await run(
        `alter table setting add column version integer not null default 1, add column secrets jsonb not null default '{}', add column "changedBy" jsonb`,
      );
    },
  },
];

/** In a list of its own: it is the last of the kernel's migrations, and their order is that of the list. */
export const settingEntryMigrations: readonly Migration[] = [
  {
    id: '0007-setting-entries',
    async up(run) {
      await run(
        `alter table setting add column collection text not null default '', add column entry text not null default '', drop constraint setting_pkey, add primary key ("organizationId", plugin, collection, entry)`,
      );
    },
  },
];
