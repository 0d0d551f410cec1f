import { notFound } from '@dossier/sdk';
import type { ErasedSpec, OrganizationSettings } from '@dossier/sdk';
import type { SettingsStore } from './store.ts';
import { titleOf } from './values.ts';

/** The settings of all installed plugins by the ids of the plugins. */
export function organizationSettings(specs: readonly ErasedSpec[], store: SettingsStore): OrganizationSettings {
  const byId = new Map(specs.filter(({ settings }) => settings !== undefined).map((spec) => [spec.id, spec]));
  const named = (plugin: string): ErasedSpec => {
    const spec = byId.get(plugin);
    if (!spec) throw notFound();
    return spec;
  };
  return {
    declared: [...byId.values()].flatMap(({ id, settings: schema, settingOptions }) =>
      schema
        ? [
            {
              plugin: id,
              title: titleOf(id, schema),
              description: 'description' in schema ? String(schema.description) : '',
              schema,
              permission: settingOptions?.permission ?? null,
              collections: settingOptions?.collections ?? [],
            },
          ]
        : [],
    ),
    of: async (access, plugin) => store.of(named(plugin), access),
    change: async (access, plugin, patch, version) => store.change(named(plugin), access, patch, version),
    choices: async (access, plugin, collection) => store.rules.choices(named(plugin), access, collection),
    remove: async (access, plugin, version) => store.remove(named(plugin), access, version),
    tried: async (access, plugin, patch) => store.tried(named(plugin), access, patch),
    entries: {
      list: async (access, plugin, collection) => store.list(named(plugin), access, collection),
      of: async (access, plugin, collection, entry) => ({
        id: entry,
        ...(await store.of(named(plugin), access, { collection, entry })),
      }),
      add: async (access, plugin, collection, values) => store.add(named(plugin), access, collection, values),
      change: async (access, plugin, collection, entry, patch, version) => ({
        id: entry,
        ...(await store.change(named(plugin), access, patch, version, { collection, entry })),
      }),
      remove: async (access, plugin, collection, entry, version) =>
        store.remove(named(plugin), access, version, { collection, entry }),
    },
  };
}
