/** Organizations, people and settings of an older version: what they go by, and where their settings are. */
import { t } from '@dossier/core/testing/t';
import { globalTable, newId, tenantTable } from '@dossier/sdk';
import type { PluginData } from '../../facilities/database/index.ts';
import { settingEntryMigrations, settingMigrations, settingTables } from '../../facilities/settings/tables.ts';
import { entities } from '../../platform/people/entities.ts';
import { migrations as peopleMigrations } from '../../platform/people/migrations/index.ts';
import {
  OrganizationAddressEntity,
  OrganizationContactEntity,
  OrganizationEntity,
  OrganizationLogoEntity,
  TeamEntity,
  WorkspaceEntity,
} from '../../platform/tenancy/entities.ts';
import { migrations as tenancyMigrations } from '../../platform/tenancy/migrations/index.ts';
import { onBothEngines } from './engines.ts';

const why = 'Read as the owner in this test.';
const jobsMay = ['select', 'insert', 'update', 'delete'] as const;
const all = { why, jobsMay, appMay: [] } as const;
const { User, UserIdentity, Session, PersonalToken } = entities;
const people = {
  id: 'people',
  tables: [
    globalTable(User, all),
    globalTable(UserIdentity, all),
    globalTable(Session, all),
    tenantTable(PersonalToken),
  ],
  migrations: peopleMigrations.slice(0, 4),
} satisfies PluginData;
const tenancy = {
  id: 'tenancy',
  tables: [
    globalTable(OrganizationEntity, all),
    tenantTable(OrganizationAddressEntity),
    tenantTable(OrganizationLogoEntity),
    tenantTable(WorkspaceEntity),
    tenantTable(TeamEntity),
  ],
  migrations: tenancyMigrations.slice(0, 3),
} satisfies PluginData;
const settings: PluginData = { id: 'kernel', tables: settingTables, migrations: settingMigrations };
const now: readonly PluginData[] = [
  { ...settings, migrations: [...settingMigrations, ...settingEntryMigrations] },
  {
    ...people,
    tables: [...people.tables, globalTable(entities.SecurityEntry, all)],
    migrations: peopleMigrations,
  },
  { ...tenancy, tables: [...tenancy.tables, tenantTable(OrganizationContactEntity)], migrations: tenancyMigrations },
];

await onBothEngines(t, async (t, engine) => {
  const at = await engine.empty();
  const old = await engine.open(t, { ...at, plugins: [settings, people, tenancy] });
  const [organization, user] = [newId(), newId()];
  await old.asOwner(async (owner) => {
    await owner.run(
      `insert into "organization" ("id", "slug", "name", "type", "createdAt") values ($1, 'north', 'North', 'BANK', now())`,
      [organization],
    );
    await owner.run(
      `insert into "user" ("id", "authProviderUserId", "name", "emailVerified", "role", "userType", "createdAt", "folded") values ($1, 's', 'Ada', false, 'member', 'user', now(), 'ada')`,
      [user],
    );
    await owner.run('alter table setting no force row level security');
    await owner.run(
      `insert into setting ("organizationId", plugin, value) values ($1, 'directory', '{"url":"ldaps://x"}')`,
      [organization],
    );
    await owner.run('alter table setting force row level security');
  });
  const place = engine.kind === 'pglite' ? { loadDump: await old.dump() } : at;
  const next = await engine.open(t, { ...place, plugins: now });
  await next.asOwner(async (owner) => {
    t.match((await owner.run('select "language", "timeZone", "currency" from "organization"')).rows, [
      { language: 'en', timeZone: 'UTC', currency: 'EUR' },
    ]);
    t.match((await owner.run('select "language", "timeZone" from "user"')).rows, [{ language: null, timeZone: null }]);
    await owner.run('alter table setting no force row level security');
    t.match((await owner.run('select plugin, collection, entry, value from setting')).rows, [
      { plugin: 'directory', collection: '', entry: '', value: { url: 'ldaps://x' } },
    ]);
    await owner.run('alter table setting force row level security');
  });
});
