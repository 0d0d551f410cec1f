import { OrganizationSettings } from '@dossier/sdk';
import type { ErasedSpec, OrganizationId, SettingCollection, SettingRules, SystemAccess } from '@dossier/sdk';
import type { Facility, FacilityPlan, Registering } from '../../kernel/facility.ts';
import { checkSettings } from './checks.ts';
import { collections, schemasOf, settings as settingKind } from './kinds.ts';
import { organizationSettings } from './organization-settings.ts';
import { organizationWalk } from './organization-walk.ts';
import { declaredRules } from './rules.ts';
import type { SettingsStore } from './store.ts';
import { readOnlyOf } from './values.ts';

export const settingsPlan: FacilityPlan = {
  id: 'settings',
  kinds: [settingKind, collections],
  checks: [checkSettings],
  services: [OrganizationSettings],
};

/** What an organization sets for each plugin, with secrets sealed. */
export const settings = (o: {
  readonly specs: readonly ErasedSpec[];
  readonly store: SettingsStore;
  readonly asSystem: (plugin: ErasedSpec) => SystemAccess;
  readonly inTransaction: () => boolean;
}): Facility => ({
  ...settingsPlan,
  given: new Map([[OrganizationSettings.id, organizationSettings(o.specs, o.store)]]),
  verbs: (registering) => ({
    verbs: {
      settings: (organization: OrganizationId) => o.store.read(registering.spec, organization),
      settingEntries: (collection: SettingCollection, organization: OrganizationId) => {
        registering.declared('reads entries of', collection.id, registering.spec.settingOptions?.collections, where);
        return o.store.entries(registering.spec, organization, collection.id);
      },
      settingRules: (rules: SettingRules) => rule(registering, o.store, rules),
      eachOrganization: organizationWalk(registering, o),
    },
    missing: () =>
      asksForRules(registering.spec) && !registering.was('gives settings', 'rules') ? ['settings rules'] : [],
  }),
});

const where = 'settingOptions.collections';

function rule({ spec, open, once, refuse, surface }: Registering, store: SettingsStore, rules: SettingRules): void {
  open('gives settings rules');
  once('gives settings', 'rules');
  const computes = schemasOf(spec).some(({ schema }) => readOnlyOf(schema).length > 0);
  if (computes && !rules.computed)
    refuse('K_NO_HANDLER', 'has settings that are read-only and computes none; give computed in plugin.settingRules');
  for (const name of declaredRules) {
    const [isDeclared, isGiven] = [spec.settingOptions?.[name] === true, rules[name] !== undefined];
    if (isDeclared && !isGiven)
      refuse('K_NO_HANDLER', `declares settingOptions.${name} and gives no rule; give ${name} in plugin.settingRules`);
    if (isGiven && !isDeclared)
      refuse(
        'K_NOT_DECLARED',
        `has a rule for ${name} that it does not declare; add settingOptions: { ${name}: true }`,
      );
  }
  surface(() => store.rules.register(spec.id, rules));
}

const asksForRules = (spec: ErasedSpec): boolean =>
  declaredRules.some((name) => spec.settingOptions?.[name] === true) ||
  schemasOf(spec).some(({ schema }) => readOnlyOf(schema).length > 0);
