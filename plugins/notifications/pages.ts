import { headerItem, organizationPage, profileSection } from '@dossier/sdk';
import type { WebBundle } from '@dossier/sdk';

/** What this plugin shows, and where. */
export const web = {
  entry: 'web/index.ts',
  elements: [
    {
      tag: 'dossier-bell',
      slot: headerItem,
      title: 'Notifications',
      icon: 'bell',
      order: 10,
      gate: { open: 'to members' },
    },
    {
      tag: 'dossier-inbox',
      slot: organizationPage,
      path: 'notifications',
      title: 'Notifications',
      icon: 'bell',
      // The bell leads there.
      listed: false,
      gate: { open: 'to members' },
    },
    {
      tag: 'dossier-profile-notices',
      slot: profileSection,
      path: 'notifications',
      title: 'What reaches you',
      icon: 'bell',
      order: 20,
      gate: { open: 'to members' },
    },
  ],
} satisfies WebBundle;
