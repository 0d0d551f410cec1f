import type { ErasedSpec, SettingCollection, TSchema } from '@dossier/sdk';
import { byId } from '../../kernel/facility.ts';
import type { Kind } from '../../kernel/facility.ts';

/** What a plugin declares for organizations to set. */
export interface DeclaredSettings {
  readonly spec: ErasedSpec;
  readonly schemas: readonly NamedSchema[];
}
interface NamedSchema {
  /** In the words of a fault: `The settings`. */
  readonly what: string;
  readonly schema: TSchema;
}

/** The schemas of a plugin's settings and of their collections. */
export const schemasOf = (spec: ErasedSpec): readonly NamedSchema[] => [
  ...(spec.settings === undefined ? [] : [{ what: 'The settings', schema: spec.settings }]),
  ...(spec.settingOptions?.collections ?? []).map(({ id, schema }) => ({
    what: `The entries of the collection ${id}`,
    schema,
  })),
];

/** What organizations set for plugins, by the plugin. */
export const settings: Kind<DeclaredSettings> = {
  id: 'settings',
  of: (spec) =>
    spec.settings === undefined && spec.settingOptions === undefined
      ? []
      : [{ name: spec.id, value: { spec, schemas: schemasOf(spec) } }],
  gated: ({
    value: {
      spec: { settingOptions },
    },
  }) =>
    settingOptions?.permission === undefined
      ? null
      : { what: 'The settings', contributionGate: { permission: settingOptions.permission } },
};

/** Their collections, by plugin and id. */
export const collections: Kind<SettingCollection> = {
  id: 'settingCollections',
  of: (spec) => byId(spec.settingOptions?.collections),
  once: {
    code: 'K_DUPLICATE_COLLECTION',
    what: 'The collection of settings',
    way: 'give one of them another id',
    keys: ({ plugin, name }) => [`${plugin}/${name}`],
  },
  shown: {
    json: ({ value: { id, title, most } }) => ({ id, title, most }),
  },
};
