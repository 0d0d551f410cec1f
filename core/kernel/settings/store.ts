import { defineEntity, p } from '@mikro-orm/core';
import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { tenantTable } from '@dossier/sdk';
import type { Database, ErasedSpec, Migration, OrganizationId, TSchema, Vault } from '@dossier/sdk';

export const Setting = defineEntity({
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

interface Tables { setting: { organizationId: string; plugin: string; value: unknown; changedAt: Date } }

const ajv = addFormats.default(new Ajv2020({ useDefaults: true, strict: false }));

/**
 * Settings of an organization for one plugin, validated by the plugin's schema with its defaults filled in.
 * Members marked `writeOnly` are sealed at rest, bound to organization, plugin and field; `read` opens them for the plugin alone.
 */
export interface SettingsStore {
  read(plugin: ErasedSpec, organization: OrganizationId): Promise<unknown>;
}

export function createSettingsStore(database: Database, vault: Vault): SettingsStore {
  return {
    async read(plugin, organization) {
      const schema = plugin.settings;
      if (!schema) return {};
      const row = await database.read(organization, (tx) => tx.sql<Tables>().selectFrom('setting').select('value').where('organizationId', '=', organization).where('plugin', '=', plugin.id).executeTakeFirst());
      const value: Record<string, unknown> = { ...(row?.value as Record<string, unknown> | undefined) };
      for (const field of secretsOf(schema)) if (typeof value[field] === 'string') value[field] = vault.open(value[field], contextOf(organization, plugin.id, field));
      const check = ajv.compile(schema);
      if (!check(value)) throw new Error(`The settings of plugin ${plugin.id} are not complete: ${ajv.errorsText(check.errors)}`);
      return value;
    },
  };
}

/** Names of the write-only members of a settings schema. */
export const secretsOf = (schema: TSchema): readonly string[] =>
  'properties' in schema ? Object.entries(schema.properties as Readonly<Record<string, { readonly writeOnly?: boolean }>>).filter(([, property]) => property.writeOnly === true).map(([name]) => name) : [];

/** What a sealed setting is bound to. */
export const contextOf = (organization: OrganizationId, plugin: string, field: string): string => `setting|${organization}|${plugin}|${field}`;
