import type { WebBundle } from '@dossier/sdk';
import { applicationCard, readApplications, readOwnApplications } from '../applications/contract.ts';

/** What this module shows, and where. */
export const web = {
  entry: 'web/index.ts',
  elements: [
    {
      tag: 'dossier-documents',
      slot: applicationCard,
      title: 'Documents',
      gate: { anyOf: [readApplications, readOwnApplications] },
    },
  ],
} satisfies WebBundle;
