import type { WebBundle } from '@dossier/sdk';
import { documentViewer } from './contract.ts';
import { applicationCard, clientAction, readApplications, readOwnApplications } from '../applications/contract.ts';

/** What this module shows, and where. */
export const web = {
  entry: 'web/index.ts',
  // Scans are unpacked by WebAssembly: JBIG2, JPEG 2000, colours of a profile.
  policy: ['wasm-unsafe-eval'],
  elements: [
    {
      tag: 'dossier-documents',
      slot: applicationCard,
      title: 'Documents',
      gate: { anyOf: [readApplications, readOwnApplications] },
    },
    {
      tag: 'dossier-documents-asked',
      slot: clientAction,
      title: 'Documents that are asked for',
      gate: { permission: readOwnApplications },
    },
    {
      tag: 'dossier-document-viewer',
      slot: documentViewer,
      title: 'Document viewer',
      gate: { open: 'to members' },
    },
  ],
} satisfies WebBundle;
