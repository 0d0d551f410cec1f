import { settingsSection } from '@dossier/sdk';
import type { WebBundle } from '@dossier/sdk';
import { manageApiKeys } from './contract.ts';

/** What this module shows, and where. */
export const web = {
  entry: 'web/index.ts',
  elements: [
    {
      tag: 'dossier-settings-api-keys',
      slot: settingsSection,
      path: 'api-keys',
      title: 'API keys',
      words: 'tokens partners secret integration developer',
      icon: 'key',
      order: 60,
      gate: { permission: manageApiKeys },
    },
  ],
} satisfies WebBundle;
