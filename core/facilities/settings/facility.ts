import { OrganizationSettings } from '@dossier/sdk';
import type { ErasedSpec, OrganizationId } from '@dossier/sdk';
import type { Facility, FacilityPlan } from '../../kernel/facility.ts';
import { checkSettings } from './checks.ts';
import { organizationSettings } from './organization-settings.ts';
import { settings as settingKind } from './kinds.ts';
import type { SettingsStore } from './store.ts';

export const settingsPlan: FacilityPlan = {
  id: 'settings',
  kinds: [settingKind],
  checks: [checkSettings],
  services: [OrganizationSettings],
};

/** What an organization sets for each plugin, with secrets sealed. */
export const settings = (o: { readonly specs: readonly ErasedSpec[]; readonly store: SettingsStore }): Facility => ({
  ...settingsPlan,
  given: new Map([[OrganizationSettings.id, organizationSettings(o.specs, o.store)]]),
  verbs: ({ spec }) => ({
    verbs: { settings: (organization: OrganizationId) => o.store.read(spec, organization) },
  }),
});
