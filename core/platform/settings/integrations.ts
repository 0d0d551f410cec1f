import { compareNames, notFound } from '@dossier/sdk';
import type {
  Contributions,
  Log,
  OrganizationAccess,
  OrganizationSettings,
  SettingsDeclaration,
  SettingValues,
  StoredSettings,
} from '@dossier/sdk';
import { runCheck, until } from './check.ts';
import type { CheckStep, SettingsBadge, SettingsCheck } from './contract.ts';

/** One plugin with what an organization has set for it; `test` says whether there is a check to run. */
export interface Integration extends SettingsDeclaration, Omit<StoredSettings, 'values'> {
  readonly badge: { readonly ok: boolean; readonly text: string } | null;
  readonly test: boolean;
}

export interface Integrations {
  /** By title. */
  list(access: OrganizationAccess): Promise<readonly Integration[]>;
  of(access: OrganizationAccess, plugin: string): Promise<Integration & { readonly values: SettingValues }>;
  change(
    access: OrganizationAccess,
    plugin: string,
    patch: SettingValues,
    version?: number,
  ): Promise<Integration & { readonly values: SettingValues }>;
  remove(access: OrganizationAccess, plugin: string, version?: number): Promise<void>;
  /**
   * Tries unsaved values with the stored secrets, as long as they go where they were entered for; saves nothing. Throws
   * `invalid` for values that could not be saved, `not-found` for a plugin without a check.
   */
  test(
    access: OrganizationAccess,
    plugin: string,
    patch: SettingValues,
    signal: AbortSignal,
  ): Promise<{ readonly ok: boolean; readonly steps: readonly CheckStep[] }>;
}

const BADGE_LIMIT = 2_000;

export function createIntegrations(o: {
  settings: OrganizationSettings;
  checks: Contributions<SettingsCheck>;
  badges: Contributions<SettingsBadge>;
  log: Log;
}): Integrations {
  const { settings } = o;
  const declared = (plugin: string): SettingsDeclaration =>
    settings.declared.find((one) => one.plugin === plugin) ?? missing();
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
    return {
      ...declaration,
      ...stored,
      state: badge?.ok === false ? 'failing' : stored.state,
      badge,
      test: o.checks.ids().includes(declaration.plugin),
    };
  };
  return {
    async list(access) {
      const all = await Promise.all(
        settings.declared.map(async (declaration) => {
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
    of: async (access, plugin) => shown(access, declared(plugin), await settings.of(access, plugin)),
    change: async (access, plugin, patch, version) =>
      shown(access, declared(plugin), await settings.change(access, plugin, patch, version)),
    remove: (access, plugin, version) => settings.remove(access, plugin, version),
    async test(access, plugin, patch, signal) {
      declared(plugin);
      const check = o.checks.demand(access, plugin);
      const { values, secrets } = await settings.tried(access, plugin, patch);
      const steps = await runCheck(check, { access, values, secrets, signal, log: o.log, plugin });
      return { ok: steps.every(({ ok }) => ok), steps };
    },
  };
}

function missing(): never {
  throw notFound();
}
