import { organizationChoice, settingsSection } from '@dossier/sdk';
import type { WebBundle } from '@dossier/sdk';
import { manageOrganization } from './contract.ts';

/** What this module shows, and where. */
export const web = {
  entry: 'web/index.ts',
  elements: [
    {
      tag: 'dossier-settings-workspaces',
      slot: settingsSection,
      path: 'workspaces',
      title: 'Workspaces',
      words: 'teams rooms new workspace type',
      icon: 'box',
      order: 30,
      gate: { permission: manageOrganization },
    },
    {
      tag: 'dossier-settings-branding',
      slot: settingsSection,
      path: 'branding',
      title: 'Branding',
      words: 'logo colour color accent name look language',
      icon: 'brush',
      order: 50,
      gate: { permission: manageOrganization },
    },
    {
      tag: 'dossier-new-organization',
      slot: organizationChoice,
      title: 'Create an organization',
      order: 20,
      gate: { open: 'to members' },
    },
  ],
} satisfies WebBundle;
