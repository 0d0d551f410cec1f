import { Vault } from '@dossier/sdk';
import type { Facility, FacilityPlan } from '../../kernel/facility.ts';

export const secretsPlan: FacilityPlan = { id: 'secrets', services: [Vault] };

/** Keys of the installation, and what is sealed with them. */
export const secrets = (o: { readonly vault: Vault }): Facility => ({
  ...secretsPlan,
  given: new Map([[Vault.id, o.vault]]),
});
