import { defineEntity, p } from '@mikro-orm/core';
import { tenantTable } from '@dossier/sdk';
import type { Migration } from '@dossier/sdk';

const Setting = defineEntity({
  name: 'Setting', tableName: 'setting',
  properties: { organizationId: p.uuid().primary(), plugin: p.string().primary(), value: p.json(), version: p.integer(), secrets: p.json(), changedAt: p.datetime(), changedBy: p.json().nullable() },
});

export const settingTables = [tenantTable(Setting)];

export const settingMigrations: readonly Migration[] = [{
  id: '0001-setting',
  async up(run) {
    await run('create table setting ("organizationId" uuid not null, plugin text not null, value jsonb not null, "changedAt" timestamptz not null default now(), primary key ("organizationId", plugin))');
  },
}, {
  id: '0004-setting-versions',
  async up(run) {
    await run(`alter table setting add column version integer not null default 1, add column secrets jsonb not null default '{}', add column "changedBy" jsonb`);
  },
}];
