/** Two small plugins with a table of every kind, for the tests of the database. */
import { defineEntity, p } from '@mikro-orm/core';
import { globalTable, newId, tenantTable } from '@dossier/sdk';
import type { Log, Migration, TableOf } from '@dossier/sdk';
import type { PluginData } from '../../facilities/database/index.ts';

const Shop = defineEntity({ name: 'Shop', tableName: 'shop', properties: { id: p.uuid().primary(), slug: p.text() } });
export const Item = defineEntity({
  name: 'Item',
  tableName: 'item',
  properties: {
    organizationId: p.uuid().primary(),
    id: p.uuid().primary(),
    name: p.text(),
    createdAt: p.datetime().onCreate(() => new Date()),
  },
});
const Note = defineEntity({
  name: 'Note',
  tableName: 'note',
  properties: {
    organizationId: p.uuid().primary(),
    id: p.uuid().primary(),
    itemId: p.uuid().nullable(),
    text: p.text(),
  },
});
const Gift = defineEntity({
  name: 'Gift',
  tableName: 'gift',
  properties: { name: p.text().primary(), from: p.text() },
});
const Rate = defineEntity({
  name: 'Rate',
  tableName: 'rate',
  properties: { code: p.text().primary(), value: p.integer() },
});

const migration = (id: string, ...statements: string[]): Migration => ({
  id,
  async up(run) {
    for (const statement of statements) await run(statement);
  },
});

export const shops: PluginData = {
  id: 'shops',
  tables: [
    tenantTable(Shop, { column: 'id', jobsMay: ['select'] }),
    tenantTable(Item, { jobsMay: ['select', 'update'] }),
    tenantTable(Note, { appendOnly: true }),
  ],
  migrations: [
    migration(
      '0001',
      'create table "shop" ("id" uuid primary key, "slug" text not null unique)',
      'create table "item" ("organizationId" uuid not null references "shop" ("id"), "id" uuid not null, "name" text not null, "createdAt" timestamptz not null default now(), primary key ("organizationId", "id"))',
      'create table "note" ("organizationId" uuid not null, "id" uuid not null, "itemId" uuid, "text" text not null, primary key ("organizationId", "id"), foreign key ("organizationId", "itemId") references "item" ("organizationId", "id"))',
    ),
  ],
};

export const rates: PluginData = {
  id: 'rates',
  tables: [globalTable(Rate, { why: 'The same rates hold for everybody.', jobsMay: ['select', 'insert'] })],
  migrations: [
    migration('0001', 'create table "rate" ("code" text primary key, "value" int not null)'),
    migration('0002', `insert into "rate" values ('EUR', 1)`),
  ],
};

/** Gifts belong to nobody, and a shop sees those that are named like an item of its own. */
export const gifts: PluginData = {
  id: 'gifts',
  tables: [
    globalTable(Gift, {
      why: 'The giver is no shop.',
      jobsMay: ['select', 'insert'],
      appMay: ['select', 'update'],
      appSees: 'exists (select from "item" i where i."name" = "gift"."name")',
    }),
  ],
  migrations: [migration('0001', 'create table "gift" ("name" text primary key, "from" text not null)')],
};

export interface Tables {
  gift: TableOf<typeof Gift>;
  shop: TableOf<typeof Shop>;
  item: TableOf<typeof Item>;
  note: TableOf<typeof Note>;
  rate: TableOf<typeof Rate>;
}

export interface Recorded {
  readonly log: Log;
  readonly lines: { level: 'info' | 'warn' | 'error'; text: string }[];
}

export function recordingLog(): Recorded {
  const lines: Recorded['lines'] = [];
  const at = (level: 'info' | 'warn' | 'error') => (_fields: object, text: string) => void lines.push({ level, text });
  return { log: { info: at('info'), warn: at('warn'), error: at('error') }, lines };
}

export const organizations = { a: newId(), b: newId() };
