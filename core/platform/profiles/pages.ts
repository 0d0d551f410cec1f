import { profileSection } from '@dossier/sdk';
import type { WebBundle } from '@dossier/sdk';

/** What this module shows, and where. */
export const web = {
  entry: 'web/index.ts',
  elements: [
    {
      tag: 'dossier-profile-profiles',
      slot: profileSection,
      path: 'profiles',
      title: 'Your profiles',
      icon: 'file',
      order: 30,
      gate: { open: 'to members' },
    },
    {
      tag: 'dossier-profile-shared',
      slot: profileSection,
      path: 'shared',
      title: 'Shared with you',
      icon: 'inbox',
      order: 40,
      gate: { open: 'to members' },
    },
    {
      tag: 'dossier-profile-links',
      slot: profileSection,
      path: 'links',
      title: 'Links',
      icon: 'chat',
      order: 50,
      gate: { open: 'to members' },
    },
  ],
} satisfies WebBundle;
