import { notFound } from '@dossier/sdk';
import type { Database, ErasedSpec, OrganizationAccess, OrganizationId, TSchema, Transaction, Vault } from '@dossier/sdk';
import type { Events } from '../events/index.ts';
import { validationProblem } from '../http/problems.ts';
import { settingsChanged } from './changed.ts';
import { checkValues, completeValues, secretsOf } from './values.ts';
import type { Values } from './values.ts';

interface Row { organizationId: string; plugin: string; value: unknown; changedAt: Date }
interface Tables { setting: Row }

/**
 * Settings of an organization for one plugin, validated by the plugin's schema with its defaults filled in.
 * Members marked `writeOnly` are sealed at rest, bound to organization, plugin and field; `read` opens them for the plugin alone.
 */
export interface SettingsStore {
  read(plugin: ErasedSpec, organization: OrganizationId): Promise<Values>;
  /**
   * Replaces the settings. A `writeOnly` member that is left out keeps its value, since nobody could read it to send it back; `null` removes it.
   * What the plugin built for the organization is dropped after the commit, here at once and on the other nodes as soon as they read the log.
   * Throws the problem `invalid` (422) with every fault, and `not-found` (404) for a plugin without settings. Joins an open transaction.
   */
  write(plugin: ErasedSpec, access: OrganizationAccess, values: Values): Promise<void>;
}

export function createSettingsStore({ database, vault, emit, dropped }: { database: Database; vault: Vault; emit: Events['log']['emit']; dropped: (organization: OrganizationId, plugin: string) => Promise<void> }): SettingsStore {
  const stored = async (tx: Transaction, plugin: string, organization: OrganizationId): Promise<Values> => {
    const row = await tx.sql<Tables>().selectFrom('setting').select('value').where('organizationId', '=', organization).where('plugin', '=', plugin).executeTakeFirst();
    return { ...(row?.value as Values | undefined) };
  };
  const opened = (plugin: string, schema: TSchema, organization: OrganizationId, value: Values): Values => {
    const open: Record<string, unknown> = { ...value };
    for (const field of secretsOf(schema)) if (typeof open[field] === 'string') open[field] = vault.open(open[field], contextOf(organization, plugin, field));
    return open;
  };
  return {
    async read(plugin, organization) {
      if (!plugin.settings) return {};
      const value = await database.read(organization, (tx) => stored(tx, plugin.id, organization));
      return completeValues(plugin.id, plugin.settings, opened(plugin.id, plugin.settings, organization, value));
    },
    async write(plugin, access, values) {
      const { settings: schema, id } = plugin;
      const { organization } = access;
      if (!schema) throw notFound();
      await database.write(access, async (tx) => {
        // Two administrators who save at once take turns, so that neither brings back a secret which the other replaced.
        await tx.sql<Tables>().insertInto('setting').values({ organizationId: organization, plugin: id, value: '{}', changedAt: new Date() }).onConflict((on) => on.columns(['organizationId', 'plugin']).doUpdateSet({ changedAt: new Date() })).execute();
        const before = opened(id, schema, organization, await stored(tx, id, organization));
        const secrets = secretsOf(schema);
        const kept = Object.fromEntries(secrets.filter((field) => values[field] === undefined && before[field] !== undefined).map((field) => [field, before[field]]));
        const wanted = Object.fromEntries(Object.entries({ ...kept, ...values }).filter(([field, value]) => !(value === null && secrets.includes(field))));
        const { value: after, faults } = checkValues(schema, wanted);
        if (faults.length > 0) throw validationProblem(faults, 'body');
        const sealed = Object.fromEntries(Object.entries(after).map(([field, value]) => [field, secrets.includes(field) && typeof value === 'string' ? vault.seal(value, contextOf(organization, id, field)) : value]));
        await tx.sql<Tables>().updateTable('setting').set({ value: JSON.stringify(sealed) }).where('organizationId', '=', organization).where('plugin', '=', id).execute();
        emit(settingsChanged, access, { subject: { type: 'settings', id }, workspace: null, ...changeOf(before, after, secrets) }, { plugin: id });
        database.afterCommit(() => void dropped(organization, id));
      });
    },
  };
}

/** Only what changed, for the audit trail; of a secret only that it was set or removed. */
function changeOf(before: Values, after: Values, secrets: readonly string[]): { before: Values; after: Values } {
  const changed = [...new Set([...Object.keys(before), ...Object.keys(after)])].filter((field) => JSON.stringify(before[field]) !== JSON.stringify(after[field]));
  const shown = (values: Values): Values => Object.fromEntries(changed.map((field) => [field, values[field] === undefined ? null : secrets.includes(field) ? '(secret)' : values[field]]));
  return { before: shown(before), after: shown(after) };
}

/** What a sealed setting is bound to. */
const contextOf = (organization: OrganizationId, plugin: string, field: string): string => `setting|${organization}|${plugin}|${field}`;
