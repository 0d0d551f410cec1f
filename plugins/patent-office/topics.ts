import { inAnyWorkspace, topic } from '@dossier/sdk';
import type { Topic } from '@dossier/sdk';
import { patentsFeature, searchPatents } from './contract.ts';

/** Credits, and what was fetched, are those of the organization: everyone who may search hears of them. */
const gate = inAnyWorkspace({ feature: patentsFeature, permission: searchPatents });

export const topics: readonly Topic[] = [
  topic('patents/credits', {
    address: 'dossier/1/o/{organizationId}/patents/credits',
    title: 'Credits for the patent office',
    gate,
    events: [],
  }),
  topic('patents/documents', {
    address: 'dossier/1/o/{organizationId}/patents/documents',
    title: 'Documents of patents of which pages come',
    gate,
    events: [],
  }),
  topic('patents/parts', {
    address: 'dossier/1/o/{organizationId}/patents/parts',
    title: 'Patents of which parts come',
    gate,
    events: [],
  }),
];
