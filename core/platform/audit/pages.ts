import { settingsSection } from '@dossier/sdk';
import type { WebBundle } from '@dossier/sdk';
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
      icon: 'clock',
      order: 80,
      gate: { permission: readOrganizationAudit },
    },
  ],
} satisfies WebBundle;
