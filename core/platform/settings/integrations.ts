import { compareNames, notFound, Type } from '@dossier/sdk';
import type {
  Contributions,
  Log,
  OrganizationAccess,
  OrganizationSettingEntries,
  OrganizationSettings,
  SettingChoices,
  SettingCollection,
  SettingsDeclaration,
  SettingValues,
  StoredSettings,
  TSchema,
} from '@dossier/sdk';
import { runCheck, until } from './check.ts';
import { manageIntegrations } from './contract.ts';
import type { SettingsBadge, SettingsCheck, TestResult } from './contract.ts';

/** One plugin with what an organization has set for it; `test` says whether there is a check to run. */
export interface Integration
  extends Omit<SettingsDeclaration, 'permission' | 'collections'>, Omit<StoredSettings, 'values'> {
  readonly collections: readonly Omit<SettingCollection, 'kind'>[];
  readonly badge: { readonly ok: boolean; readonly text: string } | null;
  readonly test: boolean;
}

/** Each throws `forbidden` (403) for a plugin whose settings the caller may not manage. */
export interface Integrations {
  /** Those that the caller may manage, by title. */
  list(access: OrganizationAccess): Promise<readonly Integration[]>;
  of(access: OrganizationAccess, plugin: string): Promise<Integration & { readonly values: SettingValues }>;
  change(
    access: OrganizationAccess,
    plugin: string,
    patch: SettingValues,
    version?: number,
  ): Promise<Integration & { readonly values: SettingValues }>;
  remove(access: OrganizationAccess, plugin: string, version?: number): Promise<void>;
  readonly entries: OrganizationSettingEntries;
  /**
   * Tries unsaved values with the stored secrets, as long as they go where they were entered for; saves nothing. Throws
   * `invalid` for values that could not be saved, `not-found` for a plugin without a check.
   */
  test(access: OrganizationAccess, plugin: string, patch: SettingValues, signal: AbortSignal): Promise<TestResult>;
}

const BADGE_LIMIT = 2_000;

export function createIntegrations(o: {
  settings: OrganizationSettings;
  checks: Contributions<SettingsCheck>;
  badges: Contributions<SettingsBadge>;
  log: Log;
}): Integrations {
  const { settings } = o;
  const permissionOf = ({ permission }: SettingsDeclaration) => permission ?? manageIntegrations;
  const declared = (access: OrganizationAccess, plugin: string): SettingsDeclaration => {
    const declaration = settings.declared.find((one) => one.plugin === plugin);
    if (!declaration) throw notFound();
    access.demand(permissionOf(declaration));
    return declaration;
  };
  const badgeOf = async (access: OrganizationAccess, plugin: string): Promise<Integration['badge']> => {
    const badge = o.badges.ids().includes(plugin) ? o.badges.get(access, plugin) : undefined;
    return badge ? until(AbortSignal.timeout(BADGE_LIMIT), () => badge.show(access)) : null;
  };
  const shown = async (
    access: OrganizationAccess,
    declaration: SettingsDeclaration,
    stored: StoredSettings,
  ): Promise<Integration & { values: SettingValues }> => {
    // A plugin that cannot say how it goes does not go well; the page about it must come all the same.
    const badge =
      stored.state === 'set-up'
        ? await badgeOf(access, declaration.plugin).catch(() => ({ ok: false, text: 'Not answering' }))
        : null;
    const { permission: _permission, collections, ...declared } = declaration;
    return {
      ...declared,
      collections: collections.map(({ kind: _kind, ...collection }) => collection),
      ...stored,
      state: badge?.ok === false ? 'failing' : stored.state,
      badge,
      test: o.checks.ids().includes(declaration.plugin),
    };
  };
  /** With the values that its forms offer. */
  const offering = async (
    access: OrganizationAccess,
    plugin: string,
    stored: StoredSettings,
  ): Promise<Integration & { values: SettingValues }> => {
    const integration = await shown(access, declared(access, plugin), stored);
    const filled = async (schema: TSchema, collection: string | null): Promise<TSchema> =>
      withChoices(schema, await settings.choices(access, plugin, collection));
    return {
      ...integration,
      schema: await filled(integration.schema, null),
      collections: await Promise.all(
        integration.collections.map(async (one) => ({ ...one, schema: await filled(one.schema, one.id) })),
      ),
    };
  };
  return {
    async list(access) {
      const all = await Promise.all(
        settings.declared
          .filter((declaration) => access.can(permissionOf(declaration)))
          .map(async (declaration) => {
            const { values: _values, ...integration } = await shown(
              access,
              declaration,
              await settings.of(access, declaration.plugin),
            );
            return integration;
          }),
      );
      return all.sort((a, b) => compareNames(a.title, b.title));
    },
    async of(access, plugin) {
      declared(access, plugin);
      return offering(access, plugin, await settings.of(access, plugin));
    },
    async change(access, plugin, patch, version) {
      declared(access, plugin);
      return offering(access, plugin, await settings.change(access, plugin, patch, version));
    },
    async remove(access, plugin, version) {
      declared(access, plugin);
      await settings.remove(access, plugin, version);
    },
    entries: {
      async list(access, plugin, collection) {
        declared(access, plugin);
        return settings.entries.list(access, plugin, collection);
      },
      async of(access, plugin, collection, id) {
        declared(access, plugin);
        return settings.entries.of(access, plugin, collection, id);
      },
      async add(access, plugin, collection, values) {
        declared(access, plugin);
        return settings.entries.add(access, plugin, collection, values);
      },
      async change(access, plugin, collection, id, patch, version) {
        declared(access, plugin);
        return settings.entries.change(access, plugin, collection, id, patch, version);
      },
      async remove(access, plugin, collection, id, version) {
        declared(access, plugin);
        await settings.entries.remove(access, plugin, collection, id, version);
      },
    },
    async test(access, plugin, patch, signal) {
      declared(access, plugin);
      const check = o.checks.demand(access, plugin);
      const { values, secrets } = await settings.tried(access, plugin, patch);
      return runCheck(check, { access, values, secrets, signal, log: o.log, plugin });
    },
  };
}

/** The schema for a form, with the values that its members are chosen from. */
function withChoices(schema: TSchema, choices: SettingChoices): TSchema {
  if (!Type.IsObject(schema)) return schema;
  const members = Object.entries(schema.properties).map(([name, member]): [string, TSchema] => {
    const oneOf = choices[name];
    return [name, oneOf === undefined ? member : { ...member, oneOf }];
  });
  return { ...schema, properties: Object.fromEntries(members) };
}
