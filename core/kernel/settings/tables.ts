import { defineEntity, p } from '@mikro-orm/core';
import { tenantTable } from '@dossier/sdk';
import type { Migration } from '@dossier/sdk';

const Setting = defineEntity({
  name: 'Setting', tableName: 'setting',
  properties: { organizationId: p.uuid().primary(), plugin: p.string().primary(), value: p.json(), changedAt: p.datetime() },
});

export const settingTables = [tenantTable(Setting)];

export const settingMigrations: readonly Migration[] = [{
  id: '0001-setting',
  async up(run) {
    await run('create table setting ("organizationId" uuid not null, plugin text not null, value jsonb not null, "changedAt" timestamptz not null default now(), primary key ("organizationId", plugin))');
  },
}];
