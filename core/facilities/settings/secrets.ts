import type { OrganizationId, SettingValues, TSchema, Vault } from '@dossier/sdk';
import type { KeyRing } from '../secrets/index.ts';
import { failing, secretsOf, titleOf } from './values.ts';

/** What a sealed setting is bound to, in addition to the organization whose key seals it. */
const contextOf = (plugin: string, field: string): string => `setting|${plugin}|${field}`;

export interface Sealing {
  /** Secrets become sealed texts; everything else stays. */
  seal(plugin: string, schema: TSchema, organization: OrganizationId, values: SettingValues): Promise<SettingValues>;
  /** Throws the problem `settings-failing` when one does not open: it was moved, or altered, or its key is not ours. */
  open(plugin: string, schema: TSchema, organization: OrganizationId, stored: SettingValues): Promise<SettingValues>;
}

/**
 * Seals the secret members of settings under the data key of their organization. Those from before there were such keys
 * are read with the vault.
 */
export function sealing({ keys, vault }: { keys: Pick<KeyRing, 'of'>; vault: Vault }): Sealing {
  const each = async (
    schema: TSchema,
    values: SettingValues,
    change: (field: string, value: unknown) => Promise<unknown>,
  ): Promise<SettingValues> => {
    const changed = await Promise.all(
      secretsOf(schema)
        .filter((field) => values[field] !== undefined)
        .map(async (field) => [field, await change(field, values[field])] as const),
    );
    return { ...values, ...Object.fromEntries(changed) };
  };
  return {
    async seal(plugin, schema, organization, values) {
      if (secretsOf(schema).every((field) => values[field] === undefined)) return values;
      const seals = await keys.of(organization);
      return each(schema, values, async (field, value) => seals.seal(JSON.stringify(value), contextOf(plugin, field)));
    },
    open: (plugin, schema, organization, stored) =>
      each(schema, stored, async (field, value) => {
        const text = String(value);
        try {
          if (text.startsWith('v1.')) return vault.open(text, `setting|${organization}|${plugin}|${field}`);
          return JSON.parse((await keys.of(organization)).open(text, contextOf(plugin, field))) as unknown;
        } catch (cause) {
          throw Object.assign(failing(titleOf(plugin, schema), `the secret ${field} does not open`), { cause });
        }
      }),
  };
}
