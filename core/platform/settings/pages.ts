import { settingsSection } from '@dossier/sdk';
import type { WebBundle } from '@dossier/sdk';
import { openIntegrations } from './contract.ts';

/** What this module shows, and where. */
export const web = {
  entry: 'web/index.ts',
  elements: [
    {
      tag: 'dossier-settings-integrations',
      slot: settingsSection,
      path: 'integrations',
      title: 'Integrations',
      words: 'connections mail e-mail SMTP bureau scanner settings of plugins',
      icon: 'plug',
      order: 70,
      gate: { permission: openIntegrations },
    },
  ],
} satisfies WebBundle;
