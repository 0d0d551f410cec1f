import { inOrganization, topic } from '@dossier/sdk';
import type { Topic } from '@dossier/sdk';
import { brandingChanged, organizationChanged } from './contract.ts';

/**
 * What the pages of everybody in the organization hear, so that its name and look change under their eyes. It says only
 * that; they ask anew.
 */
export const topics: readonly Topic[] = [
  topic('tenancy/organization', {
    address: 'dossier/1/o/{organizationId}/cfg',
    title: 'Name or look of the organization were changed',
    gate: inOrganization(),
    events: [organizationChanged, brandingChanged],
    data: () => ({}),
  }),
];
