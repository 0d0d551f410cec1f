import { settingsSection } from '@dossier/sdk';
import type { WebBundle } from '@dossier/sdk';
import { personPart } from '../access/contract.ts';
import { readOrganizationAudit } from './contract.ts';

/** What this module shows, and where. */
export const web = {
  entry: 'web/index.ts',
  elements: [
    {
      tag: 'dossier-settings-audit',
      slot: settingsSection,
      path: 'audit',
      title: 'Audit trail',
      words: 'history log who did what events seal',
      icon: 'clock',
      order: 80,
      gate: { permission: readOrganizationAudit },
    },
    {
      tag: 'dossier-person-trail',
      slot: personPart,
      title: 'Latest changes',
      order: 50,
      gate: { permission: readOrganizationAudit },
    },
  ],
} satisfies WebBundle;
