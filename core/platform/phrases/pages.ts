import { settingsSection } from '@dossier/sdk';
import type { WebBundle } from '@dossier/sdk';
import { managePhrases, phrasePicker } from './contract.ts';

/** What this module shows, and where. */
export const web = {
  entry: 'web/index.ts',
  elements: [
    {
      tag: 'dossier-settings-phrases',
      slot: settingsSection,
      path: 'phrases',
      title: 'Texts for reasons',
      words: 'reasons rejection correction templates phrases snippets',
      icon: 'pencil',
      order: 46,
      gate: { permission: managePhrases },
    },
    {
      tag: 'dossier-phrase-picker',
      slot: phrasePicker,
      title: 'Texts for reasons',
      gate: { open: 'to members' },
    },
  ],
} satisfies WebBundle;
